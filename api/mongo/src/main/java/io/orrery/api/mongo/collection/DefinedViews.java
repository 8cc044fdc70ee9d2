// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What views are made of (docs/adr/0039).
public final class DefinedViews {
  /// How many views may stand behind each other.
  private static final int VIEW_DEPTH_MAX = 20;

  private final Administration administration;
  private final PermanentTraits traits;
  private final Function<Namespace, Optional<ContainerHandle>> findAny;

  /// @param findAny finds a collection or a view
  DefinedViews(
      Administration administration,
      PermanentTraits traits,
      Function<Namespace, Optional<ContainerHandle>> findAny) {
    this.administration = administration;
    this.traits = traits;
    this.findAny = findAny;
  }

  /// What a view is made of; empty if there is no view of this name.
  public Optional<DefinedView> find(Namespace namespace) {
    return findAny
        .apply(namespace)
        .filter(found -> traits.of(found).isView())
        .map(found -> CollectionOptions.of(found.container().definition()))
        .map(
            options ->
                new DefinedView(
                    new Namespace(namespace.database(), options.viewOn().orElseThrow()),
                    options.pipeline()));
  }

  /// What a name stands for in the end: a collection, and what views make of it.
  public DefinedView resolve(Namespace namespace) {
    DefinedView resolved = new DefinedView(namespace, List.of());
    for (int depth = 0; depth <= VIEW_DEPTH_MAX; depth++) {
      Optional<DefinedView> view = find(resolved.on());
      if (view.isEmpty()) {
        return resolved;
      }
      resolved = view.get().followedBy(resolved.pipeline());
    }
    throw new MongoFailure(
        MongoError.VIEW_DEPTH_LIMIT_EXCEEDED,
        "View depth too deep or view cycle detected; maximum depth is " + VIEW_DEPTH_MAX);
  }

  /// Fails with GRAPH_CONTAINS_CYCLE if a view would be made of itself.
  public void requireNoCycle(Namespace view, Namespace on) {
    DefinedView resolved = new DefinedView(on, List.of());
    for (int depth = 0; depth <= VIEW_DEPTH_MAX; depth++) {
      if (resolved.on().equals(view)) {
        throw new MongoFailure(MongoError.GRAPH_CONTAINS_CYCLE, "View cycle detected: " + view);
      }
      Optional<DefinedView> next = find(resolved.on());
      if (next.isEmpty()) {
        return;
      }
      resolved = next.get();
    }
  }

  /// Has a view be made of something else. Fails with NAMESPACE_NOT_FOUND if there is none of this
  /// name, with INVALID_OPTIONS if it is a collection.
  public void modify(Namespace view, Namespace on, List<Value.Document> pipeline) {
    ContainerHandle found =
        findAny
            .apply(view)
            .orElseThrow(
                () ->
                    new MongoFailure(MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + view));
    if (!traits.of(found).isView()) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "'viewOn' option not supported on a collection");
    }
    requireNoCycle(view, on);
    Container _ =
        administration.replaceContainer(
            found,
            container ->
                CollectionOptions.of(container.definition())
                    .asView(on.collection(), pipeline)
                    .in(container.definition()));
  }
}
