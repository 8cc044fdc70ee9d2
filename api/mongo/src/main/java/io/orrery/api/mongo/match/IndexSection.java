// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.KeyBounds;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.derive.Spreading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A part of an index. A document lies in it if one of its entries does: values of all kinds stand
/// in one order there, so unlike comparisons it does not end where another kind begins.
///
/// @param key paths and directions of the index
/// @param sparse whether documents without any of its fields have no entry
/// @param min the first entry that belongs to it; empty for no such end
/// @param max the first entry behind it
public record IndexSection(
    Value.Document key, boolean sparse, Optional<List<Value>> min, Optional<List<Value>> max) {
  private static final String KEY = "key";
  private static final String SPARSE = "sparse";

  public IndexSection {
    min = min.map(List::copyOf);
    max = max.map(List::copyOf);
  }

  /// What stands in filters under the name of [KeyBounds].
  public static Value.Document write(Value.Document key, boolean sparse, Value.Document bounds) {
    LinkedHashMap<String, Value> spec = new LinkedHashMap<>(bounds.properties());
    spec.put(KEY, key);
    spec.put(SPARSE, Value.Bool.of(sparse));
    return new Value.Document(spec);
  }

  public static IndexSection read(Value value) {
    if (value instanceof Value.Document spec
        && spec.property(KEY) instanceof Value.Document key
        && spec.property(SPARSE) instanceof Value.Bool sparse) {
      return new IndexSection(
          key, sparse == Value.Bool.TRUE, bound(spec, KeyBounds.MIN), bound(spec, KeyBounds.MAX));
    }
    throw OrreryException.corrupted("the bounds of an index have other parts");
  }

  private static Optional<List<Value>> bound(Value.Document spec, String name) {
    return spec.property(name) instanceof Value.Document bound
        ? Optional.of(List.copyOf(bound.properties().values()))
        : Optional.empty();
  }

  /// Whether its ends leave anything between them.
  public boolean isInOrder() {
    return min.isEmpty() || max.isEmpty() || compare(min.get(), max.get()) < 0;
  }

  List<List<String>> paths() {
    return key.properties().keySet().stream().map(path -> List.of(path.split("\\.", -1))).toList();
  }

  boolean matches(Value document) {
    boolean[] found = new boolean[1];
    new Spreading(paths(), sparse)
        .spread(document, values -> found[0] |= contains(List.of(values)));
    return found[0];
  }

  private boolean contains(List<Value> entry) {
    return min.map(each -> compare(each, entry) <= 0).orElse(true)
        && max.map(each -> compare(entry, each) < 0).orElse(true);
  }

  private int compare(List<Value> one, List<Value> other) {
    int at = 0;
    for (Map.Entry<String, Value> part : key.properties().entrySet()) {
      int order = ValueOrder.BSON.compare(one.get(at), other.get(at));
      if (order != 0) {
        return BsonNumbers.toDouble(part.getValue()) < 0 ? -order : order;
      }
      at++;
    }
    return 0;
  }
}
