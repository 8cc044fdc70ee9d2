// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.BulkWriteCommand;
import io.orrery.api.mongo.command.ChangeStreamCommand;
import io.orrery.api.mongo.command.CollectionCommand;
import io.orrery.api.mongo.command.CommandBody;
import io.orrery.api.mongo.command.CommandTable;
import io.orrery.api.mongo.command.ConnectionCommand;
import io.orrery.api.mongo.command.DefinitionCommand;
import io.orrery.api.mongo.command.DiagnosticCommand;
import io.orrery.api.mongo.command.FailPointCommand;
import io.orrery.api.mongo.command.MongoCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.SeenState;
import io.orrery.api.mongo.command.ServerCommand;
import io.orrery.api.mongo.command.SessionCommand;
import io.orrery.api.mongo.command.ShardingCommand;
import io.orrery.api.mongo.command.UserCommand;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.frame.BadMessageException;
import io.orrery.api.mongo.frame.ReplyEncoder;
import io.orrery.api.mongo.frame.RequestDecoder;
import io.orrery.api.mongo.frame.WireRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Privilege;
import io.orrery.gateway.access.Rights;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One client: takes its requests in order, and answers each.
final class MongoConversation implements Conversation<ByteBuffer> {
  private static final Logger LOG = LoggerFactory.getLogger(MongoConversation.class);

  /// Of those who have not said who they are: enough for a greeting.
  private static final int STRANGER_BYTES_MAX = 64 * 1024;

  /// Stands for the end of the connection, which a test wanted.
  private static final ByteBuffer NO_REPLY = ByteBuffer.allocate(0);

  private static final byte[] FIND = "find".getBytes(StandardCharsets.US_ASCII);

  private final Client<ByteBuffer> client;
  private final Greetings greetings;
  private final ServerAnswers server;
  private final DataAnswers data;
  private final ClusterTime time;
  private final InflationBudget inflation;
  private final ConnectionCount connections;
  private final FailPoints failPoints;
  private volatile @Nullable RequestContext running;

  /// A message that could not be answered at once, and comes to [#receive] next.
  private @Nullable Begun begun;

  /// @param command which the client may do
  private record Begun(WireRequest request, CommandBody body, MongoCommand command) {}

  private LastRequest last = LastRequest.NONE;
  private int replies;

  MongoConversation(
      Client<ByteBuffer> client,
      Greetings greetings,
      ServerAnswers server,
      DataAnswers data,
      ClusterTime time,
      InflationBudget inflation,
      ConnectionCount connections,
      FailPoints failPoints) {
    this.client = client;
    this.greetings = greetings;
    this.server = server;
    this.data = data;
    this.time = time;
    this.inflation = inflation;
    this.connections = connections;
    this.failPoints = failPoints;
  }

  /// Reads of one document. Whatever is wrong with a message is said by [#receive].
  @Override
  public Optional<ByteBuffer> answerAtOnce(ByteBuffer message) {
    if (!failPoints.areNone() || !RequestDecoder.isShort(message, FIND)) {
      return Optional.empty();
    }
    try {
      WireRequest request = RequestDecoder.decode(message, MongoDoor.MESSAGE_BYTES_MAX);
      CommandBody body = CommandBody.of(request, time.now());
      MongoCommand command = CommandTable.read(body);
      require(command, body);
      begun = new Begun(request, body, command);
      if (request.answered()
          && body.readState() instanceof SeenState.Latest
          && command instanceof ReadCommand.Find find) {
        Optional<ByteBuffer> reply = findAtOnce(request, body, find);
        begun = reply.isPresent() ? null : begun;
        return reply;
      }
      return Optional.empty();
    } catch (OrreryException | BadMessageException _) {
      return Optional.empty();
    }
  }

