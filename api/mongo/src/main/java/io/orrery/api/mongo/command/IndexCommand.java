// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What makes, changes and drops indexes.
public sealed interface IndexCommand extends DefinitionCommand {

  /// Makes indexes, and the collection if there is none.
  ///
  /// @param indexes as the client said
  record CreateIndexes(Namespace namespace, List<Value.Document> indexes) implements IndexCommand {
    public CreateIndexes {
      indexes = List.copyOf(indexes);
    }
  }

  /// Drops indexes.
  ///
  /// @param which a name, a key, a list of names, or `*`
  record DropIndexes(Namespace namespace, Value which) implements IndexCommand {}

  /// Changes a collection where it is: its options, or an index.
  ///
  /// @param options those that are changed
  record Modify(Namespace namespace, CollectionOptions options, Optional<ChangedIndex> index)
      implements IndexCommand {}

  /// Has a view be made of something else.
  ///
  /// @param variables what may stand in its stages
  record ModifyView(
      Namespace namespace, Namespace on, List<Value.Document> pipeline, CommandVariables variables)
      implements IndexCommand {
    public ModifyView {
      pipeline = List.copyOf(pipeline);
    }
  }

  /// What an index is to be.
  ///
  /// @param which a name or a key
  record ChangedIndex(Value which, Optional<Long> expireAfterSeconds, Optional<Boolean> hidden) {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("createIndexes", IndexCommand::createIndexes);
    table.put("dropIndexes", IndexCommand::dropIndexes);
    table.put("deleteIndexes", IndexCommand::dropIndexes);
    table.put("collMod", IndexCommand::modify);
  }

  private static MongoCommand createIndexes(CommandBody body) {
    body.arguments().ignore("commitQuorum");
    List<Value.Document> indexes = new ArrayList<>();
    for (Value each : body.arguments().findArray("indexes").orElse(List.of())) {
      if (!(each instanceof Value.Document document)) {
        throw new MongoFailure(
            MongoError.TYPE_MISMATCH, "The elements of the 'indexes' array must be objects");
      }
      indexes.add(document);
    }
    if (indexes.isEmpty()) {
      throw new MongoFailure(MongoError.BAD_VALUE, "Must specify at least one index to create");
    }
    return new CreateIndexes(Namespace.of(body), indexes);
  }

  private static MongoCommand dropIndexes(CommandBody body) {
    Value which = body.arguments().value("index");
    if (which == Value.Undefined.UNDEFINED) {
      throw new MongoFailure(
          MongoError.MISSING_FIELD,
          "BSON field 'dropIndexes.index' is missing but a required field");
    }
    return new DropIndexes(Namespace.of(body), which);
  }

  private static MongoCommand modify(CommandBody body) {
    Arguments arguments = body.arguments();
    ReadCommands.refuse(arguments, "expireAfterSeconds", "timeseries", "cappedSize", "cappedMax");
    boolean ofView = ViewArguments.areIn(arguments);
    if (ofView != arguments.findArray("pipeline").isPresent()) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS,
          "Must specify both 'viewOn' and 'pipeline' when modifying a view");
    }
    if (ofView) {
      return ViewArguments.modification(body);
    }
    return new Modify(
        Namespace.of(body),
        ValidationArguments.read(body).with(CollectionCommands.images(arguments)),
        arguments
            .findDocument("index")
            .map(each -> changedIndex(new Arguments("collMod.index", each))));
  }

  private static ChangedIndex changedIndex(Arguments index) {
    Value name = index.value("name");
    Value key = index.value("keyPattern");
    boolean named = name != Value.Undefined.UNDEFINED;
    if (named == (key != Value.Undefined.UNDEFINED)) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "must specify either index name or key pattern");
    }
    Optional<Long> seconds = index.findCount("expireAfterSeconds");
    Optional<Boolean> hidden =
        index.value("hidden") == Value.Undefined.UNDEFINED
            ? Optional.empty()
            : Optional.of(index.flag("hidden"));
    ReadCommands.refuse(index, "unique", "prepareUnique");
    index.requireNothingElse();
    if (seconds.isEmpty() && hidden.isEmpty()) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "no expireAfterSeconds and no hidden field");
    }
    return new ChangedIndex(named ? name : key, seconds, hidden);
  }
}
