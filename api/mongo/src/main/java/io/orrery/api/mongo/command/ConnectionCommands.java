// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.ConnectionCommand.Hello;
import io.orrery.api.mongo.command.ConnectionCommand.Logout;
import io.orrery.api.mongo.command.ConnectionCommand.SaslContinue;
import io.orrery.api.mongo.command.ConnectionCommand.SaslStart;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what clients say to get to know the server.
final class ConnectionCommands {
  private ConnectionCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("hello", body -> hello(body, false));
    table.put("isMaster", body -> hello(body, true));
    table.put("ismaster", body -> hello(body, true));
    table.put("saslStart", body -> saslStart(body.database(), body.arguments()));
    table.put("saslContinue", body -> saslContinue(body.arguments()));
    table.put("logout", _ -> new Logout());
  }

  private static Hello hello(CommandBody body, boolean legacy) {
    Arguments arguments = body.arguments();
    arguments.ignore("helloOk", "backpressure", "loadBalanced", "hostInfo", "internalClient");
    // A client may wait for news of the topology. There are none, and without a version of the
    // topology in our answers none does.
    arguments.ignore("topologyVersion", "maxAwaitTimeMS");
    List<String> compressors =
        arguments.findArray("compression").orElse(List.of()).stream()
            .filter(Value.Text.class::isInstance)
            .map(each -> ((Value.Text) each).value())
            .toList();
    return new Hello(
        legacy,
        arguments.findDocument("client"),
        compressors,
        arguments.findText("saslSupportedMechs"),
        arguments
            .findDocument("speculativeAuthenticate")
            .flatMap(start -> ahead(start, body.database())));
  }

  /// What is no SCRAM is left to the real authentication.
  private static Optional<SaslStart> ahead(Value.Document document, String asked) {
    if (document.property("saslStart") == Value.Undefined.UNDEFINED) {
      return Optional.empty();
    }
    Arguments arguments = new Arguments("speculativeAuthenticate", document);
    return Optional.of(saslStart(arguments.findText("db").orElse(asked), arguments));
  }

  private static SaslStart saslStart(String database, Arguments arguments) {
    arguments.ignore("autoAuthorize", "db");
    boolean skips =
        arguments
            .findDocument("options")
            .map(options -> options.property("skipEmptyExchange") == Value.Bool.TRUE)
            .orElse(false);
    return new SaslStart(database, arguments.text("mechanism"), payload(arguments), skips);
  }

  private static SaslContinue saslContinue(Arguments arguments) {
    long conversation = arguments.findWhole("conversationId").orElse(0L);
    return new SaslContinue((int) conversation, payload(arguments));
  }

  private static Value.Binary payload(Arguments arguments) {
    if (arguments.value("payload") instanceof Value.Binary payload) {
      return payload;
    }
    throw new MongoFailure(MongoError.BAD_VALUE, "the payload of an authentication is no binary");
  }
}
