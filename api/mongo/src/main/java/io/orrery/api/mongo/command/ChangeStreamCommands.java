// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.ChangeStreamCommand.From;
import io.orrery.api.mongo.command.ChangeStreamCommand.Images;
import io.orrery.api.mongo.command.ChangeStreamCommand.Watched;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads what is about change streams: aggregations that begin with `$changeStream`, and commands
/// for their cursors, whose ids are negative.
final class ChangeStreamCommands {
  private static final String STAGE = "$changeStream";

  private ChangeStreamCommands() {}

  /// Takes its part of commands that others have put into the table.
  static void addTo(Map<String, CommandTable.Reader> table) {
    CommandTable.Reader aggregate = Objects.requireNonNull(table.get("aggregate"));
    CommandTable.Reader getMore = Objects.requireNonNull(table.get("getMore"));
    CommandTable.Reader killCursors = Objects.requireNonNull(table.get("killCursors"));
    table.put("aggregate", body -> isStream(body) ? open(body) : aggregate.read(body));
    table.put(
        "getMore",
        body ->
            body.subject() instanceof Value.Int64(long id) && id < 0
                ? next(id, body)
                : getMore.read(body));
    table.put(
        "killCursors",
        body -> {
          List<Long> ids = streams(body);
          return ids.isEmpty() ? killCursors.read(body) : new ChangeStreamCommand.Close(ids);
        });
  }

  private static boolean isStream(CommandBody body) {
    List<Value> stages = body.arguments().findArray("pipeline").orElse(List.of());
    return !stages.isEmpty()
        && stages.getFirst() instanceof Value.Document first
        && first.properties().containsKey(STAGE);
  }

  private static List<Long> streams(CommandBody body) {
    List<Long> ids = new ArrayList<>();
    for (Value each : body.arguments().findArray("cursors").orElse(List.of())) {
      if (each instanceof Value.Int64(long id) && id < 0) {
        ids.add(id);
      }
    }
    return ids;
  }

  private static MongoCommand next(long id, CommandBody body) {
    body.arguments().ignore("collection");
    return new ChangeStreamCommand.Next(
        id,
        body.arguments().findCount("batchSize"),
        body.arguments().findCount("maxTimeMS"),
        body.session());
  }

  private static MongoCommand open(CommandBody body) {
    Arguments arguments = body.arguments();
    Collations.requireSimple(arguments);
    ReadCommands.refuse(arguments, "explain", "let");
    arguments.ignore("allowDiskUse", "bypassDocumentValidation", "hint");
    List<Value.Document> stages = new ArrayList<>();
    for (Value stage : arguments.findArray("pipeline").orElse(List.of())) {
      if (!(stage instanceof Value.Document document) || document.properties().size() != 1) {
        throw new MongoFailure(
            MongoError.BAD_STAGE,
            "A pipeline stage specification object must contain exactly one field.");
      }
      stages.add(document);
    }
    if (!(stages.getFirst().property(STAGE) instanceof Value.Document given)) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE, "the $changeStream stage must be specified as an object");
    }
    Arguments options = new Arguments(STAGE, given);
    ReadCommands.refuse(options, "showExpandedEvents", "showMigrationEvents");
    Watched watched = watched(body, options.flag("allChangesForCluster"));
    var open =
        new ChangeStreamCommand.Open(
            watched,
            from(options),
            after(options),
            before(options),
            stages.subList(1, stages.size()),
            arguments.findDocument("cursor").flatMap(ChangeStreamCommands::batchSize),
            body.session());
    options.requireNothingElse();
    return open;
  }

  private static Optional<Long> batchSize(Value.Document cursor) {
    return new Arguments("cursor", cursor).findCount("batchSize");
  }

  private static Watched watched(CommandBody body, boolean everything) {
    if (body.subject() instanceof Value.Text(String collection)) {
      Namespace namespace = new Namespace(body.database(), collection);
      return new Watched(Optional.of(namespace.database()), Optional.of(collection));
    }
    boolean admin = body.database().equals("admin");
    if (everything != admin) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS,
          admin
              ? "$changeStream may not be opened on the internal admin database"
              : "A $changeStream with 'allChangesForCluster:true' may only be opened on the"
                  + " 'admin' database");
    }
    return everything
        ? new Watched(Optional.empty(), Optional.empty())
        : new Watched(Optional.of(Namespace.requireDatabase(body.database())), Optional.empty());
  }

  private static From from(Arguments options) {
    Optional<Value.Document> resume = options.findDocument("resumeAfter");
    Optional<Value.Document> start = options.findDocument("startAfter");
    Optional<Value.Timestamp> time = options.findTimestamp("startAtOperationTime");
    if (Stream.of(resume, start, time).filter(Optional::isPresent).count() > 1) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS,
          "Only one type of resume option is allowed, but multiple were found.");
    }
    return resume
        .<From>map(token -> new From.Token(token, false))
        .or(() -> time.map(From.Time::new))
        .or(() -> start.map(token -> new From.Token(token, true)))
        .orElseGet(From.Now::new);
  }

  private static Images after(Arguments options) {
    return switch (options.findText("fullDocument").orElse("default")) {
      case "default" -> Images.OFF;
      case "updateLookup" -> Images.LOOKED_UP;
      case "whenAvailable" -> Images.WHEN_AVAILABLE;
      case "required" -> Images.REQUIRED;
      case String other -> throw unknown("fullDocument", other);
    };
  }

  private static Images before(Arguments options) {
    return switch (options.findText("fullDocumentBeforeChange").orElse("off")) {
      case "off" -> Images.OFF;
      case "whenAvailable" -> Images.WHEN_AVAILABLE;
      case "required" -> Images.REQUIRED;
      case String other -> throw unknown("fullDocumentBeforeChange", other);
    };
  }

  private static MongoFailure unknown(String option, String value) {
    return new MongoFailure(
        MongoError.BAD_VALUE,
        "Enumeration value '%s' for field '$changeStream.%s' is not a valid value."
            .formatted(value, option));
  }
}
