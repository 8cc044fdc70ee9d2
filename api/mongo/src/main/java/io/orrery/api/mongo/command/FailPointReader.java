// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.FailPointCommand.Mode;
import io.orrery.api.mongo.command.FailPointCommand.Point;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads `configureFailPoint`.
final class FailPointReader {
  private static final Value.Document NOTHING = new Value.Document(new LinkedHashMap<>());

  private FailPointReader() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("configureFailPoint", FailPointReader::read);
  }

  private static MongoCommand read(CommandBody body) {
    if (!(body.subject() instanceof Value.Text(String name))) {
      throw new MongoFailure(MongoError.TYPE_MISMATCH, "A fail point's name must be a string");
    }
    Mode mode = mode(body.arguments().value("mode"));
    Arguments data =
        new Arguments(
            "configureFailPoint.data", body.arguments().findDocument("data").orElse(NOTHING));
    Point point =
        switch (name) {
          case "failCommand" -> new Point.Commands(name, fault(data, names(data)));
          case "failGetMoreAfterCursorCheckout" ->
              new Point.Commands(name, fault(data, Set.of("getMore")));
          case "onPrimaryTransactionalWrite" -> retriedWrites(name, data);
          default -> throw MongoFailure.notSupported("The fail point '%s'".formatted(name));
        };
    data.requireNothingElse();
    return new FailPointCommand(point, mode);
  }

  private static Point retriedWrites(String name, Arguments data) {
    if (!data.flag("closeConnection", true)) {
      throw MongoFailure.notSupported("The fail point '%s' that closes nothing".formatted(name));
    }
    return new Point.RetriedWrites(
        name, data.findWhole("failBeforeCommitExceptionCode").isPresent());
  }

  private static Mode mode(Value mode) {
    return switch (mode) {
      case Value.Text(String text) when text.equals("off") -> new Mode.Off();
      case Value.Text(String text) when text.equals("alwaysOn") -> new Mode.AlwaysOn();
      case Value.Document document -> counted(new Arguments("configureFailPoint.mode", document));
      case Value _ ->
          throw new MongoFailure(
              MongoError.BAD_VALUE,
              "The mode of a fail point is 'off', 'alwaysOn', {times: n} or {skip: n}");
    };
  }

  private static Mode counted(Arguments mode) {
    Optional<Long> times = mode.findCount("times");
    Optional<Long> skip = mode.findCount("skip");
    mode.requireNothingElse();
    return times
        .<Mode>map(Mode.Times::new)
        .orElseGet(() -> skip.<Mode>map(Mode.Skip::new).orElseGet(Mode.AlwaysOn::new));
  }

  private static Set<String> names(Arguments data) {
    return Set.copyOf(texts(data.findArray("failCommands").orElse(List.of())));
  }

  private static CommandFault fault(Arguments data, Set<String> commands) {
    // Of servers among each other, of which there are none.
    data.ignore("failInternalCommands");
    long blockMillis = data.findCount("blockTimeMS").orElse(0L);
    return new CommandFault(
        commands,
        data.findText("appName"),
        data.flag("blockConnection") ? blockMillis : 0,
        data.flag("closeConnection"),
        data.findWhole("errorCode").map(Math::toIntExact),
        data.findArray("errorLabels").map(FailPointReader::texts),
        data.findDocument("writeConcernError"));
  }

  private static List<String> texts(List<Value> values) {
    return values.stream()
        .map(
            value -> {
              if (value instanceof Value.Text(String text)) {
                return text;
              }
              throw new MongoFailure(
                  MongoError.TYPE_MISMATCH, "Names in a fail point must be strings");
            })
        .toList();
  }
}