  private Optional<ByteBuffer> findAtOnce(
      WireRequest request, CommandBody body, ReadCommand.Find find) {
    RequestContext context = data.request(timeMax(body));
    BsonBuilder reply = new BsonBuilder();
    if (!data.findAtOnce(find, reply, context)) {
      return Optional.empty();
    }
    remember(body, context);
    ByteBuffer finished = finish(reply.put("ok", 1.0));
    return Optional.of(ReplyEncoder.encode(request, ++replies, finished));
  }

  @Override
  public void receive(ByteBuffer message) {
    Begun known = begun;
    if (known != null) {
      begun = null;
      handle(known.request(), known::body, _ -> known.command());
      return;
    }
    int bytesMax = greetings.isAuthenticated() ? MongoDoor.MESSAGE_BYTES_MAX : STRANGER_BYTES_MAX;
    int uncompressed = Math.clamp(RequestDecoder.uncompressedBytes(message), 0, bytesMax);
    try (var _ = uncompressed == 0 ? InflationBudget.Room.NONE : inflation.take(uncompressed)) {
      WireRequest request = RequestDecoder.decode(message, bytesMax);
      handle(request, () -> CommandBody.of(request, time.now()), this::allowed);
    } catch (BadMessageException e) {
      LOG.debug("{} sent no message of the protocol: {}", client.address(), e.getMessage());
      client.close();
    }
  }

  private void handle(
      WireRequest request,
      Supplier<CommandBody> reader,
      Function<CommandBody, MongoCommand> meaning) {
    ByteBuffer reply = answer(reader, meaning);
    if (!reply.hasRemaining()) {
      client.close();
      return;
    }
    if (request.answered() && send(request, reply) == Client.Sent.NO_ROOM) {
      BsonBuilder refusal = new BsonBuilder();
      FailureReplies.write(noRoom(), Labels.ALONE, refusal);
      Client.Sent _ = send(request, refusal.toMessage());
    }
  }

  private static MongoFailure noRoom() {
    return new MongoFailure(MongoError.SHUTDOWN_IN_PROGRESS, Refusal.noRoomForAnswer().message());
  }

  private Client.Sent send(WireRequest request, ByteBuffer reply) {
    return client.send(ReplyEncoder.encode(request, ++replies, reply));
  }

  private ByteBuffer answer(
      Supplier<CommandBody> reader, Function<CommandBody, MongoCommand> meaning) {
    Labels labels = Labels.ALONE;
    try {
      CommandBody body = reader.get();
      labels = Labels.of(body);
      InjectedFault fault = InjectedFault.of(failPoints, body, greetings);
      fault.block();
      if (fault.closes()) {
        return NO_REPLY;
      }
      Optional<BsonBuilder> refusal = fault.refusal(labels);
      if (refusal.isPresent()) {
        return finish(refusal.get());
      }
      BsonBuilder reply = new BsonBuilder();
      carryOut(meaning.apply(body), body, reply);
      fault.addTo(reply, labels);
      ByteBuffer answer = finish(reply);
      return fault.closesAfter(failPoints, body, answer) ? NO_REPLY : answer;
    } catch (OrreryException failure) {
      BsonBuilder refusal = new BsonBuilder();
      FailureReplies.write(failure, labels, refusal);
      return finish(refusal);
    }
  }

