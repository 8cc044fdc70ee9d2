// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.index.FilterConditions;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.index.NaturalIndex;
import io.orrery.api.mongo.match.Filter;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.IndexUse;
import io.orrery.model.Direction;
import io.orrery.model.catalog.Container;
import io.orrery.model.container.Collation;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.plan.access.Condition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Says for each read which part of a collection it is about, and which indexes may serve it. Which
/// of them does is chosen where the data is known.
public final class ReadPlanning {
  private static final Value.Document BY_ID =
      new Value.Document(new LinkedHashMap<>(Map.of("_id", new Value.Int32(1))));

  private record Known(Container container, CollectionIndexes indexes) {}

  private final ConcurrentHashMap<Integer, Known> known = new ConcurrentHashMap<>();

  /// The indexes of a collection, which are read once.
  public CollectionIndexes indexes(ContainerHandle collection) {
    Container container = collection.container();
    Known found = known.get(container.number());
    if (found == null || !isSame(found.container(), container)) {
      found = new Known(container, CollectionIndexes.of(container));
      known.put(container.number(), found);
    }
    return found.indexes();
  }

  /// A container that was changed is another one; looking into it would cost more than reading.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Container one, Container other) {
    return one == other;
  }

  /// A read that may use any index.
  ///
  /// @param hint the index that the client wants; undefined if it leaves that to us
  /// @param collation how texts compare: in indexes that serve, too
  public ReadTarget target(
      ContainerHandle collection,
      Filter filter,
      Value.Document sort,
      Value hint,
      Collation collation) {
    return target(
        collection, filter, sort, hint, spec -> spec.collation().equals(collation), collation);
  }

  /// A read of documents that are changed while it goes on. It uses no index that the changes move
  /// documents in: they might come again.
  ///
  /// @param changed the paths that are changed
  public ReadTarget target(
      ContainerHandle collection,
      Filter filter,
      Value hint,
      List<List<String>> changed,
      Collation collation) {
    Value.Document any = new Value.Document(new LinkedHashMap<>());
    return target(
        collection,
        filter,
        any,
        hint,
        spec -> spec.collation().equals(collation) && !isMoved(spec, changed),
        collation);
  }

  private static boolean isMoved(IndexSpec spec, List<List<String>> changed) {
    return spec.isOfValues() ? isMovedAlong(spec, changed) : !changed.isEmpty();
  }

  private static boolean isMovedAlong(IndexSpec spec, List<List<String>> changed) {
    return spec.paths().stream()
        .map(path -> List.of(path.split("\\.", -1)))
        .anyMatch(path -> changed.stream().anyMatch(each -> overlap(path, each)));
  }

  private static boolean overlap(List<String> one, List<String> other) {
    int shared = Math.min(one.size(), other.size());
    return one.subList(0, shared).equals(other.subList(0, shared));
  }

  private ReadTarget target(
      ContainerHandle collection,
      Filter filter,
      Value.Document sort,
      Value hint,
      Predicate<IndexSpec> usable,
      Collation collation) {
    Condition condition = FilterConditions.of(filter);
    IndexUse use = along(sort, use(indexes(collection), filter, hint, usable));
    Scope scope = DocumentKeys.scope(collection, filter);
    // Documents lie in the order of bytes.
    if (ShardKey.isSharded(collection) || use.required() || !collation.isSimple()) {
      return new ReadTarget(scope, condition, use, sort, null);
    }
    Optional<IdRange> ids = IdRange.of(condition);
    boolean sortsById =
        !sort.properties().isEmpty() && sort.properties().firstEntry().getKey().equals("_id");
    if (sort.properties().isEmpty() ? ids.isEmpty() : !sortsById) {
      return new ReadTarget(scope, condition, use, sort, null);
    }
    Direction direction =
        sortsById && BsonNumbers.toDouble(sort.property("_id")) < 0
            ? Direction.REVERSE
            : Direction.FORWARD;
    return new ReadTarget(
        Scope.of(collection.key(PartitionKey.NONE, new byte[0])),
        condition,
        use,
        sortsById ? sort : BY_ID,
        ids.orElse(IdRange.ALL).in(direction));
  }

  /// The order of insertion has an index of its own.
  private static IndexUse along(Value.Document sort, IndexUse use) {
    if (use.required() || !sort.properties().containsKey(NaturalIndex.PATH)) {
      return use;
    }
    Set<Integer> ids = new HashSet<>(use.indexes());
    ids.add(NaturalIndex.ID);
    return new IndexUse(ids, false);
  }

  private static IndexUse use(
      CollectionIndexes indexes, Filter filter, Value hint, Predicate<IndexSpec> usable) {
    return switch (hint) {
      case Value.Undefined _ -> any(indexes, filter, usable);
      case Value.Document key when key.properties().isEmpty() -> any(indexes, filter, usable);
      case Value.Document key when key.properties().containsKey("$natural") -> IndexUse.NONE;
      case Value _ -> hinted(indexes, filter, hint, usable);
    };
  }

  private static IndexUse any(
      CollectionIndexes indexes, Filter filter, Predicate<IndexSpec> usable) {
    Set<Integer> ids =
        indexes.specs().stream()
            .filter(spec -> !spec.hidden() && spec.covers(filter))
            .filter(usable)
            .map(IndexSpec::id)
            .collect(Collectors.toSet());
    return ids.isEmpty() ? IndexUse.NONE : new IndexUse(ids, false);
  }

  private static IndexUse hinted(
      CollectionIndexes indexes, Filter filter, Value hint, Predicate<IndexSpec> usable) {
    IndexSpec spec =
        indexes.listed().stream()
            .filter(each -> each.isMeant(hint))
            .filter(each -> !each.hidden() && each.covers(filter))
            .findFirst()
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.BAD_VALUE,
                        "hint provided does not correspond to an existing index"));
    return spec.id() < 0 || !usable.test(spec)
        ? IndexUse.NONE
        : new IndexUse(Set.of(spec.id()), spec.isOfValues());
  }
}
