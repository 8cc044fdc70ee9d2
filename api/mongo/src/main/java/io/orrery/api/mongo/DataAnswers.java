// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.aggregate.Aggregations;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.CollectionItems;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.BulkWriteCommand;
import io.orrery.api.mongo.command.ChangeStreamCommand;
import io.orrery.api.mongo.command.CollectionCommand;
import io.orrery.api.mongo.command.DefinitionCommand;
import io.orrery.api.mongo.command.DiagnosticCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.SeenState;
import io.orrery.api.mongo.command.SessionCommand;
import io.orrery.api.mongo.command.TransactionStep;
import io.orrery.api.mongo.command.UserCommand;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.index.IndexDefinitions;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.read.OpenCursors;
import io.orrery.api.mongo.read.ReadPlanning;
import io.orrery.api.mongo.read.StoredDocuments;
import io.orrery.api.mongo.session.RetriedNumbers;
import io.orrery.api.mongo.session.SessionAnswers;
import io.orrery.api.mongo.stream.ChangeStreams;
import io.orrery.api.mongo.user.MongoUsers;
import io.orrery.api.mongo.user.UserAnswers;
import io.orrery.api.mongo.view.CollectionView;
import io.orrery.api.mongo.write.CappedCollections;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.api.mongo.write.EditedDocuments;
import io.orrery.api.mongo.write.Receipts;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Answers what is about data: the same for all connections.
final class DataAnswers {
  /// Kinds of notes, which stay what they are.
  private static final int FIND_CURSORS = 1;

  private static final int PIPELINE_CURSORS = 2;

  private final Gateway gateway;
  private final Duration patience;
  private final MongoCollections collections;
  private final BoundCommands bound;
  private final ViewReads views;
  private final InstantSource clock;
  private final MongoSettings.Version serverVersion;
  private final RetriedNumbers retriedNumbers = new RetriedNumbers();
  private final IndexDefinitions indexes;
  private final CollectionAnswers definitions;
  private final DefinitionAnswers layout;
  private final DocumentReads reads;
  private final Aggregations aggregations;
  private final CappedCollections capped;
  private final DocumentWrites writes;
  private final LastRequests lastRequests = new LastRequests();
  private final RunningCommands commands = new RunningCommands();
  private final StatusStages status;
  private final DiagnosticAnswers diagnostics;
  private final UserAnswers userAnswers;
  private final SessionAnswers sessions;
  private final ChangeStreams streams;

  DataAnswers(
      Gateway gateway,
      MongoSettings settings,
      MongoUsers users,
      ConnectionCount connections,
      ClusterTime time) {
    this.gateway = gateway;
    this.userAnswers = new UserAnswers(users);
    this.patience = Duration.ofMillis(gateway.administration().limits().requestMillis());
    this.collections = new MongoCollections(gateway);
    this.clock = settings.clock();
    this.serverVersion = settings.serverVersion();
    this.indexes =
        new IndexDefinitions(
            gateway.administration(), new CollectionItems(gateway)::forEachDocument);
    this.layout =
        new DefinitionAnswers(
            collections,
            gateway.administration(),
            indexes,
            new DeclaredIndexAnswers(collections, indexes, patience));
    OpenCursors cursors = new OpenCursors(settings.clock(), gateway.notes(Api.MONGO, FIND_CURSORS));
    this.reads = new DocumentReads(gateway, collections, cursors, new ReadPlanning());
    this.bound = new BoundCommands(collections, reads);
    this.views = new ViewReads(collections, clock);
    this.capped = new CappedCollections(gateway, collections, reads);
    this.streams = new ChangeStreams(gateway, collections, settings.clock());
    this.writes =
        new DocumentWrites(
            collections,
            new Receipts(gateway),
            new StoredDocuments(gateway, reads),
            capped,
            settings.clock());
    this.aggregations =
        new Aggregations(
            gateway,
            collections,
            reads,
            writes,
            gateway.notes(Api.MONGO, PIPELINE_CURSORS),
            settings.clock());
    this.sessions =
        new SessionAnswers(
            gateway,
            collections,
            cursors,
            streams,
            aggregations,
            capped,
            time::next,
            settings.clock());
    cursors.alsoKills(id -> aggregations.kill(id) || sessions.killCursor(id));
    this.definitions =
        new CollectionAnswers(
            collections, indexes, new CappedCopies(gateway, collections, reads, writes, patience));
    CollectionFigures figures = new CollectionFigures(gateway, collections, indexes, reads);
    this.status =
        new StatusStages(
            lastRequests,
            commands,
            figures,
            new IndexStatistics(collections, reads, settings.clock()));
    this.diagnostics =
        new DiagnosticAnswers(
            gateway, collections, reads, figures, settings, connections, commands);
  }

  ItemTexts view() {
    return new CollectionView(reads, new EditedDocuments(gateway, collections, capped, clock));
  }

  Expiry expiry() {
    return new Expiry(collections, indexes, this, clock);
  }

  RunningCommands commands() {
    return commands;
  }

  LastRequests lastRequests() {
    return lastRequests;
  }

  /// @param millisMax how long the client wants it to take at most; 0 for as long as it takes
  RequestContext request(Optional<Long> millisMax) {
    return gateway.request(
        millisMax
            .filter(millis -> millis > 0)
            .map(Duration::ofMillis)
            .filter(wanted -> wanted.compareTo(patience) < 0)
            .orElse(patience));
  }

  /// @param principal who asks, and sees the databases that it may see
  void answer(CollectionCommand command, Principal principal, BsonBuilder reply) {
    definitions.answer(command, principal, reply);
  }