  private void carryOut(MongoCommand command, CommandBody body, BsonBuilder reply) {
    switch (command) {
      case ConnectionCommand each -> greetings.answer(each, reply);
      case ServerCommand.LastRequestStatistics _ ->
          data.lastRequests().of(body.session(), last).write(reply);
      case ServerCommand each -> server.answer(each, reply);
      case FailPointCommand each -> failPoints.configure(each);
      case UserCommand each -> data.answer(each, database -> requireGrants(database, body), reply);
      case DiagnosticCommand each ->
          withContext(body, context -> data.answer(each, greetings.address(), reply, context));
      case CollectionCommand each ->
          withContext(body, _ -> data.answer(each, greetings.principal(), reply));
      case DefinitionCommand each -> withContext(body, _ -> data.answer(each, reply));
      case ChangeStreamCommand each ->
          withContext(body, context -> data.answer(each, reply, context));
      case SessionCommand each -> withContext(body, context -> data.answer(each, reply, context));
      case ReadCommand each ->
          withContext(body, context -> data.answer(each, body.readState(), reply, context));
      case AggregateCommand each ->
          withContext(body, context -> data.answer(each, body.readState(), reply, context));
      case BulkWriteCommand each ->
          withContext(body, context -> data.answer(each, body.transaction(), reply, context));
      case WriteCommand each ->
          withContext(body, context -> data.answer(each, body.transaction(), reply, context));
    }
    WriteConcerns.tell(command, body, reply);
    if (!(command instanceof ShardingCommand.ShardCollection)) {
      reply.put("ok", 1.0); // where everybody but Cosmos DB's shardCollection has it
    }
  }

  /// What the client asks for, which it may do.
  private MongoCommand allowed(CommandBody body) {
    try {
      MongoCommand command = CommandTable.read(body);
      require(command, body);
      return command;
    } catch (OrreryException refusal) {
      data.countRefused(refusal);
      throw refusal;
    }
  }

  /// What it costs and how long it takes is remembered, for a client that asks.
  private void withContext(CommandBody body, Consumer<RequestContext> work) {
    RequestContext context = data.request(timeMax(body));
    running = context;
    int number = data.commands().begin(body, greetings, context);
    try {
      work.accept(context);
    } finally {
      data.commands().end(number);
      running = null;
      remember(body, context);
    }
  }

  private void remember(CommandBody body, RequestContext context) {
    last = new LastRequest(body.name(), context.charge(), context.elapsedNanos(), body.now());
    data.lastRequests().keep(body.session(), last);
  }

  /// Of a cursor that waits for news it is not the time of a request.
  private static Optional<Long> timeMax(CommandBody body) {
    return body.name().equals("getMore")
        ? Optional.empty()
        : body.arguments().findCount("maxTimeMS");
  }

  /// What partitions do for a client that is gone is given up.
  @Override
  public void left() {
    connections.gone();
    RequestContext context = running;
    if (context != null) {
      context.cancel();
    }
  }

  /// Fails with UNAUTHORIZED unless the client may do this.
  private void require(MongoCommand command, CommandBody body) {
    if (command.right() == MongoCommand.Right.NONE) {
      return;
    }
    requireKey(body);
    Principal principal = greetings.principal();
    if (principal instanceof Principal.KeyHolder(boolean readOnly) && !readOnly) {
      return;
    }
    for (Action action : CommandRights.of(command, body)) {
      require(principal, action, body);
    }
  }

  private static void require(Principal principal, Action action, CommandBody body) {
    try {
      Rights.require(principal, () -> action);
    } catch (OrreryException refusal) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED,
          "%s to execute command %s".formatted(refusal.getMessage(), body.name()));
    }
  }

  /// Who gives somebody a role has to be allowed to handle the users of the role's database.
  private void requireGrants(String database, CommandBody body) {
    var action = new Action.UseDatabase(Privilege.Deed.HANDLE_USERS, Optional.of(database));
    require(greetings.principal(), action, body);
  }

  private void requireKey(CommandBody body) {
    if (!greetings.isAuthenticated()) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED, "command %s requires authentication".formatted(body.name()));
    }
  }

  /// Every reply tells the time, so that a session's next reads can ask for what was seen.
  private ByteBuffer finish(BsonBuilder reply) {
    Value.Timestamp now = time.next();
    return reply
        .put("operationTime", now)
        .beginDocument("$clusterTime")
        .put("clusterTime", now)
        .beginDocument("signature")
        .put("hash", new Value.Binary(new byte[20], 0))
        .put("keyId", 0L)
        .end()
        .end()
        .toMessage();
  }
}
