// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The shard key of collections: its value says in which logical partition a document lies. A
/// collection that is not sharded has one logical partition.
public final class ShardKey {
  private ShardKey() {}

  public static boolean isSharded(ContainerHandle collection) {
    return !collection.definition().paths().isEmpty();
  }

  /// The dotted path of the key. The collection must have one.
  public static String path(ContainerHandle collection) {
    return String.join(".", segments(collection));
  }

  private static List<String> segments(ContainerHandle collection) {
    return collection.definition().paths().getFirst().segments();
  }

  /// Where a document in the stored form lies. Fails with SHARD_KEY_NOT_FOUND if it does not say.
  public static PartitionKey of(ContainerHandle collection, byte[] stored) {
    if (!isSharded(collection)) {
      return PartitionKey.NONE;
    }
    PropertyPath path = collection.definition().paths().getFirst();
    StoredCursor cursor = StoredCursor.over(stored);
    if (!path.seek(cursor) || cursor.kind() == Kind.ARRAY) {
      throw new MongoFailure(
          MongoError.SHARD_KEY_NOT_FOUND,
          "document does not contain the shard key '%s', or has an array there"
              .formatted(path(collection)));
    }
    return key(cursor.value());
  }

  /// Values that are equal in BSON become the same key.
  private static PartitionKey key(Value value) {
    return PartitionKey.of(
        switch (value) {
          case Value.Document document -> {
            ByteWriter out = new ByteWriter(64);
            KeyEncoding.write(out, document, ValueOrder.BSON);
            yield new Value.Binary(out.toByteArray(), 0);
          }
          case Value.Symbol(String text) -> new Value.Text(text);
          case Value.Undefined _ -> Value.Null.NULL;
          case Value other -> other;
        });
  }

  /// The only logical partitions that can have what passes a filter; empty if any can.
  public static Optional<List<PartitionKey>> in(ContainerHandle collection, Filter filter) {
    return isSharded(collection)
        ? in(segments(collection), filter)
            .map(values -> values.stream().map(ShardKey::key).toList())
        : Optional.of(List.of(PartitionKey.NONE));
  }

  /// The only logical partition that can have what passes a filter.
  public static Optional<PartitionKey> only(ContainerHandle collection, Filter filter) {
    return in(collection, filter).filter(keys -> keys.size() == 1).map(List::getFirst);
  }

  private static Optional<List<Value>> in(List<String> path, Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) -> {
        for (Filter part : parts) {
          Optional<List<Value>> values = in(path, part);
          if (values.isPresent()) {
            yield values;
          }
        }
        yield Optional.empty();
      }
      case Filter.Or(List<Filter> parts) -> {
        List<Value> all = new ArrayList<>();
        for (Filter part : parts) {
          Optional<List<Value>> values = in(path, part);
          if (values.isEmpty()) {
            yield Optional.empty();
          }
          all.addAll(values.get());
        }
        yield Optional.of(all);
      }
      case Filter.Field(DocumentPath at, Test test) when at.names().equals(path) -> values(test);
      case Filter.Field _,
          Filter.Computed _,
          Filter.Schema _,
          Filter.Words _,
          Filter.Keys _,
          Filter.Nor _ ->
          Optional.empty();
    };
  }

  private static Optional<List<Value>> values(Test test) {
    return switch (test) {
      case Test.Compare(Comparison comparison, Value value)
          when comparison == Comparison.EQUAL && value.kind() != Kind.ARRAY ->
          Optional.of(List.of(value));
      case Test.In(List<Value> values, var patterns)
          when patterns.isEmpty()
              && values.stream().noneMatch(value -> value.kind() == Kind.ARRAY) ->
          Optional.of(values);
      case Test.Every(List<Test> tests) ->
          tests.stream().flatMap(each -> values(each).stream()).findFirst();
      case Test _ -> Optional.empty();
    };
  }

  /// Whether a filter asks for one value of the key and nothing else.
  static boolean isEquality(ContainerHandle collection, Filter filter) {
    return isSharded(collection)
        && filter instanceof Filter.Field(DocumentPath at, Test.Compare _)
        && at.names().equals(segments(collection))
        && only(collection, filter).isPresent();
  }

  /// Whether changing what is at a path may change the key.
  public static boolean isTouched(ContainerHandle collection, List<String> names) {
    if (!isSharded(collection)) {
      return false;
    }
    List<String> key = segments(collection);
    int shared = Math.min(key.size(), names.size());
    return key.subList(0, shared).equals(names.subList(0, shared));
  }

  /// Fails with IMMUTABLE_FIELD unless a document stays where it is.
  public static void requireSame(ContainerHandle collection, PartitionKey before, byte[] after) {
    if (!isSharded(collection)) {
      return;
    }
    PropertyPath path = collection.definition().paths().getFirst();
    StoredCursor cursor = StoredCursor.over(after);
    boolean same =
        path.seek(cursor) && cursor.kind() != Kind.ARRAY && key(cursor.value()).equals(before);
    if (!same) {
      throw new MongoFailure(
          MongoError.IMMUTABLE_FIELD,
          "Performing an update on the path '%1$s' would modify the immutable field '%1$s'"
              .formatted(path(collection)));
    }
  }
}