  /// @param requireGrants fails unless who asks may give and take the roles of a database
  void answer(UserCommand command, Consumer<String> requireGrants, BsonBuilder reply) {
    userAnswers.answer(command, requireGrants, reply);
  }

  void answer(DefinitionCommand command, BsonBuilder reply) {
    layout.answer(command, reply);
  }

  void answer(
      DiagnosticCommand command, String address, BsonBuilder reply, RequestContext context) {
    diagnostics.answer(command, address, reply, context);
  }

  void answer(ChangeStreamCommand command, BsonBuilder reply, RequestContext context) {
    streams.answer(command, reply, context);
  }

  void answer(SessionCommand command, BsonBuilder reply, RequestContext context) {
    sessions.answer(command, reply, context);
  }

  /// @param state which one it reads
  void answer(ReadCommand given, SeenState state, BsonBuilder reply, RequestContext context) {
    if (views.isOne(given)) {
      if (given instanceof ReadCommand.Explain explain) {
        answer(views.explained(explain), state, reply, context);
      } else {
        views.answer(given, (pipeline, answer) -> answer(pipeline, state, answer, context), reply);
      }
      return;
    }
    ReadCommand command = bound.in(given);
    observed(
        command.namespace(),
        RequestKind.QUERY,
        context,
        () -> {
          switch (state) {
            case SeenState.Latest _ -> read(command, reply, context);
            case SeenState.InTransaction(TransactionStep step) ->
                sessions.answer(step, command, reply, context);
            case SeenState.AtTime at -> sessions.answer(at, command, reply, context);
          }
        });
  }

  /// One document that memory has; false if it takes more than that, and nothing was done.
  boolean findAtOnce(ReadCommand.Find find, BsonBuilder reply, RequestContext context) {
    boolean answered = reads.findAtOnce(bound.in(find), reply, context);
    if (answered) {
      collections.observer(find.namespace()).finished(RequestKind.QUERY, null, context);
    }
    return answered;
  }

  private void read(ReadCommand command, BsonBuilder reply, RequestContext context) {
    if (command instanceof ReadCommand.GetMore more && aggregations.has(more.cursor())) {
      aggregations.answer(more, reply, context);
    } else if (command instanceof ReadCommand.GetMore more && sessions.hasCursor(more.cursor())) {
      sessions.answer(more, reply, context);
    } else {
      reads.answer(command, reply, context);
    }
  }

  /// @param state which one it reads
  void answer(AggregateCommand given, SeenState state, BsonBuilder reply, RequestContext context) {
    views.requireCollation(given);
    AggregateCommand command = bound.in(given);
    observed(
        command.namespace(),
        RequestKind.QUERY,
        context,
        () -> {
          switch (state) {
            case SeenState.Latest _ ->
                aggregations.answer(status.resolved(command, context), reply, context);
            case SeenState.InTransaction(TransactionStep step) ->
                sessions.answer(step, command, reply, context);
            case SeenState.AtTime at -> sessions.answer(at, command, reply, context);
          }
        });
  }

  /// @param step the transaction that it is part of
  void answer(
      WriteCommand given,
      Optional<TransactionStep> step,
      BsonBuilder reply,
      RequestContext context) {
    requireVersion(given);
    given.retry().ifPresent(retriedNumbers::require);
    WriteCommand command = bound.in(given);
    RequestKind kind =
        switch (command) {
          case WriteCommand.Insert _ -> RequestKind.CREATE;
          case WriteCommand.Update _, WriteCommand.FindAndModify _ -> RequestKind.REPLACE;
          case WriteCommand.Delete _ -> RequestKind.DELETE;
        };
    try (var _ = collections.use(command.namespace())) {
      observed(
          command.namespace(),
          kind,
          context,
          () ->
              step.ifPresentOrElse(
                  in -> sessions.answer(in, command, reply, context),
                  () -> writes.answer(command, reply, context)));
    }
  }

  /// Fails with UNKNOWN_FIELD if an update has an order that its version of MongoDB does not know.
  private void requireVersion(WriteCommand command) {
    if (serverVersion.compareTo(MongoSettings.Version.V8_0) < 0
        && command instanceof WriteCommand.Update update
        && update.changes().stream().anyMatch(each -> !each.sort().properties().isEmpty())) {
      throw new MongoFailure(
          MongoError.UNKNOWN_FIELD, "BSON field 'update.updates.sort' is an unknown field.");
    }
  }

  /// @param step the transaction that it is part of
  void answer(
      BulkWriteCommand command,
      Optional<TransactionStep> step,
      BsonBuilder reply,
      RequestContext context) {
    var bulk =
        new BulkWrites(
            command,
            (index, operation, answer) ->
                answer(operation, step.map(in -> in.at(index)), answer, context));
    List<Value.Document> results = List.of(StatusStages.documents(bulk.run()));
    aggregations.answer(
        new AggregateCommand(
            Namespace.ofBulkWrite(),
            results,
            command.variables(),
            Optional.of(command.batchSize().orElse(Long.MAX_VALUE)),
            Value.Undefined.UNDEFINED,
            command.session(),
            false),
        reply,
        context);
    bulk.write(reply);
  }

  private void observed(
      Namespace namespace, RequestKind kind, RequestContext context, Runnable work) {
    @Nullable ErrorCode failed = ErrorCode.INTERNAL;
    try {
      work.run();
      failed = null;
    } catch (OrreryException failure) {
      failed = failure.code();
      throw failure;
    } finally {
      collections.observer(namespace).finished(kind, failed, context);
    }
  }

  /// Counts a command of which it is not even known which collection it means.
  void countRefused(OrreryException refusal) {
    gateway
        .unplaced(Api.MONGO)
        .finished(RequestKind.UNKNOWN, refusal.code(), gateway.request(Duration.ZERO));
  }
}
