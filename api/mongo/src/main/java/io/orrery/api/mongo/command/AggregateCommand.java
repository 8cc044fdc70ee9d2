// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A pipeline over the documents of a collection, or over those that it brings itself.
///
/// @param batchSize how many documents the first answer may have
/// @param hint as in [ReadCommand.Selection]
/// @param session whose cursor it is; undefined if nobody's in particular
/// @param bypass whether what it writes need not pass validators
public record AggregateCommand(
    Namespace namespace,
    List<Value.Document> pipeline,
    CommandVariables variables,
    Optional<Long> batchSize,
    Value hint,
    Value session,
    boolean bypass)
    implements MongoCommand {
  private static final Set<String> WRITES = Set.of("$out", "$merge");
  private static final Set<String> STATUS = Set.of("$currentOp", "$listLocalSessions");

  public AggregateCommand {
    pipeline = List.copyOf(pipeline);
  }

  /// The same with other stages, that bring documents of their own.
  public AggregateCommand overDatabase(List<Value.Document> stages) {
    return new AggregateCommand(
        Namespace.ofDatabase(namespace.database()),
        stages,
        variables,
        batchSize,
        hint,
        session,
        bypass);
  }

  @Override
  public Right right() {
    boolean writes =
        !pipeline.isEmpty()
            && pipeline.getLast().properties().keySet().stream().anyMatch(WRITES::contains);
    return writes ? Right.WRITE : Right.READ;
  }

  /// Whether it is about what others do on this server.
  public boolean asksForStatus() {
    return !pipeline.isEmpty()
        && pipeline.getFirst().properties().keySet().stream().anyMatch(STATUS::contains);
  }

  /// The database that the pipeline writes into; empty if it writes nothing.
  public Optional<String> target() {
    if (right() == Right.READ) {
      return Optional.empty();
    }
    Value target = pipeline.getLast().properties().firstEntry().getValue();
    Value place =
        target instanceof Value.Document merge && merge.properties().containsKey("into")
            ? merge.property("into")
            : target;
    return Optional.of(
        place instanceof Value.Document both && both.property("db") instanceof Value.Text(String db)
            ? db
            : namespace.database());
  }

  /// What the pipeline begins with leaving over.
  Value.Document firstFilter() {
    return !pipeline.isEmpty()
            && pipeline.getFirst().property("$match") instanceof Value.Document filter
        ? variables.filter(filter)
        : ReadCommands.EMPTY;
  }

  /// Whether it has groups.
  boolean groups() {
    return pipeline.stream()
        .anyMatch(
            stage ->
                stage.properties().containsKey("$group")
                    || stage.properties().containsKey("$count"));
  }

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("aggregate", AggregateCommand::read);
  }

  private static MongoCommand read(CommandBody body) {
    Arguments arguments = body.arguments();
    if (arguments.flag("explain")) {
      return ExplainReader.ofPipeline(body);
    }
    Value hint = Hints.read(arguments);
    // The disk is never used.
    arguments.ignore("allowDiskUse");
    Value.Document cursor =
        arguments
            .findDocument("cursor")
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.FAILED_TO_PARSE,
                        "The 'cursor' option is required, except for aggregate with the explain"
                            + " argument"));
    Arguments options = new Arguments("aggregate.cursor", cursor);
    Optional<Long> batchSize = options.findCount("batchSize");
    options.requireNothingElse();
    var command =
        new AggregateCommand(
            namespace(body),
            stages(arguments),
            CommandVariables.of(body).collated(arguments),
            batchSize,
            hint,
            body.session(),
            arguments.flag("bypassDocumentValidation"));
    StableApi.requireStages(body, command.pipeline());
    boolean linearizable =
        arguments.value("readConcern") instanceof Value.Document concern
            && concern.property("level").equals(new Value.Text("linearizable"));
    if (linearizable && command.right() == Right.WRITE) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS,
          "$out and $merge cannot be used with a 'linearizable' read concern level");
    }
    return command;
  }

  private static Namespace namespace(CommandBody body) {
    boolean ofDatabase =
        body.subject().kind().isNumber()
            && BsonNumbers.findWhole(body.subject()).filter(one -> one == 1).isPresent();
    return ofDatabase ? Namespace.ofDatabase(body.database()) : Namespace.of(body);
  }

  private static List<Value.Document> stages(Arguments arguments) {
    List<Value.Document> stages = new ArrayList<>();
    List<Value> given =
        arguments
            .findArray("pipeline")
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.MISSING_FIELD,
                        "BSON field 'aggregate.pipeline' is missing but a required field"));
    for (Value stage : given) {
      if (!(stage instanceof Value.Document document)) {
        throw new MongoFailure(
            MongoError.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      stages.add(document);
    }
    return stages;
  }
}
