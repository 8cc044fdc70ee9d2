// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.command.WriteCommand.Removal;
import io.orrery.api.mongo.command.WriteCommand.UpdatePipeline;
import io.orrery.model.container.Collation;

/// Gives commands that do not say how texts compare the collation of their collection.
record DefaultCollations(MongoCollections collections) {

  ReadCommand.Find in(ReadCommand.Find find) {
    Collation collation = collections.collation(find.namespace());
    return collation.isSimple() ? find : in(find, collation);
  }

  private static ReadCommand.Find in(ReadCommand.Find find, Collation collation) {
    return new ReadCommand.Find(
        find.namespace(),
        in(find.selection(), collation),
        find.projection(),
        find.batchSize(),
        find.singleBatch(),
        find.session());
  }

  ReadCommand in(ReadCommand command) {
    Collation collation = collections.collation(command.namespace());
    if (collation.isSimple()) {
      return command;
    }
    return switch (command) {
      case ReadCommand.Find find -> in(find, collation);
      case ReadCommand.Count(var namespace, Selection selection) ->
          new ReadCommand.Count(namespace, in(selection, collation));
      case ReadCommand.Distinct(var namespace, String path, var filter, var hint) ->
          new ReadCommand.Distinct(namespace, path, CollatedFilters.in(filter, collation), hint);
      case ReadCommand.Explain explain ->
          new ReadCommand.Explain(
              explain.namespace(),
              in(explain.selection(), collation),
              explain.above(),
              explain.verbosity(),
              explain.command());
      case ReadCommand.GetMore _, ReadCommand.KillCursors _ -> command;
    };
  }

  private static Selection in(Selection selection, Collation collation) {
    return new Selection(
        CollatedFilters.in(selection.filter(), collation),
        selection.sort(),
        selection.skip(),
        selection.limit(),
        selection.hint());
  }

  AggregateCommand in(AggregateCommand command) {
    Collation collation =
        command.namespace().isOfDatabase()
            ? Collation.SIMPLE
            : collections.collation(command.namespace());
    return collation.isSimple()
        ? command
        : new AggregateCommand(
            command.namespace(),
            command.pipeline(),
            command.variables().collatedByDefault(collation),
            command.batchSize(),
            command.hint(),
            command.session(),
            command.bypass());
  }

  WriteCommand in(WriteCommand command) {
    Collation collation = collections.collation(command.namespace());
    if (collation.isSimple()) {
      return command;
    }
    return switch (command) {
      case WriteCommand.Insert _ -> command;
      case WriteCommand.Update update ->
          new WriteCommand.Update(
              update.namespace(),
              update.changes().stream().map(each -> in(each, collation)).toList(),
              update.ordered(),
              update.retry());
      case WriteCommand.Delete delete ->
          new WriteCommand.Delete(
              delete.namespace(),
              delete.removals().stream().map(each -> in(each, collation)).toList(),
              delete.ordered(),
              delete.retry());
      case WriteCommand.FindAndModify both ->
          new WriteCommand.FindAndModify(
              both.namespace(),
              CollatedFilters.in(both.filter(), collation),
              both.sort(),
              both.change().map(each -> in(each, collation)),
              both.tellsNew(),
              both.projection(),
              both.hint(),
              both.retry());
    };
  }

  private static Change in(Change change, Collation collation) {
    return new Change(
        CollatedFilters.in(change.filter(), collation),
        change.change(),
        change.multi(),
        change.upsert(),
        change.arrayFilters(),
        change.hint(),
        change
            .pipeline()
            .map(
                each ->
                    new UpdatePipeline(
                        each.stages(), each.variables().collatedByDefault(collation))),
        change.bypass());
  }

  private static Removal in(Removal removal, Collation collation) {
    return new Removal(
        CollatedFilters.in(removal.filter(), collation), removal.one(), removal.hint());
  }
}
