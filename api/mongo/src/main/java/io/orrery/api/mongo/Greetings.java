// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.access.ProvedIdentity;
import io.orrery.api.mongo.access.ScramExchange;
import io.orrery.api.mongo.access.ScramKeys;
import io.orrery.api.mongo.access.ScramMechanism;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.ConnectionCommand;
import io.orrery.api.mongo.command.ConnectionCommand.Hello;
import io.orrery.api.mongo.command.ConnectionCommand.Logout;
import io.orrery.api.mongo.command.ConnectionCommand.SaslContinue;
import io.orrery.api.mongo.command.ConnectionCommand.SaslStart;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.frame.Compressor;
import io.orrery.api.mongo.user.MongoUser;
import io.orrery.api.mongo.user.MongoUsers;
import io.orrery.api.mongo.user.UserName;
import io.orrery.gateway.access.Principal;
import io.orrery.model.Limits;
import io.orrery.model.value.Value;
import io.orrery.wire.conversation.Client;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who is on a connection, and what the two sides tell each other about themselves.
final class Greetings {
  static final String SET_NAME = "globaldb";

  private static final int WRITE_BATCH_MAX = 100_000;
  private static final int SESSION_MINUTES = 30;
  private static final int CONVERSATION = 1;

  /// Tells clients one primary from the next, of which there never is any.
  private static final Value.ObjectId ELECTION = new Value.ObjectId(0x7FFF_FFFF_0000_0000L, 1);

  private final MongoSettings settings;
  private final ScramKeys keys;
  private final MongoUsers users;
  private final Client<ByteBuffer> client;
  private final int connection;
  private @Nullable ProvedIdentity identity;
  private @Nullable ScramExchange exchange;
  private boolean clientDescribed;
  private String application = "";

  Greetings(
      MongoSettings settings,
      ScramKeys keys,
      MongoUsers users,
      Client<ByteBuffer> client,
      int connection) {
    this.settings = settings;
    this.keys = keys;
    this.users = users;
    this.client = client;
    this.connection = connection;
  }

  /// What whoever is on the connection may do now: a user may have got other roles since, or be
  /// gone.
  Principal principal() {
    return switch (identity) {
      case null -> new Principal.Visitor();
      case ProvedIdentity.Account(boolean readOnly) -> new Principal.KeyHolder(readOnly);
      case ProvedIdentity.Named _ ->
          user()
              .<Principal>map(user -> new Principal.User(user.privileges()))
              .orElseGet(Principal.Visitor::new);
    };
  }

  /// The user with a name of its own; empty if it is the account's, or nobody.
  Optional<MongoUser> user() {
    return identity instanceof ProvedIdentity.Named(String database, String name)
        ? users.find(new UserName(database, name))
        : Optional.empty();
  }

  boolean isAuthenticated() {
    return identity instanceof ProvedIdentity.Account || user().isPresent();
  }

  /// The number of the connection.
  int connection() {
    return connection;
  }

  /// Where the client is.
  String clientAddress() {
    return text(client.address());
  }

  /// What the client calls itself; empty if it does not say.
  String application() {
    return application;
  }

  void answer(ConnectionCommand command, BsonBuilder reply) {
    switch (command) {
      case Hello hello -> hello(hello, reply);
      case SaslStart start -> start(start, reply);
      case SaslContinue next -> advance(next, reply);
      case Logout _ -> identity = null;
    }
  }

  private void hello(Hello hello, BsonBuilder reply) {
    hello.client().ifPresent(this::describe);
    reply.put("helloOk", true).put(hello.legacy() ? "ismaster" : "isWritablePrimary", true);
    topology(reply);
    reply
        .put("maxBsonObjectSize", Limits.MONGO_DOCUMENT_BYTES)
        .put("maxMessageSizeBytes", MongoDoor.MESSAGE_BYTES_MAX)
        .put("maxWriteBatchSize", WRITE_BATCH_MAX)
        .put("localTime", new Value.DateTime(settings.clock().millis(), 0))
        .put("logicalSessionTimeoutMinutes", SESSION_MINUTES)
        .put("connectionId", connection)
        .put("minWireVersion", 0)
        .put("maxWireVersion", settings.serverVersion().wireVersion())
        .put("readOnly", false);
    compression(hello, reply);
    hello.mechanismsOf().ifPresent(name -> mechanisms(name, reply));
    hello.authentication().ifPresent(start -> startAhead(start, reply));
  }

