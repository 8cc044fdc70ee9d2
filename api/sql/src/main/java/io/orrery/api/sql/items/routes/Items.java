// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.routes;

import io.orrery.api.sql.items.ItemOwner;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.batch.Batches;
import io.orrery.api.sql.items.batch.SentBatch;
import io.orrery.api.sql.items.feed.ChangeFeedAnswers;
import io.orrery.api.sql.items.patch.Patch;
import io.orrery.api.sql.items.query.ContainerTraits;
import io.orrery.api.sql.items.query.ItemQueries;
import io.orrery.api.sql.items.script.Procedures;
import io.orrery.api.sql.items.script.Triggers;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.Session;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.api.sql.scripts.QueryFunctions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.observe.RequestObserver;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.script.Scripts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// `…/docs`, `…/docs/{id}` and `…/operations/partitionkeydelete`.
public final class Items {
  private final Directory directory;
  private final Gateway gateway;
  private final PointAnswers points;
  private final AddressedIds ids;
  private final ItemFeed feed;
  private final ChangeFeedAnswers changes;
  private final Batches batches;
  private final ItemQueries queries;
  private final Procedures procedures;
  private final TriggeredItems triggered;
  private final ConcurrentHashMap<Integer, ItemOwner> owners = new ConcurrentHashMap<>();

  public Items(Directory directory, Gateway gateway, Scripts scripts) {
    this.directory = directory;
    this.gateway = gateway;
    this.points = new PointAnswers(gateway);
    this.ids = new AddressedIds(gateway);
    this.feed = new ItemFeed(gateway);
    this.changes = new ChangeFeedAnswers(gateway);
    this.batches = new Batches(gateway);
    QueryFunctions functions = new QueryFunctions(scripts, directory.administration().scripts());
    this.queries = new ItemQueries(gateway, functions);
    this.procedures = new Procedures(directory, gateway, scripts);
    this.triggered = new TriggeredItems(new Triggers(directory, gateway, scripts));
  }

  /// A page of all items, or of those with the partition key or range that the headers name.
  public Answer page(SqlRequest request, ContainerAddress container) {
    return answer(RequestKind.READ_FEED, request, container, feed::page);
  }

  public Answer changes(SqlRequest request, ContainerAddress container) {
    return answer(RequestKind.CHANGE_FEED, request, container, changes::page);
  }

  public Answer query(SqlRequest request, ContainerAddress container) {
    return answer(RequestKind.QUERY, request, container, queries::answer);
  }

  /// As [#query], where that takes no waiting and little time; empty otherwise, and then nothing
  /// was done.
  public Optional<Answer> queryAtOnce(SqlRequest request, ContainerAddress container) {
    ItemRequest item = begin(RequestKind.QUERY, request, container);
    return atOnce(RequestKind.QUERY, item, () -> queries.answerAtOnce(item).map(rows -> _ -> rows));
  }

  public Answer plan(SqlRequest request, ContainerAddress container) {
    return answer(RequestKind.QUERY_PLAN, request, container, queries::plan);
  }

  public Answer batch(SqlRequest request, ContainerAddress container, SentBatch batch) {
    refuseTriggers(request, "a batch");
    if (!batch.atomic() && directory.findContainer(container).isEmpty()) {
      // The service looks for the items first, and misses them and not the container.
      throw new OrreryException(
          ErrorCode.NOT_FOUND, "There is no container %s.".formatted(container.id()));
    }
    return answer(RequestKind.BATCH, request, container, item -> batches.answer(item, batch));
  }

  public Answer create(SqlRequest request, ContainerAddress container) {
    return answer(
        RequestKind.CREATE,
        request,
        container,
        Triggers.areWanted(request) ? triggered::create : points::create);
  }

  public Answer upsert(SqlRequest request, ContainerAddress container) {
    return answer(
        RequestKind.UPSERT,
        request,
        container,
        Triggers.areWanted(request) ? triggered::upsert : points::upsert);
  }

  public Answer read(SqlRequest request, ContainerAddress container, String address) {
    return answer(RequestKind.READ, request, container, address, points::read);
  }

  /// As [#read], where that takes no waiting; empty otherwise, and then nothing was done. Failures
  /// of the server are left to [#read], too: they are logged, and that takes its time.
  public Optional<Answer> readAtOnce(
      SqlRequest request, ContainerAddress container, String address) {
    ItemRequest item = begin(RequestKind.READ, request, container);
    if (AddressedIds.isSearch(item, container)) {
      return Optional.empty();
    }
    return atOnce(RequestKind.READ, item, () -> points.readAtOnce(item, address));
  }

  /// @param attempt what is left to do after all that might have had to wait; empty if it would
  ///   have
  private static Optional<Answer> atOnce(
      RequestKind kind,
      ItemRequest request,
      Supplier<Optional<Function<ItemRequest, Answer>>> attempt) {
    Optional<Function<ItemRequest, Answer>> rest;
    try {
      rest = attempt.get();
    } catch (OrreryException failure) {
      rest =
          SqlErrors.isServerError(failure)
              ? Optional.empty()
              : Optional.of(
                  _ -> {
                    throw failure;
                  });
    }
    return rest.map(work -> answer(kind, request, work));
  }

