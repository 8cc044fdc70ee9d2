// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.read.PlanExplainer.Execution;
import io.orrery.gateway.query.QueryChoice;
import io.orrery.model.Direction;
import io.orrery.plan.access.AccessPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The stages that a command's documents come by, the last one first.
///
/// @param choice how they are found
/// @param above what is done with them; empty for nothing
/// @param byKey whether one document is read by its key
record WinningPlan(
    Optional<QueryChoice> choice,
    CollectionIndexes indexes,
    Selection selection,
    String above,
    boolean byKey) {

  WinningPlan(
      QueryChoice choice,
      CollectionIndexes indexes,
      Selection selection,
      String above,
      boolean byKey) {
    this(Optional.of(choice), indexes, selection, above, byKey);
  }

  /// Of a collection that there is not.
  static WinningPlan nothing(Selection selection, String above) {
    return new WinningPlan(
        Optional.empty(), CollectionIndexes.initial(Optional.empty()), selection, above, false);
  }

  static WinningPlan byKey(Selection selection, String above) {
    return new WinningPlan(
        Optional.empty(), CollectionIndexes.initial(Optional.empty()), selection, above, true);
  }

  /// The plans that were thought of, too.
  List<WinningPlan> rejected() {
    return choice.map(QueryChoice::rejected).orElse(List.of()).stream()
        .map(path -> new QueryChoice(path, !selection.sort().properties().isEmpty(), List.of()))
        .map(each -> new WinningPlan(each, indexes, selection, above, false))
        .toList();
  }

  boolean readsKeys() {
    return byKey || choice.map(each -> !(each.path() instanceof AccessPath.FullScan)).orElse(false);
  }

  private interface Stage {
    void write(BsonBuilder reply);
  }

  /// Writes the stages into the document that is open.
  ///
  /// @param execution what they did, if it is to be told
  void write(BsonBuilder reply, Optional<Execution> execution) {
    List<Stage> stages = stages(execution);
    for (int i = 0; i < stages.size(); i++) {
      stages.get(i).write(reply);
      if (i < stages.size() - 1) {
        reply.beginDocument("inputStage");
      }
    }
    for (int i = 0; i < stages.size() - 1; i++) {
      reply.end();
    }
  }

  private List<Stage> stages(Optional<Execution> execution) {
    List<Stage> stages = new ArrayList<>();
    if (!above.isEmpty()) {
      stages.add(named(above, execution));
    }
    if (byKey || choice.isEmpty()) {
      stages.add(named(byKey ? "IDHACK" : "EOF", execution));
      return stages;
    }
    if (selection.limit() != Long.MAX_VALUE) {
      stages.add(
          reply -> {
            named("LIMIT", execution).write(reply);
            reply.put("limitAmount", BsonNumbers.narrowest(selection.limit()));
          });
    }
    if (selection.skip() > 0) {
      stages.add(
          reply -> {
            named("SKIP", execution).write(reply);
            reply.put("skipAmount", BsonNumbers.narrowest(selection.skip()));
          });
    }
    if (choice.get().sorts()) {
      stages.add(
          reply -> {
            boolean near = selection.sort().properties().containsKey(DistanceOrder.NAME);
            named(near ? "GEO_NEAR_2DSPHERE" : "SORT", execution).write(reply);
            reply.put("sortPattern", DistanceOrder.told(selection.sort()));
          });
    }
    found(choice.get().path(), execution, stages);
    return stages;
  }

  private void found(AccessPath path, Optional<Execution> execution, List<Stage> stages) {
    switch (path) {
      case AccessPath.DeclaredRanges ranges -> {
        stages.add(fetch(execution));
        stages.add(reply -> scan(ranges, execution, reply));
      }
      case AccessPath.PrimaryRange(_, _, Direction direction) -> {
        stages.add(fetch(execution));
        stages.add(
            reply -> {
              named("IXSCAN", execution).write(reply);
              describe(indexes.listed().getFirst(), false, direction, reply);
            });
      }
      case AccessPath.FullScan _,
          AccessPath.IndexRanges _,
          AccessPath.IndexOrder _,
          AccessPath.CompositeOrder _ ->
          stages.add(
              reply -> {
                named("COLLSCAN", execution).write(reply);
                reply
                    .put("filter", CollatedFilters.told(selection.filter()))
                    .put("direction", "forward");
                execution.ifPresent(
                    each -> reply.put("docsExamined", BsonNumbers.narrowest(each.items())));
              });
    }
  }

  private Stage fetch(Optional<Execution> execution) {
    return reply -> {
      named("FETCH", execution).write(reply);
      reply.put("filter", CollatedFilters.told(selection.filter()));
      execution.ifPresent(each -> reply.put("docsExamined", BsonNumbers.narrowest(each.items())));
    };
  }

  /// Several indexes are read as one, each document once.
  private void scan(
      AccessPath.DeclaredRanges ranges, Optional<Execution> execution, BsonBuilder reply) {
    List<IndexSpec> used =
        ranges.ranges().stream()
            .map(AccessPath.DeclaredRanges.Range::index)
            .distinct()
            .flatMap(id -> indexes.find(id).stream())
            .toList();
    if (used.size() == 1) {
      named("IXSCAN", execution).write(reply);
      describe(used.getFirst(), ranges.repeating(), ranges.direction(), reply);
      IndexBounds.write(used.getFirst(), ranges.ranges(), reply);
      execution.ifPresent(each -> reply.put("keysExamined", BsonNumbers.narrowest(each.entries())));
      return;
    }
    named(used.isEmpty() ? "EOF" : "OR", execution).write(reply);
    reply.beginArray("inputStages");
    for (IndexSpec spec : used) {
      reply.beginDocument().put("stage", "IXSCAN");
      describe(spec, true, ranges.direction(), reply);
      IndexBounds.write(spec, ranges.ranges(), reply);
      reply.end();
    }
    reply.end();
  }

  private static void describe(
      IndexSpec spec, boolean multiple, Direction direction, BsonBuilder reply) {
    reply
        .put("keyPattern", spec.key())
        .put("indexName", spec.name())
        .put("isMultiKey", multiple)
        .put("isUnique", spec.unique())
        .put("isSparse", spec.sparse())
        .put("isPartial", spec.partialFilter().isPresent())
        .put("indexVersion", 2)
        .put("direction", direction == Direction.FORWARD ? "forward" : "backward");
  }

  private static Stage named(String name, Optional<Execution> execution) {
    return reply -> {
      reply.put("stage", name);
      execution.ifPresent(each -> reply.put("nReturned", BsonNumbers.narrowest(each.returned())));
    };
  }
}
