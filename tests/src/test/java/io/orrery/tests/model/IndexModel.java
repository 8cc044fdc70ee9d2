// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.indexing.CompositeIndex;
import io.orrery.partition.indexing.IndexingPolicy;
import io.orrery.partition.layout.ItemKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the index has to hold, worked out the slow way.
final class IndexModel {

  /// One entry: the values it is ordered by, and whose it is.
  record Entry(List<Value> values, long rid, ItemKey key) {}

  /// What an entry's place depends on.
  sealed interface Source {
    /// The lists of values for which an item has entries; none if the policy leaves them out.
    List<List<Value>> valuesOf(Value.Document document);

    boolean isIndexed(IndexingPolicy policy);

    Comparator<Entry> order();
  }

  private IndexModel() {}

  static List<Entry> entries(Source source, Collection<ModelItem> items) {
    List<Entry> entries = new ArrayList<>();
    for (ModelItem item : items) {
      if (item.indexed()) {
        for (List<Value> values : source.valuesOf(item.document())) {
          entries.add(new Entry(values, item.rid(), item.key()));
        }
      }
    }
    entries.sort(source.order());
    return entries;
  }

  /// A scalar in the order of values; arrays and objects behind all scalars, whatever is in them.
  private static int compare(Value left, Value right) {
    int byShape = Integer.compare(shape(left), shape(right));
    return byShape != 0 || shape(left) > 0 ? byShape : ValueOrder.ORDER.compare(left, right);
  }

  private static int shape(Value value) {
    return switch (value.kind()) {
      case ARRAY -> 1;
      case OBJECT -> 2;
      default -> 0; // every scalar alike
    };
  }

  static boolean isBetween(Value value, Bound.@Nullable At lower, Bound.@Nullable At upper) {
    return (lower == null || isAbove(compare(value, lower.value()), lower.inclusive()))
        && (upper == null || isAbove(-compare(value, upper.value()), upper.inclusive()));
  }

  private static boolean isAbove(int order, boolean inclusive) {
    return order > 0 || (inclusive && order == 0);
  }

  /// The values at one path between two bounds.
  record PathSource(IndexPath path, Bound.@Nullable At lower, Bound.@Nullable At upper)
      implements Source {

    @Override
    public List<List<Value>> valuesOf(Value.Document document) {
      List<Value> found = List.of(document);
      for (IndexPath.Segment segment : path.segments()) {
        List<Value> next = new ArrayList<>();
        for (Value value : found) {
          step(value, segment, next);
        }
        found = next;
      }
      TreeSet<Value> distinct = new TreeSet<>(IndexModel::compare);
      found.stream().filter(value -> isBetween(value, lower, upper)).forEach(distinct::add);
      return distinct.stream().map(List::of).toList();
    }

    private static void step(Value value, IndexPath.Segment segment, List<Value> next) {
      switch (segment) {
        case IndexPath.Name(String name) -> {
          if (value instanceof Value.Document document && document.properties().containsKey(name)) {
            next.add(document.properties().get(name));
          }
        }
        case IndexPath.Elements.ALL -> {
          if (value instanceof Value.Array(List<Value> elements)) {
            next.addAll(elements);
          }
        }
      }
    }

    /// Of the included and excluded paths that cover this one the most precise decides.
    @Override
    public boolean isIndexed(IndexingPolicy policy) {
      if (!policy.enabled()) {
        return false;
      }
      int included = policy.included().stream().mapToInt(this::precision).max().orElse(-1);
      int excluded = policy.excluded().stream().mapToInt(this::precision).max().orElse(-1);
      return included > excluded;
    }

    /// -1 if the other path does not cover this one.
    private int precision(IndexPath other) {
      int length = other.segments().size();
      boolean covers =
          switch (other.ending()) {
            case SCALAR -> other.segments().equals(path.segments());
            case SUBTREE ->
                length <= path.segments().size()
                    && other.segments().equals(path.segments().subList(0, length));
          };
      return covers ? 2 * length + (other.ending() == IndexPath.Ending.SCALAR ? 1 : 0) : -1;
    }

    @Override
    public Comparator<Entry> order() {
      return Comparator.<Entry, Value>comparing(
              entry -> entry.values().getFirst(), IndexModel::compare)
          .thenComparingLong(Entry::rid);
    }
  }

  /// The values of a composite index: every item has one entry, also without any of the values.
  record CompositeSource(CompositeIndex composite) implements Source {
    @Override
    public List<List<Value>> valuesOf(Value.Document document) {
      List<Value> values = new ArrayList<>();
      for (CompositeIndex.Part part : composite.parts()) {
        values.add(at(document, part.path()));
      }
      return List.of(values);
    }

    @Override
    public boolean isIndexed(IndexingPolicy policy) {
      return policy.enabled() && policy.composites().contains(composite);
    }

    @Override
    public Comparator<Entry> order() {
      Comparator<Entry> order = (_, _) -> 0;
      for (int i = 0; i < composite.parts().size(); i++) {
        int at = i;
        Comparator<Entry> part =
            Comparator.comparing(entry -> entry.values().get(at), IndexModel::compare);
        order = order.thenComparing(composite.parts().get(i).descending() ? part.reversed() : part);
      }
      return order.thenComparingLong(Entry::rid);
    }
  }

  static Value at(Value.Document document, PropertyPath path) {
    Value value = document;
    for (int level = 0; level < path.depth(); level++) {
      String name = new String(path.name(level), StandardCharsets.UTF_8);
      if (!(value instanceof Value.Document inner) || !inner.properties().containsKey(name)) {
        return Value.Undefined.UNDEFINED;
      }
      value = inner.properties().get(name);
    }
    return value;
  }
}