  /// @param name with its database in front, which has no dots
  private void mechanisms(String name, BsonBuilder reply) {
    int dot = Math.max(name.indexOf('.'), 0);
    Set<ScramMechanism> known =
        users
            .find(new UserName(name.substring(0, dot), name.substring(dot + 1)))
            .map(user -> user.secrets().keySet())
            .orElseGet(() -> EnumSet.allOf(ScramMechanism.class));
    reply.beginArray("saslSupportedMechs");
    known.forEach(mechanism -> reply.add(new Value.Text(mechanism.wireName())));
    reply.end();
  }

  private void describe(Value.Document self) {
    if (clientDescribed) {
      throw new MongoFailure(
          MongoError.CLIENT_METADATA_CANNOT_BE_MUTATED,
          "The client metadata document may only be sent in the first hello");
    }
    clientDescribed = true;
    application = Hello.application(self).orElse("");
  }

  private void topology(BsonBuilder reply) {
    switch (settings.topology()) {
      case SHARDED -> reply.put("msg", "isdbgrid");
      case REPLICA_SET -> {
        String address = address();
        long millis = settings.clock().millis();
        reply
            .put("setName", SET_NAME)
            .put("setVersion", 1)
            .put("secondary", false)
            .beginArray("hosts")
            .add(new Value.Text(address))
            .end()
            .put("primary", address)
            .put("me", address)
            .put("electionId", ELECTION)
            .beginDocument("lastWrite")
            .beginDocument("opTime")
            .put("ts", new Value.Timestamp(((millis / 1000) << Integer.SIZE) | 1))
            .put("t", 1L)
            .end()
            .put("lastWriteDate", new Value.DateTime(millis, 0))
            .end();
      }
    }
  }

  /// Where clients find us; a driver connects anew to what it reads here.
  String address() {
    return settings.advertisedAddress().orElseGet(() -> text(client.localAddress()));
  }

  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  private static void compression(Hello hello, BsonBuilder reply) {
    var shared =
        hello.compressors().stream().map(Compressor::find).flatMap(Optional::stream).toList();
    if (!shared.isEmpty()) {
      reply.beginArray("compression");
      shared.forEach(each -> reply.add(new Value.Text(each.wireName())));
      reply.end();
    }
  }

  /// A first step that fails ahead of its time is not mentioned; the client then begins again.
  private void startAhead(SaslStart start, BsonBuilder reply) {
    step(begin(start), start.payload())
        .ifPresent(
            step -> {
              reply.beginDocument("speculativeAuthenticate");
              write(step, reply);
              reply.end();
            });
  }

  private void start(SaslStart start, BsonBuilder reply) {
    Optional<ScramExchange> begun = begin(start);
    if (begun.isEmpty()) {
      throw new MongoFailure(
          MongoError.MECHANISM_UNAVAILABLE,
          "Received authentication for mechanism %s which is not enabled"
              .formatted(start.mechanism()));
    }
    write(step(begun, start.payload()).orElseThrow(Greetings::failed), reply);
  }

  private Optional<ScramExchange> begin(SaslStart start) {
    Optional<ScramExchange> begun =
        ScramExchange.begin(keys, start.database(), start.mechanism(), start.skipsEmptyExchange());
    exchange = begun.orElse(null);
    return begun;
  }

  private void advance(SaslContinue next, BsonBuilder reply) {
    if (next.conversation() != CONVERSATION) {
      exchange = null;
    }
    write(
        step(Optional.ofNullable(exchange), next.payload()).orElseThrow(Greetings::failed), reply);
  }

  private Optional<ScramExchange.Step> step(Optional<ScramExchange> running, Value.Binary payload) {
    if (running.isEmpty()) {
      return Optional.empty();
    }
    Optional<ScramExchange.Step> step = running.get().step(payload.bytes());
    running
        .get()
        .identity()
        .ifPresent(
            proved -> {
              identity = proved;
              client.recognise();
            });
    if (step.isEmpty() || step.get().done()) {
      exchange = null;
    }
    return step;
  }

  private static void write(ScramExchange.Step step, BsonBuilder reply) {
    reply
        .put("conversationId", CONVERSATION)
        .put("done", step.done())
        .put("payload", new Value.Binary(step.payload(), 0));
  }

  private static MongoFailure failed() {
    return new MongoFailure(MongoError.AUTHENTICATION_FAILED, "Authentication failed.");
  }
}
