// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.KeyBounds;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.command.WriteCommand.Removal;
import io.orrery.api.mongo.command.WriteCommand.UpdatePipeline;
import io.orrery.api.mongo.index.HintedBounds;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.text.TextBinding;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.Optional;

/// Writes into commands what they leave to their collection: how texts compare, if they do not say,
/// which fields are searched for words, and which index is read from `min` to `max`.
record BoundCommands(MongoCollections collections, DocumentReads reads) {

  ReadCommand.Find in(ReadCommand.Find given) {
    ReadCommand.Find find = searching(given);
    Collation collation = collections.collation(find.namespace());
    return collation.isSimple() ? find : find.of(in(find.selection(), collation));
  }

  private ReadCommand.Find searching(ReadCommand.Find given) {
    // Most finds have no bounds, and go on as they are.
    ReadCommand.Find find =
        KeyBounds.of(given.selection().filter()).isEmpty()
            ? given
            : given.of(bounded(given.namespace(), given.selection()));
    return binding(find.namespace(), find.selection().filter())
        .map(text -> find.of(searching(find.selection(), text), text.scored(find.projection())))
        .orElse(find);
  }

  private static Selection searching(Selection selection, TextBinding text) {
    return new Selection(
        text.filter(selection.filter()),
        text.scored(selection.sort()),
        selection.skip(),
        selection.limit(),
        selection.hint());
  }

  private Optional<TextBinding> binding(Namespace namespace, Value.Document filter) {
    return TextBinding.isSearch(filter)
        ? TextBinding.of(
            filter, collections.find(namespace).flatMap(found -> reads.indexes(found).text()))
        : Optional.empty();
  }

  private Value.Document searching(Namespace namespace, Value.Document filter) {
    return binding(namespace, filter).map(text -> text.filter(filter)).orElse(filter);
  }

  /// Where there is no collection, there is no index either, and nothing to find.
  private Selection bounded(Namespace namespace, Selection selection) {
    return HintedBounds.in(selection, collections.find(namespace).map(reads::indexes));
  }

  ReadCommand in(ReadCommand given) {
    ReadCommand command = searching(given);
    Collation collation = collections.collation(command.namespace());
    if (collation.isSimple()) {
      return command;
    }
    return switch (command) {
      case ReadCommand.Find find -> find.of(in(find.selection(), collation));
      case ReadCommand.Count(var namespace, Selection selection) ->
          new ReadCommand.Count(namespace, in(selection, collation));
      case ReadCommand.Distinct(var namespace, String path, var filter, var hint) ->
          new ReadCommand.Distinct(namespace, path, CollatedFilters.in(filter, collation), hint);
      case ReadCommand.Explain explain -> explain.of(in(explain.selection(), collation));
      case ReadCommand.GetMore _, ReadCommand.KillCursors _ -> command;
    };
  }

  private ReadCommand searching(ReadCommand command) {
    return switch (command) {
      case ReadCommand.Find find -> searching(find);
      case ReadCommand.Count(var namespace, Selection selection) ->
          binding(namespace, selection.filter())
              .<ReadCommand>map(
                  text -> new ReadCommand.Count(namespace, searching(selection, text)))
              .orElse(command);
      case ReadCommand.Distinct(var namespace, String path, var filter, var hint) ->
          TextBinding.isSearch(filter)
              ? new ReadCommand.Distinct(namespace, path, searching(namespace, filter), hint)
              : command;
      case ReadCommand.Explain explain -> {
        Selection selection = bounded(explain.namespace(), explain.selection());
        yield explain.of(
            binding(explain.namespace(), selection.filter())
                .map(text -> searching(selection, text))
                .orElse(selection));
      }
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

  AggregateCommand in(AggregateCommand given) {
    AggregateCommand command = TextPipelines.in(given, this::binding);
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

  WriteCommand in(WriteCommand given) {
    WriteCommand command = searching(given);
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

  private WriteCommand searching(WriteCommand command) {
    return switch (command) {
      case WriteCommand.Update update
          when update.changes().stream().anyMatch(each -> TextBinding.isSearch(each.filter())) ->
          new WriteCommand.Update(
              update.namespace(),
              update.changes().stream()
                  .map(each -> with(each, searching(update.namespace(), each.filter())))
                  .toList(),
              update.ordered(),
              update.retry());
      case WriteCommand.Delete delete
          when delete.removals().stream().anyMatch(each -> TextBinding.isSearch(each.filter())) ->
          new WriteCommand.Delete(
              delete.namespace(),
              delete.removals().stream()
                  .map(
                      each ->
                          new Removal(
                              searching(delete.namespace(), each.filter()),
                              each.one(),
                              each.hint()))
                  .toList(),
              delete.ordered(),
              delete.retry());
      case WriteCommand.FindAndModify both when TextBinding.isSearch(both.filter()) -> {
        TextBinding text = binding(both.namespace(), both.filter()).orElseThrow();
        Value.Document filter = text.filter(both.filter());
        yield new WriteCommand.FindAndModify(
            both.namespace(),
            filter,
            text.scored(both.sort()),
            both.change().map(each -> with(each, filter)),
            both.tellsNew(),
            text.scored(both.projection()),
            both.hint(),
            both.retry());
      }
      case WriteCommand.Insert _,
          WriteCommand.Update _,
          WriteCommand.Delete _,
          WriteCommand.FindAndModify _ ->
          command;
    };
  }

  private static Change with(Change change, Value.Document filter) {
    return new Change(
        filter,
        change.change(),
        change.multi(),
        change.upsert(),
        change.arrayFilters(),
        change.hint(),
        change.pipeline(),
        change.bypass(),
        change.sort());
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
        change.bypass(),
        change.sort());
  }

  private static Removal in(Removal removal, Collation collation) {
    return new Removal(
        CollatedFilters.in(removal.filter(), collation), removal.one(), removal.hint());
  }
}