  public Answer replace(SqlRequest request, ContainerAddress container, String address) {
    return answer(
        RequestKind.REPLACE,
        request,
        container,
        address,
        Triggers.areWanted(request) ? triggered::replace : points::replace);
  }

  public Answer delete(SqlRequest request, ContainerAddress container, String address) {
    return answer(
        RequestKind.DELETE,
        request,
        container,
        address,
        Triggers.areWanted(request) ? triggered::delete : points::delete);
  }

  public Answer patch(SqlRequest request, ContainerAddress container, String address) {
    refuseTriggers(request, "a patch");
    return answer(
        RequestKind.PATCH,
        request,
        container,
        address,
        (item, id) -> points.patch(item, id, patch(item)));
  }

  private static Patch patch(ItemRequest request) {
    request.requireEncrypted();
    return Patch.parse(
        request.sql().body(),
        ContainerTraits.of(request.handle()).surroundings(request.sql().clock()),
        request.context()::nanos);
  }

  public Answer deletePartitionKey(SqlRequest request, ContainerAddress container) {
    return answer(RequestKind.DELETE_PARTITION_KEY, request, container, points::deletePartitionKey);
  }

  /// Executes a stored procedure.
  public Answer execute(SqlRequest request, ContainerAddress container, String id) {
    return answer(RequestKind.EXECUTE, request, container, item -> procedures.execute(item, id));
  }

  /// Triggers are told for which operations they are, and these are none of those.
  private static void refuseTriggers(SqlRequest request, String operation) {
    if (Triggers.areWanted(request)) {
      throw Refusals.invalid(
          "Triggers run with create, upsert, replace and delete, not with %s."
              .formatted(operation));
    }
  }

  /// Does something with the one item that the address names.
  private Answer answer(
      RequestKind kind,
      SqlRequest request,
      ContainerAddress container,
      String address,
      BiFunction<ItemRequest, String, Answer> work) {
    return answer(
        kind, request, container, item -> work.apply(item, ids.of(item, container, address)));
  }

  private Answer answer(
      RequestKind kind,
      SqlRequest request,
      ContainerAddress address,
      Function<ItemRequest, Answer> work) {
    ItemRequest item = begin(kind, request, address);
    if (kind != RequestKind.READ) {
      // A read of one item is over before anybody could give it up.
      request.http().caller().whenGone(item.context()::cancel);
    }
    return answer(kind, item, work);
  }

  private ItemRequest begin(RequestKind kind, SqlRequest request, ContainerAddress address) {
    ItemOwner whole = owner(kind, address, request);
    ItemOwner owner = request.flag(Names.EXCLUDE_SYSTEM_PROPERTIES) ? whole.withoutLinks() : whole;
    Limits limits = directory.administration().limits();
    RequestContext context =
        gateway.request(
            Duration.ofMillis(limits.requestMillis()),
            Session.required(request),
            request.activityId());
    return new ItemRequest(request, owner, context, limits);
  }

  /// What every answer about items has, also one that says what went wrong: the charge, and how far
  /// the client's session has come.
  private static Answer answer(
      RequestKind kind, ItemRequest request, Function<ItemRequest, Answer> work) {
    Answer answer = observed(kind, request, work);
    request.owner().name(answer);
    Session.tell(answer, request.context().session());
    return answer.charge(request.context().charge().orLeast().units());
  }

  /// Whoever watches the container learns how it ended, whatever that is.
  private static Answer observed(
      RequestKind kind, ItemRequest request, Function<ItemRequest, Answer> work) {
    RequestObserver observer = request.handle().observer();
    Answer answer;
    try {
      answer = work.apply(request);
    } catch (OrreryException failure) {
      observer.finished(kind, failure.code(), request.context());
      if (SqlErrors.isServerError(failure)) {
        throw failure;
      }
      return SqlErrors.answer(failure, request.sql().activityId());
    } catch (RuntimeException bug) {
      observer.finished(kind, ErrorCode.INTERNAL, request.context());
      throw bug;
    }
    observer.finished(kind, null, request.context());
    return answer;
  }

  private ItemOwner owner(RequestKind kind, ContainerAddress address, SqlRequest request) {
    try {
      return owner(directory.requireOwner(address, request));
    } catch (OrreryException unknown) {
      gateway.countRefused(Api.SQL, kind, unknown.code(), request.activityId());
      throw unknown;
    }
  }

  private ItemOwner owner(ContainerHandle handle) {
    ItemOwner known = owners.get(handle.number());
    return known != null ? known : newOwner(handle);
  }

  private ItemOwner newOwner(ContainerHandle handle) {
    owners.keySet().removeIf(number -> directory.administration().findContainer(number).isEmpty());
    return owners.computeIfAbsent(handle.number(), _ -> new ItemOwner(handle, directory));
  }
}
