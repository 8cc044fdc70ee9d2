// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Makes, changes and drops the indexes of collections.
public final class IndexDefinitions {
  private final Administration administration;
  private final StoredDocumentScan documents;

  /// Shows every document of a collection.
  public interface StoredDocumentScan {
    void forEach(ContainerHandle collection, Consumer<Value.Document> action);
  }

  public IndexDefinitions(Administration administration, StoredDocumentScan documents) {
    this.administration = administration;
    this.documents = documents;
  }

  /// The indexes of a collection.
  public CollectionIndexes of(Namespace namespace) {
    return CollectionIndexes.of(open(namespace).container());
  }

  private ContainerHandle open(Namespace namespace) {
    ContainerHandle found =
        administration
            .findContainer(namespace.database(), namespace.collection())
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace));
    if (CollectionOptions.of(found.container().definition()).viewOn().isPresent()) {
      throw new MongoFailure(
          MongoError.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace %s is a view, not a collection".formatted(namespace));
    }
    return found;
  }

  /// What became of new indexes.
  ///
  /// @param complete whether they have all documents already
  public record Made(int before, int after, boolean complete) {}

  /// Makes indexes and waits until they have all documents. Those that there are already are no
  /// news. Fails with DUPLICATE_KEY, and makes none, if one is to be unique and cannot be, and
  /// likewise if there is a document that one cannot take.
  public Made create(Namespace namespace, List<IndexSpec> wanted, Duration patience) {
    ContainerHandle open = open(namespace);
    int before = CollectionIndexes.of(open.container()).listed().size();
    List<IndexSpec> made = new ArrayList<>();
    change(
        open,
        indexes -> {
          made.clear();
          made.addAll(news(open.container(), indexes, wanted));
          return indexes.with(made);
        });
    if (made.isEmpty()) {
      return new Made(before, before, true);
    }
    requireFit(open, made);
    boolean unique = made.stream().anyMatch(IndexSpec::unique);
    return switch (administration.awaitIndexing(open, patience)) {
      case DONE -> new Made(before, before + made.size(), true);
      case GOING_ON -> {
        if (unique) {
          undo(open, made);
          throw new MongoFailure(
              MongoError.MAX_TIME_EXPIRED, "The unique index was not complete in time.");
        }
        yield new Made(before, before + made.size(), false);
      }
      case HELD_UP -> {
        undo(open, made);
        throw unique
            ? new MongoFailure(
                MongoError.DUPLICATE_KEY,
                "E11000 duplicate key error collection: %s index: %s"
                    .formatted(
                        namespace,
                        made.stream().filter(IndexSpec::unique).findFirst().orElseThrow().name()))
            : new MongoFailure(
                MongoError.CANNOT_CREATE_INDEX,
                "A document would have more index entries than it may.");
      }
    };
  }

  /// Looks at the documents that were there before; those that come now are looked at when they are
  /// written, since the indexes are known already.
  private void requireFit(ContainerHandle open, List<IndexSpec> made) {
    IndexDemands demands = IndexDemands.of(made);
    if (demands.isEmpty()) {
      return;
    }
    try {
      documents.forEach(open, demands::require);
    } catch (OrreryException failure) {
      undo(open, made);
      throw failure;
    }
  }

  private void undo(ContainerHandle open, List<IndexSpec> made) {
    List<String> names = made.stream().map(IndexSpec::name).toList();
    change(
        open,
        indexes ->
            indexes.without(
                indexes.specs().stream().filter(spec -> names.contains(spec.name())).toList()));
  }

  private void change(ContainerHandle open, UnaryOperator<CollectionIndexes> change) {
    Container _ =
        administration.replaceContainer(
            open,
            container -> change.apply(CollectionIndexes.of(container)).in(container.definition()));
  }

  /// Those that there are not yet.
  private static List<IndexSpec> news(
      Container container, CollectionIndexes indexes, List<IndexSpec> wanted) {
    List<IndexSpec> known = new ArrayList<>(indexes.listed());
    List<IndexSpec> made = new ArrayList<>();
    for (IndexSpec spec : wanted) {
      requireShardKey(container, spec);
      if (isNew(known, spec)) {
        known.add(spec);
        made.add(spec);
      }
    }
    return made;
  }

  private static boolean isNew(List<IndexSpec> known, IndexSpec spec) {
    for (IndexSpec each : known) {
      if (spec.isOfText() && each.isOfText() && !each.isLike(spec)) {
        throw IndexSpecReader.refused(
            "only one text index per collection allowed, found existing text index \"%s\""
                .formatted(each.name()));
      }
    }
    if (spec.paths().equals(List.of("_id")) && !spec.key().property("_id").kind().isNumber()) {
      throw IndexSpecReader.refused("An index of _id alone other than by its order");
    }
    if (spec.paths().equals(List.of("_id"))) {
      return false;
    }
    for (IndexSpec each : known) {
      boolean sameName = each.name().equals(spec.name());
      if (sameName && each.isLike(spec)) {
        return false;
      }
      if (sameName) {
        throw new MongoFailure(
            MongoError.INDEX_KEY_SPECS_CONFLICT,
            "An existing index has the same name as the requested index. When index names are not"
                + " specified, they are auto generated and can cause conflicts. Please refer to our"
                + " documentation. Requested index: %s".formatted(spec.name()));
      }
      if (each.key().equals(spec.key())
          && each.collation().equals(spec.collation())
          && each.partialFilter().equals(spec.partialFilter())) {
        throw new MongoFailure(
            MongoError.INDEX_OPTIONS_CONFLICT,
            "Index already exists with a different name: " + each.name());
      }
    }
    return true;
  }

  /// What is unique is so in each logical partition, and everywhere if the shard key is part of it.
  private static void requireShardKey(Container container, IndexSpec spec) {
    Optional<String> shardKey = CollectionIndexes.shardKey(container);
    if (spec.unique() && shardKey.isPresent() && !spec.paths().contains(shardKey.get())) {
      throw IndexSpecReader.refused(
          "cannot create unique index over { %s } with shard key pattern { %s: \"hashed\" }"
              .formatted(String.join(", ", spec.paths()), shardKey.get()));
    }
  }

  /// Drops all indexes that are not among these and can be dropped.
  public void retain(Namespace namespace, List<IndexSpec> wanted) {
    ContainerHandle open = open(namespace);
    change(
        open,
        indexes ->
            indexes.without(
                indexes.specs().stream()
                    .filter(spec -> !isNeeded(open.container(), spec))
                    .filter(spec -> wanted.stream().noneMatch(spec::isLike))
                    .toList()));
  }

  /// Drops indexes by their names or keys; gives how many there were before.
  public int drop(Namespace namespace, Value which) {
    ContainerHandle open = open(namespace);
    int[] before = new int[1];
    change(
        open,
        indexes -> {
          before[0] = indexes.listed().size();
          return indexes.without(droppable(open.container(), indexes, which));
        });
    return before[0];
  }

  private static List<IndexSpec> droppable(
      Container container, CollectionIndexes indexes, Value which) {
    if (which.equals(new Value.Text("*"))) {
      return indexes.specs().stream().filter(spec -> !isNeeded(container, spec)).toList();
    }
    List<Value> each =
        which instanceof Value.Array(List<Value> elements) ? elements : List.of(which);
    List<IndexSpec> dropped = new ArrayList<>();
    for (Value one : each) {
      IndexSpec spec = find(indexes, one);
      if (spec.name().equals(IndexSpec.ID_NAME)) {
        throw new MongoFailure(MongoError.INVALID_OPTIONS, "cannot drop _id index");
      }
      if (isNeeded(container, spec)) {
        throw new MongoFailure(
            MongoError.ILLEGAL_OPERATION, "cannot drop the index of the shard key");
      }
      dropped.add(spec);
    }
    return dropped;
  }

  private static boolean isNeeded(Container container, IndexSpec spec) {
    return spec.name().equals(IndexSpec.ID_NAME)
        || CollectionIndexes.shardKey(container)
            .map(path -> spec.name().equals(path + "_hashed"))
            .orElse(false);
  }

  /// The index of a name or a key. Fails with INDEX_NOT_FOUND if there is none.
  static IndexSpec find(CollectionIndexes indexes, Value which) {
    return switch (which) {
      case Value.Text(String name) ->
          indexes
              .find(name)
              .orElseThrow(() -> notFound("index not found with name [%s]".formatted(name)));
      case Value.Document key ->
          indexes.listed().stream()
              .filter(spec -> spec.hasKey(key))
              .findFirst()
              .orElseThrow(
                  () -> notFound("can't find index with key: " + IndexSpecReader.name(key)));
      case Value _ ->
          throw new MongoFailure(
              MongoError.TYPE_MISMATCH, "An index is named by its name or its key");
    };
  }

  private static MongoFailure notFound(String message) {
    return new MongoFailure(MongoError.INDEX_NOT_FOUND, message);
  }

  /// Changes what of an index can be changed without making it anew; gives it as it was.
  public IndexSpec modify(
      Namespace namespace,
      Value which,
      Optional<Long> expireAfterSeconds,
      Optional<Boolean> hidden) {
    IndexSpec[] before = new IndexSpec[1];
    change(
        open(namespace),
        indexes -> {
          IndexSpec old = find(indexes, which);
          if (old.name().equals(IndexSpec.ID_NAME)) {
            throw new MongoFailure(MongoError.BAD_VALUE, "can't hide or expire by the _id index");
          }
          before[0] = old;
          IndexSpec fresh = hidden.map(old::withHidden).orElse(old);
          return indexes.replacing(old, expireAfterSeconds.map(fresh::withExpiry).orElse(fresh));
        });
    return before[0];
  }
}
