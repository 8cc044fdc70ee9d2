// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.option.CollectionProperties;
import io.orrery.api.mongo.text.TextIndex;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Collation;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The indexes of a collection. What the engine needs of them stands in the indexing policy of the
/// container, their names and the rest in its properties.
///
/// Documents of a collection that is not sharded lie in the order of `_id`, which is an index by
/// itself. A sharded one declares it, and one of its shard key.
///
/// @param nextId no index had this number before
public record CollectionIndexes(List<IndexSpec> specs, int nextId) {
  private static final String SPECS = "indexes";
  private static final String NEXT = "nextIndex";

  public CollectionIndexes {
    specs = List.copyOf(specs);
  }

  /// Those of a new collection.
  ///
  /// @param shardKey its dotted path
  public static CollectionIndexes initial(Optional<String> shardKey) {
    List<IndexSpec> specs = new ArrayList<>();
    shardKey.ifPresent(
        path -> {
          specs.add(plain(0, IndexSpec.ID_NAME, "_id", new Value.Int32(1)));
          if (!path.equals("_id")) {
            specs.add(plain(1, path + "_hashed", path, new Value.Text("hashed")));
          }
        });
    return new CollectionIndexes(specs, specs.size());
  }

  private static IndexSpec plain(int id, String name, String path, Value direction) {
    return new IndexSpec(
        id,
        name,
        new Value.Document(new LinkedHashMap<>(Map.of(path, direction))),
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        false,
        Collation.SIMPLE,
        new Value.Document(new LinkedHashMap<>()));
  }

  public static CollectionIndexes of(Container container) {
    if (container.definition().properties().length == 0) {
      return initial(shardKey(container));
    }
    Value.Document kept = CollectionProperties.of(container.definition());
    if (kept.property(SPECS) instanceof Value.Array(List<Value> specs)
        && kept.property(NEXT) instanceof Value.Int32(int next)) {
      return new CollectionIndexes(specs.stream().map(IndexSpec::ofStored).toList(), next);
    }
    throw OrreryException.corrupted("the indexes of a collection are kept in another form");
  }

  static Optional<String> shardKey(Container container) {
    return container.definition().key().paths().stream()
        .findFirst()
        .map(PropertyPath::segments)
        .map(names -> String.join(".", names));
  }

  /// The definition of a collection that has these.
  public ContainerDefinition in(ContainerDefinition definition) {
    Value kept = new Value.Array(List.copyOf(specs.stream().map(IndexSpec::toStored).toList()));
    List<DeclaredIndex> declared =
        Stream.concat(
                specs.stream().filter(spec -> !spec.isOfTime()).map(IndexSpec::declared),
                NaturalIndex.of(definition).stream())
            .toList();
    ContainerDefinition named =
        CollectionProperties.with(
            CollectionProperties.with(definition, SPECS, kept), NEXT, new Value.Int32(nextId));
    return named.withIndexing(definition.indexing().declaring(declared)).withTtlSeconds(lifetime());
  }

  /// Receipts end by themselves; documents do where an index of the time of their change says so.
  private int lifetime() {
    return specs.stream()
        .filter(IndexSpec::isOfTime)
        .flatMap(spec -> spec.expireAfterSeconds().stream())
        .map(Math::toIntExact)
        .filter(seconds -> seconds > 0)
        .findFirst()
        .orElse(-1);
  }

  public Optional<IndexSpec> find(String name) {
    return listed().stream().filter(spec -> spec.name().equals(name)).findFirst();
  }

  public Optional<IndexSpec> find(int id) {
    return specs.stream().filter(spec -> spec.id() == id).findFirst();
  }

  /// The text index, if there is one that may be used.
  public Optional<TextIndex> text() {
    return specs.stream()
        .filter(spec -> !spec.hidden())
        .map(spec -> TextIndex.of(spec.key(), spec.more()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// As clients see them: that of `_id` is always the first.
  public List<IndexSpec> listed() {
    if (!specs.isEmpty() && specs.getFirst().name().equals(IndexSpec.ID_NAME)) {
      return specs;
    }
    List<IndexSpec> all = new ArrayList<>();
    all.add(plain(-1, IndexSpec.ID_NAME, "_id", new Value.Int32(1)));
    all.addAll(specs);
    return all;
  }

  CollectionIndexes with(List<IndexSpec> added) {
    List<IndexSpec> all = new ArrayList<>(specs);
    int next = nextId;
    for (IndexSpec spec : added) {
      all.add(spec.withId(next));
      next++;
    }
    return new CollectionIndexes(all, next);
  }

  CollectionIndexes without(List<IndexSpec> dropped) {
    return new CollectionIndexes(
        specs.stream().filter(spec -> !dropped.contains(spec)).toList(), nextId);
  }

  CollectionIndexes replacing(IndexSpec old, IndexSpec fresh) {
    return new CollectionIndexes(
        specs.stream().map(spec -> spec.equals(old) ? fresh : spec).toList(), nextId);
  }
}
