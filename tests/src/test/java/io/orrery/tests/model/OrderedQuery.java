// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// `SELECT * FROM c WHERE … ORDER BY …`, and what it has to find, worked out the slow way.
///
/// @param conditions all of which hold for every item it finds
/// @param order one key, or those of the composite index or their reverse
/// @param newestFirst whether items that are equal in the order come by descending rid
record OrderedQuery(List<Condition> conditions, List<Key> order, boolean newestFirst) {

  /// One key of ORDER BY.
  record Key(PropertyPath path, boolean descending) {}

  /// What an item is sorted by, and whose place it is.
  ///
  /// @param indexed whether the item is in the index at all
  record Place(List<Value> values, long rid, ItemKey key, boolean indexed) {}

  /// One part of the filter.
  sealed interface Condition {
    String sql();

    boolean holds(Value.Document document);
  }

  enum Operator {
    EQUAL("="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String sql;

    Operator(String sql) {
      this.sql = sql;
    }

    boolean accepts(int order) {
      return switch (this) {
        case EQUAL -> order == 0;
        case LESS -> order < 0;
        case AT_MOST -> order <= 0;
        case GREATER -> order > 0;
        case AT_LEAST -> order >= 0;
      };
    }
  }

  /// Values of different types are never comparable.
  record Comparison(PropertyPath path, Operator operator, Value literal) implements Condition {
    @Override
    public String sql() {
      return "%s %s %s".formatted(property(path), operator.sql, text(literal));
    }

    @Override
    public boolean holds(Value.Document document) {
      Value value = at(document, path);
      return type(value).equals(type(literal))
          && operator.accepts(ValueOrder.SQL.compare(value, literal));
    }
  }

  /// The array at `/tags` has the text.
  record Tagged(String tag) implements Condition {
    @Override
    public String sql() {
      return "ARRAY_CONTAINS(c.tags, '%s')".formatted(tag);
    }

    @Override
    public boolean holds(Value.Document document) {
      return document.property("tags") instanceof Value.Array(List<Value> elements)
          && elements.contains(new Value.Text(tag));
    }
  }

  String sql() {
    String filter = conditions.stream().map(Condition::sql).collect(Collectors.joining(" AND "));
    return "SELECT * FROM c %s ORDER BY %s"
        .formatted(
            filter.isEmpty() ? "" : "WHERE " + filter,
            order.stream()
                .map(key -> property(key.path()) + (key.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", ")));
  }

  /// Whether something else than the path it orders by decides which items it finds.
  boolean looksElsewhere() {
    return conditions.stream()
        .anyMatch(
            each ->
                !(each instanceof Comparison comparison
                    && order.size() == 1
                    && comparison.path().equals(order.getFirst().path())));
  }

  /// Whether the policy lets the query be served.
  boolean isServed(IndexingPolicy policy) {
    return order.size() == 1
        ? isIndexed(order.getFirst().path(), policy)
        : policy.enabled() && policy.composites().contains(Template.COMPOSITE);
  }

  /// Of the included and excluded paths that cover the path the most precise decides.
  private static boolean isIndexed(PropertyPath path, IndexingPolicy policy) {
    if (!policy.enabled()) {
      return false;
    }
    IndexPath scalar = IndexPath.parse(path + "/?");
    int included = policy.included().stream().mapToInt(e -> precision(e, scalar)).max().orElse(-1);
    int excluded = policy.excluded().stream().mapToInt(e -> precision(e, scalar)).max().orElse(-1);
    return included > excluded;
  }

  /// -1 if the one does not cover the path.
  private static int precision(IndexPath one, IndexPath path) {
    int length = one.segments().size();
    boolean covers =
        switch (one.ending()) {
          case SCALAR -> one.segments().equals(path.segments());
          case SUBTREE ->
              length <= path.segments().size()
                  && one.segments().equals(path.segments().subList(0, length));
        };
    return covers ? 2 * length + (one.ending() == IndexPath.Ending.SCALAR ? 1 : 0) : -1;
  }

  /// The places of the items it finds or may find, in order. Items that are not in the index are
  /// found only on the way through all items: surely where that is the only way, which is to those
  /// without a value to order by.
  List<Place> places(Iterable<ModelItem> items) {
    List<Place> places = new ArrayList<>();
    for (ModelItem item : items) {
      Place place = place(item);
      if ((item.indexed() || mayFindUnindexed(place))
          && conditions.stream().allMatch(each -> each.holds(item.document()))) {
        places.add(place);
      }
    }
    places.sort(comparator());
    return places;
  }

  private Place place(ModelItem item) {
    List<Value> values = order.stream().map(key -> at(item.document(), key.path())).toList();
    return new Place(values, item.rid(), item.key(), item.indexed());
  }

  private boolean mayFindUnindexed(Place place) {
    return !conditions.isEmpty() || isWithout(place);
  }

  /// Whether it depends on the way to the items whether this one is found.
  boolean isOptional(Place place) {
    return !place.indexed() && !conditions.isEmpty();
  }

  /// Whether the item has no value to order by. Such items come in a stretch of their own.
  boolean isWithout(Place place) {
    return order.size() == 1 && place.values().getFirst() == Value.Undefined.UNDEFINED;
  }

  Comparator<Place> comparator() {
    Comparator<Place> comparator = (_, _) -> 0;
    for (int i = 0; i < order.size(); i++) {
      int at = i;
      Comparator<Place> key =
          Comparator.comparing(place -> place.values().get(at), OrderedQuery::compare);
      comparator = comparator.thenComparing(order.get(i).descending() ? key.reversed() : key);
    }
    Comparator<Place> byRid = Comparator.comparingLong(Place::rid);
    return comparator.thenComparing(newestFirst ? byRid.reversed() : byRid);
  }

  /// A scalar in the order of values; arrays and objects behind all scalars, whatever is in them.
  private static int compare(Value left, Value right) {
    int byShape = Integer.compare(shape(left), shape(right));
    return byShape != 0 || shape(left) > 0 ? byShape : ValueOrder.SQL.compare(left, right);
  }

  private static int shape(Value value) {
    return switch (value) {
      case Value.Array _ -> 1;
      case Value.Document _ -> 2;
      default -> 0; // every scalar alike
    };
  }

  /// As SQL sees types: all numbers are one.
  private static String type(Value value) {
    return switch (value) {
      case Value.Int32 _, Value.Int64 _, Value.Float64 _ -> "number";
      default -> value.kind().name();
    };
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

  private static String property(PropertyPath path) {
    return "c" + path.toString().replace('/', '.');
  }

  private static String text(Value literal) {
    return switch (literal) {
      case Value.Text(String text) -> quoted(text);
      case Value.Bool bool -> bool == Value.Bool.TRUE ? "true" : "false";
      case Value.Int32(int number) -> Integer.toString(number);
      case Value.Int64(long number) -> Long.toString(number);
      case Value.Float64(double number) -> Double.toString(number);
      case Value.Null _ -> "null";
      default -> throw new IllegalArgumentException("no literal of SQL: " + literal);
    };
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            each -> {
              if (each >= ' ' && each < 0x7F) {
                quoted.append((char) each);
              } else {
                quoted.append("\\u%04x".formatted(each));
              }
            });
    return quoted.append('"').toString();
  }
}
