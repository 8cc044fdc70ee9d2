// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.ReadCommand.Find.Tailing;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads what asks for documents.
final class ReadCommands {
  static final Value.Document EMPTY = new Value.Document(new LinkedHashMap<>());

  private ReadCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("find", ReadCommands::find);
    table.put("getMore", ReadCommands::getMore);
    table.put("killCursors", ReadCommands::killCursors);
    table.put("count", ReadCommands::count);
    table.put("distinct", ReadCommands::distinct);
  }

  private static MongoCommand find(CommandBody body) {
    Arguments arguments = body.arguments();
    refuse(arguments, "returnKey", "showRecordId");
    // Nothing hangs on these: there is one access path, and no partial answers.
    arguments.ignore("noCursorTimeout", "allowPartialResults", "allowDiskUse", "oplogReplay");
    CommandVariables variables = CommandVariables.of(body).collated(arguments);
    long limit = arguments.findWhole("limit").orElse(0L);
    Selection selection =
        new Selection(
            KeyBounds.in(
                variables.filter(arguments.findDocument("filter").orElse(EMPTY)), arguments),
            arguments.findDocument("sort").orElse(EMPTY),
            arguments.findCount("skip").orElse(0L),
            limit == 0 ? Long.MAX_VALUE : Math.abs(limit),
            Hints.read(arguments));
    return new ReadCommand.Find(
        Namespace.of(body),
        selection,
        variables.projection(arguments.findDocument("projection").orElse(EMPTY)),
        arguments.findCount("batchSize"),
        arguments.flag("singleBatch") || limit < 0,
        tailing(arguments, selection, limit),
        body.session());
  }

  private static Tailing tailing(Arguments arguments, Selection selection, long limit) {
    boolean awaits = arguments.flag("awaitData");
    if (!arguments.flag("tailable")) {
      if (awaits) {
        throw new MongoFailure(
            MongoError.FAILED_TO_PARSE, "Cannot set 'awaitData' without also setting 'tailable'");
      }
      return Tailing.NONE;
    }
    if (arguments.flag("singleBatch") || limit < 0) {
      throw bad("cannot use tailable option with the 'singleBatch' option");
    }
    if (!selection.sort().properties().isEmpty()
        && BsonNumbers.findWhole(selection.sort().property("$natural")).orElse(0L) != 1) {
      throw bad("cannot use tailable option with a sort other than {$natural: 1}");
    }
    if (selection.skip() > 0) {
      throw MongoFailure.notSupported("The argument skip of a tailable cursor");
    }
    return awaits ? Tailing.AWAITING : Tailing.TAILABLE;
  }

  private static MongoFailure bad(String message) {
    return new MongoFailure(MongoError.BAD_VALUE, message);
  }

  /// Switches and arguments that change what is found, and that are not there yet.
  static void refuse(Arguments arguments, String... names) {
    for (String name : names) {
      Value value = arguments.value(name);
      boolean off =
          value == Value.Undefined.UNDEFINED || value == Value.Bool.FALSE || value.equals(EMPTY);
      if (!off) {
        throw MongoFailure.notSupported("The argument " + name);
      }
    }
  }

  private static MongoCommand getMore(CommandBody body) {
    Arguments arguments = body.arguments();
    if (!(body.subject() instanceof Value.Int64(long cursor))) {
      throw new MongoFailure(MongoError.TYPE_MISMATCH, "Field 'getMore' must be of type long");
    }
    return new ReadCommand.GetMore(
        new Namespace(body.database(), arguments.text("collection")),
        cursor,
        arguments.findCount("batchSize"),
        arguments.findCount("maxTimeMS"),
        body.session());
  }

  private static MongoCommand killCursors(CommandBody body) {
    List<Long> cursors =
        body
            .arguments()
            .findArray("cursors")
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.MISSING_FIELD,
                        "BSON field 'killCursors.cursors' is missing but a required field"))
            .stream()
            .map(each -> each instanceof Value.Int64(long id) ? id : 0L)
            .toList();
    return new ReadCommand.KillCursors(Namespace.of(body), cursors);
  }

  private static MongoCommand count(CommandBody body) {
    Arguments arguments = body.arguments();
    arguments.ignore("fields");
    long limit = arguments.findWhole("limit").orElse(0L);
    return new ReadCommand.Count(
        Namespace.of(body),
        new Selection(
            CommandVariables.of(body)
                .collated(arguments)
                .filter(arguments.findDocument("query").orElse(EMPTY)),
            EMPTY,
            arguments.findCount("skip").orElse(0L),
            limit == 0 ? Long.MAX_VALUE : Math.abs(limit),
            Hints.read(arguments)));
  }

  private static MongoCommand distinct(CommandBody body) {
    Arguments arguments = body.arguments();
    return new ReadCommand.Distinct(
        Namespace.of(body),
        arguments.text("key"),
        CommandVariables.of(body)
            .collated(arguments)
            .filter(arguments.findDocument("query").orElse(EMPTY)),
        Hints.read(arguments));
  }
}
