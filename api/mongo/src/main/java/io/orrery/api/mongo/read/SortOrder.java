// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.text.TextSpec;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.collation.CollationKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An order of documents: paths, each up or down.
///
/// @param collation how texts compare
public record SortOrder(List<Key> keys, Collation collation) {
  private static final int KEYS_MAX = 32;

  /// What documents are sorted by that is computed of them.
  @FunctionalInterface
  public interface Ranking {
    Value of(Value document);
  }

  /// One path of an order.
  ///
  /// @param collation how texts compare
  /// @param ranking what it is by instead; empty if it is by a path
  public record Key(
      DocumentPath path, boolean descending, Collation collation, Optional<Ranking> ranking) {

    /// What a document is sorted by: of an array its least element, or its greatest where the order
    /// goes down. Under a collation it is what stands for that in comparisons.
    public Value of(Value document) {
      if (ranking.isPresent()) {
        return ranking.get().of(document);
      }
      List<Value> found = new ArrayList<>();
      boolean _ =
          path.any(
              document,
              value -> {
                if (value instanceof Value.Array(List<Value> elements) && !elements.isEmpty()) {
                  elements.forEach(element -> found.add(collated(element)));
                } else {
                  found.add(collated(value));
                }
                return false;
              });
      Value best = Value.Undefined.UNDEFINED;
      for (int i = 0; i < found.size(); i++) {
        Value each = found.get(i);
        int order = i == 0 ? 0 : ValueOrder.BSON.compare(comparable(each), comparable(best));
        if (i == 0 || (descending ? order > 0 : order < 0)) {
          best = each;
        }
      }
      return best;
    }

    private Value collated(Value value) {
      return collation.isSimple() ? value : CollationKeys.of(collation).of(value);
    }

    private static Value comparable(Value value) {
      return value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
    }
  }

  public SortOrder {
    keys = List.copyOf(keys);
  }

  /// Compares documents that are in memory.
  public Comparator<Value> comparator() {
    Comparator<Value> order = (_, _) -> 0;
    for (Key key : keys) {
      Comparator<Value> next =
          (one, other) ->
              ValueOrder.BSON.compare(Key.comparable(key.of(one)), Key.comparable(key.of(other)));
      order = order.thenComparing(key.descending() ? next.reversed() : next);
    }
    return order;
  }

  /// An order in which texts compare by their bytes.
  public static SortOrder read(Value.Document sort) {
    return read(sort, Collation.SIMPLE);
  }

  public static SortOrder read(Value.Document sort, Collation collation) {
    List<Key> keys = new ArrayList<>();
    for (Map.Entry<String, Value> field : sort.properties().entrySet()) {
      if (field.getValue() instanceof Value.Document computed
          && computed.properties().containsKey(TextSpec.NAME)) {
        var search = TextSpec.read(computed.property(TextSpec.NAME));
        Ranking score = document -> new Value.Float64(search.score(document));
        keys.add(new Key(DocumentPath.of(field.getKey()), true, collation, Optional.of(score)));
        continue;
      }
      if (field.getKey().equals(DistanceOrder.NAME)) {
        var near = DistanceOrder.read(field.getValue());
        keys.add(new Key(near.path(), false, collation, Optional.of(near)));
        continue;
      }
      long direction = BsonNumbers.findWhole(field.getValue()).orElse(0L);
      if (field.getValue() instanceof Value.Document) {
        throw MongoFailure.notSupported("A sort by an expression such as $meta");
      }
      if (direction != 1 && direction != -1) {
        throw new MongoFailure(
            MongoError.BAD_VALUE,
            "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
      }
      if (field.getKey().equals("$natural")) {
        if (direction < 0) {
          throw MongoFailure.notSupported("A sort by $natural downwards");
        }
      } else {
        keys.add(
            new Key(DocumentPath.of(field.getKey()), direction < 0, collation, Optional.empty()));
      }
    }
    if (keys.size() > KEYS_MAX) {
      throw new MongoFailure(MongoError.BAD_VALUE, "too many sort keys, at most " + KEYS_MAX);
    }
    return new SortOrder(keys, collation);
  }
}
