// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.command.WriteCommand.Removal;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.api.mongo.command.WriteCommand.UpdatePipeline;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Reads what changes documents.
final class WriteCommands {
  private static final int STATEMENTS_MAX = 100_000;
  private static final String BYPASS = "bypassDocumentValidation";

  private WriteCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("insert", WriteCommands::insert);
    table.put("update", WriteCommands::update);
    table.put("delete", WriteCommands::delete);
    table.put("findAndModify", WriteCommands::findAndModify);
    table.put("findandmodify", WriteCommands::findAndModify);
  }

  private static MongoCommand insert(CommandBody body) {
    Arguments arguments = body.arguments();
    List<RawDocument> documents = statements(body, "documents");
    Optional<Retry> retry = retry(body);
    return new WriteCommand.Insert(
        Namespace.of(body),
        documents,
        arguments.flag("ordered", true),
        retry,
        arguments.flag(BYPASS));
  }

  private static MongoCommand update(CommandBody body) {
    Arguments arguments = body.arguments();
    boolean bypass = arguments.flag(BYPASS);
    CommandVariables variables = CommandVariables.of(body);
    List<Change> changes = read(body, "updates", each -> change(each, variables, bypass));
    Optional<Retry> retry = retry(body);
    if (retry.isPresent() && changes.stream().anyMatch(Change::multi)) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "Cannot use retryable writes with multi=true");
    }
    return new WriteCommand.Update(
        Namespace.of(body), changes, arguments.flag("ordered", true), retry);
  }

  static Change change(Arguments arguments, CommandVariables command, boolean bypass) {
    CommandVariables variables = command.collated(arguments);
    Value.Document sort = arguments.findDocument("sort").orElse(ReadCommands.EMPTY);
    if (!sort.properties().isEmpty() && arguments.flag("multi")) {
      throw new MongoFailure(MongoError.FAILED_TO_PARSE, "Cannot specify sort with multi=true");
    }
    Optional<UpdatePipeline> pipeline =
        pipeline(arguments, "u", variables.with(constants(arguments)));
    return new Change(
        variables.filter(arguments.document("q")),
        change(arguments, "u"),
        arguments.flag("multi"),
        arguments.flag("upsert"),
        arrayFilters(arguments),
        Hints.read(arguments),
        pipeline,
        bypass,
        sort);
  }

  private static Value.Document change(Arguments arguments, String name) {
    return arguments.value(name) instanceof Value.Array
        ? ReadCommands.EMPTY
        : arguments.document(name);
  }

  /// Constants are for pipelines only.
  private static Value.Document constants(Arguments arguments) {
    Value.Document constants = arguments.findDocument("c").orElse(ReadCommands.EMPTY);
    if (!constants.properties().isEmpty() && !(arguments.value("u") instanceof Value.Array)) {
      throw MongoFailure.at(51198, "Constant values may only be specified for pipeline updates");
    }
    return constants;
  }

  private static Optional<UpdatePipeline> pipeline(
      Arguments arguments, String name, CommandVariables variables) {
    if (!(arguments.value(name) instanceof Value.Array(List<Value> elements))) {
      return Optional.empty();
    }
    if (!arrayFilters(arguments).isEmpty()) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          "arrayFilters may not be specified for pipeline-syle updates");
    }
    List<Value.Document> stages = new ArrayList<>();
    for (Value element : elements) {
      if (!(element instanceof Value.Document stage)) {
        throw new MongoFailure(
            MongoError.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      stages.add(stage);
    }
    return Optional.of(new UpdatePipeline(stages, variables));
  }

  private static List<Value.Document> arrayFilters(Arguments arguments) {
    List<Value.Document> filters = new ArrayList<>();
    for (Value each : arguments.findArray("arrayFilters").orElse(List.of())) {
      if (!(each instanceof Value.Document filter)) {
        throw new MongoFailure(
            MongoError.TYPE_MISMATCH, "BSON field 'arrayFilters' must be an array of objects");
      }
      filters.add(filter);
    }
    return filters;
  }

  private static MongoCommand delete(CommandBody body) {
    CommandVariables variables = CommandVariables.of(body);
    List<Removal> removals = read(body, "deletes", each -> removal(each, variables));
    Optional<Retry> retry = retry(body);
    if (retry.isPresent() && !removals.stream().allMatch(Removal::one)) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "Cannot use retryable writes with limit=0");
    }
    return new WriteCommand.Delete(
        Namespace.of(body), removals, body.arguments().flag("ordered", true), retry);
  }

  private static Removal removal(Arguments arguments, CommandVariables command) {
    long limit = arguments.findWhole("limit").orElse(-1L);
    if (limit != 0 && limit != 1) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE, "The limit field in delete objects must be 0 or 1.");
    }
    return removal(arguments, command, limit == 1);
  }

  static Removal removal(Arguments arguments, CommandVariables command, boolean one) {
    CommandVariables variables = command.collated(arguments);
    return new Removal(variables.filter(arguments.document("q")), one, Hints.read(arguments));
  }

  private static MongoCommand findAndModify(CommandBody body) {
    Arguments arguments = body.arguments();
    CommandVariables variables = CommandVariables.of(body).collated(arguments);
    Value hint = Hints.read(arguments);
    boolean bypass = arguments.flag(BYPASS);
    Value.Document filter =
        variables.filter(arguments.findDocument("query").orElse(ReadCommands.EMPTY));
    boolean removes = arguments.flag("remove");
    boolean upsert = arguments.flag("upsert");
    boolean tellsNew = arguments.flag("new");
    List<Value.Document> arrayFilters = arrayFilters(arguments);
    boolean changes = arguments.value("update") != Value.Undefined.UNDEFINED;
    if (removes == changes) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          removes
              ? "Cannot specify both an update and remove=true"
              : "Either an update or remove=true must be specified");
    }
    if (removes && (upsert || tellsNew)) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE, "Cannot specify upsert or new with remove=true");
    }
    return new WriteCommand.FindAndModify(
        Namespace.of(body),
        filter,
        arguments.findDocument("sort").orElse(ReadCommands.EMPTY),
        removes
            ? Optional.empty()
            : Optional.of(
                new Change(
                    filter,
                    change(arguments, "update"),
                    false,
                    upsert,
                    arrayFilters,
                    hint,
                    pipeline(arguments, "update", variables),
                    bypass)),
        tellsNew,
        variables.projection(arguments.findDocument("fields").orElse(ReadCommands.EMPTY)),
        hint,
        retry(body));
  }

  private static <T> List<T> read(CommandBody body, String field, Function<Arguments, T> reader) {
    List<T> all = new ArrayList<>();
    for (RawDocument each : statements(body, field)) {
      Arguments arguments = new Arguments(body.name() + "." + field, each.toValue());
      all.add(reader.apply(arguments));
      arguments.requireNothingElse();
    }
    return all;
  }

  static List<RawDocument> statements(CommandBody body, String field) {
    List<RawDocument> statements = body.documents(field);
    if (statements == null) {
      throw new MongoFailure(
          MongoError.MISSING_FIELD,
          "BSON field '%s.%s' is missing but a required field".formatted(body.name(), field));
    }
    if (statements.isEmpty() || statements.size() > STATEMENTS_MAX) {
      throw new MongoFailure(
          MongoError.INVALID_LENGTH,
          "Write batch sizes must be between 1 and %d. Got %d operations."
              .formatted(STATEMENTS_MAX, statements.size()));
    }
    return statements;
  }

  /// The numbers of statements are their places, unless the client numbers them itself.
  static Optional<Retry> retry(CommandBody body) {
    Optional<Long> number = body.arguments().findWhole("txnNumber");
    ReadCommands.refuse(body.arguments(), "stmtId", "stmtIds");
    // In a transaction it is the transaction that is done once.
    return number.isEmpty() || body.transaction().isPresent()
        ? Optional.empty()
        : Optional.of(new Retry(TransactionStep.session(body), number.get()));
  }
}
