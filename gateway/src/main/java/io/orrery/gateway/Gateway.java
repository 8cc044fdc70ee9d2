// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.gateway.note.ApiNotes;
import io.orrery.gateway.observe.Observers;
import io.orrery.gateway.observe.PartitionReading;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.observe.RequestObserver;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.model.container.Cell;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.RowRange;
import io.orrery.partition.fragment.FairScheduler;
import io.orrery.plan.program.Languages;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The one way to data: items, batches, scans and the change feed of every container.
///
/// All calls block the calling thread, which is meant to be a virtual one, and fail with an
/// [OrreryException]. Every call may fail with
///
/// - NOT_FOUND if the container was deleted,
/// - TOO_MANY_REQUESTS, and how long to wait, before anything was done,
/// - DEADLINE_EXCEEDED or CANCELLED as its [RequestContext] says; a write that fails so before its
///   turn came has not taken place,
/// - SESSION_NOT_AVAILABLE if it reads and the session has seen more than the partition has,
/// - UNAVAILABLE or STORAGE_FAILED if the server cannot: only then may a write have taken place.
public final class Gateway {
  private final ControlPlane plane;
  private final GatewaySettings settings;
  private final Observers observers;
  private final PartitionCalls calls;
  private final PointOperations points;
  private final Transactions transactions;
  private final ItemScans items;
  private final ChangeFeeds feeds;
  private final Languages languages;
  private final FairScheduler scheduler;
  private final Statistics statistics;
  private final Administration administration;
  private final ConcurrentHashMap<Integer, ContainerHandle> handles = new ConcurrentHashMap<>();

  /// For an engine without doors: it knows no API's expressions, and nobody watches it.
  public Gateway(ControlPlane plane, GatewaySettings settings) {
    this(plane, settings, Languages.NONE, Observers.NONE);
  }

  /// @param languages the expressions of APIs that plans may come with
  /// @param observers see every request that a door says is over
  public Gateway(
      ControlPlane plane, GatewaySettings settings, Languages languages, Observers observers) {
    this.plane = plane;
    this.settings = settings;
    this.observers = observers;
    this.calls = new PartitionCalls(settings);
    this.points = new PointOperations(settings, calls);
    this.transactions = new Transactions(settings, calls);
    this.items = new ItemScans(settings, calls);
    this.feeds = new ChangeFeeds(settings, plane, calls);
    this.languages = languages;
    this.scheduler = settings.share().scheduler();
    this.statistics = new Statistics(plane, calls);
    this.administration = new Administration(plane, this::container);
  }

  /// What there is, and how it changes.
  public Administration administration() {
    return administration;
  }

  /// What an API notes on this machine.
  ///
  /// @param kind one of the API's own, from 0 to 255
  public ApiNotes notes(Api api, int kind) {
    return new ApiNotes(settings.notes(), api, kind);
  }

  /// Who is told of requests that mean no container.
  public RequestObserver unplaced(Api api) {
    return observers.unplaced(api);
  }

  /// Counts a request that was refused before it was known which container it means.
  public void countRefused(Api api, RequestKind kind, ErrorCode failure, UUID activityId) {
    unplaced(api).finished(kind, failure, request(Duration.ZERO, SessionToken.NONE, activityId));
  }

  /// The context of a request that has so much time and follows no session.
  public RequestContext request(Duration timeout) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    // Tells requests apart; nothing hangs on its being hard to guess.
    return request(timeout, SessionToken.NONE, new UUID(random.nextLong(), random.nextLong()));
  }

  /// The context of a request of a session.
  ///
  /// @param session what the client has seen already: its reads see at least that
  public RequestContext request(Duration timeout, SessionToken session, UUID activityId) {
    return new RequestContext(settings.nanos(), scheduler, timeout, session, activityId);
  }

  /// The client addressed this partition, and takes the session of this one only. Should it be
  /// split while the request runs, its children do what is left, and their sessions are not told.
  public void answerFor(ContainerHandle container, int ordinal, RequestContext context) {
    container
        .table()
        .routes()
        .ofOrdinal(ordinal)
        .ifPresent(route -> context.answerFor(ordinal, plane.describe(route).lsn()));
  }

  /// The container of this name. Fails with NOT_FOUND, or with OWNER_NOT_FOUND if there is not even
  /// the database.
  public ContainerHandle container(String database, String name) {
    return container(plane.requireContainer(database, name));
  }

  private ContainerHandle container(OpenContainer open) {
    ContainerHandle known = handles.get(open.container().number());
    return known != null ? known : newHandle(open);
  }

  private ContainerHandle newHandle(OpenContainer open) {
    handles.keySet().removeIf(number -> plane.findContainer(number).isEmpty());
    return handles.computeIfAbsent(
        open.container().number(),
        number ->
            new ContainerHandle(
                open,
                settings.limits(),
                observers.observer(number, open.container().definition().api())));
  }

  /// Reads an item, which may not be there.
  public ReadResult find(ContainerHandle container, ItemKey key, RequestContext context) {
    return points.find(container, key, context);
  }

  /// As [#find], where that takes no waiting for anything, so that an event loop may ask; empty
  /// otherwise, and then nothing was done or booked.
  public Optional<ReadResult> findAtOnce(
      ContainerHandle container, ItemKey key, RequestContext context) {
    return points.findAtOnce(container, key, context);
  }

  /// Reads an item. Fails with NOT_FOUND if it is not there.
  public ReadResult read(ContainerHandle container, ItemKey key, RequestContext context) {
    ReadResult result = points.find(container, key, context);
    if (result.item().isEmpty()) {
      throw new OrreryException(ErrorCode.NOT_FOUND, "The item does not exist.");
    }
    return result;
  }

  /// Fails with CONFLICT if the item exists. Any write may fail with ITEM_TOO_LARGE,
  /// UNIQUE_KEY_VIOLATION or PARTITION_KEY_FULL.
  public WriteResult create(
      ContainerHandle container, ItemKey key, NewItem item, RequestContext context) {
    return points.write(container, new Operation.Create(key, item), context);
  }

  /// Fails with NOT_FOUND if the item does not exist, with PRECONDITION_FAILED if it has another
  /// version than expected.
  public WriteResult replace(
      ContainerHandle container,
      ItemKey key,
      NewItem item,
      @Nullable ItemVersion expected,
      RequestContext context) {
    return points.write(container, new Operation.Replace(key, item, expected), context);
  }

  /// Creates or replaces. Fails with PRECONDITION_FAILED if the item exists and has another version
  /// than expected.
  public WriteResult upsert(
      ContainerHandle container,
      ItemKey key,
      NewItem item,
      @Nullable ItemVersion expected,
      RequestContext context) {
    return points.write(container, new Operation.Upsert(key, item, expected), context);
  }

  /// Fails as [#replace] does.
  public WriteResult delete(
      ContainerHandle container,
      ItemKey key,
      @Nullable ItemVersion expected,
      RequestContext context) {
    return points.write(container, new Operation.Delete(key, expected), context);
  }

  /// Changes an item by an update, or inserts what the update makes of `insert`, in one step that
  /// nobody can get into. Fails with NOT_FOUND if there is neither, with PRECONDITION_FAILED if the
  /// version or the update's condition is not met, with [UnfitUpdate] if the update does not fit.
  public WriteResult update(
      ContainerHandle container,
      ItemKey key,
      Update update,
      @Nullable NewItem insert,
      @Nullable ItemVersion expected,
      RequestContext context) {
    return points.update(container, new Operation.Modify(key, update, insert, expected), context);
  }

  /// Folds cells into a row, in a container whose rows are merged cell by cell.
  public WriteResult merge(
      ContainerHandle container, ItemKey key, List<Cell> cells, RequestContext context) {
    return points.write(container, new Operation.Merge(key, cells), context);
  }

  /// Replaces an item by what `change` makes of it, however many others do the same: the change is
  /// computed again when somebody got ahead, until it fits or, with RETRY_WITH, too often. Fails
  /// otherwise as [#replace] does.
  ///
  /// @param change may be called several times; what it throws is passed on
  public WriteResult modify(
      ContainerHandle container,
      ItemKey key,
      Function<Item, NewItem> change,
      @Nullable ItemVersion expected,
      RequestContext context) {
    return points.modify(container, key, change, expected, context);
  }

  /// All operations or none. Fails with INVALID_ARGUMENT unless they have one partition key, with
  /// LIMIT_EXCEEDED if they have too many bytes.
  public BatchOutcome batch(
      ContainerHandle container, List<Operation> operations, RequestContext context) {
    return points.batch(container, operations, context);
  }

  /// Has `work` read and write items of one logical partition, and commits what it has written: all
  /// at once, and only if nothing it has read was changed meanwhile. Otherwise the work is done
  /// again, or fails with RETRY_WITH if that happens too often. What the work throws is passed on,
  /// and nothing is written then.
  ///
  /// @param partition any key of the logical partition; its row key does not count
  /// @param work may be called several times, each time with a new transaction; must not keep it
  public <T> Committed<T> transact(
      ContainerHandle container,
      ItemKey partition,
      Function<Transaction, T> work,
      RequestContext context) {
    return transactions.run(container, partition, work, context);
  }

  /// All operations or none, whatever their partition keys. Fails with NOT_SUPPORTED unless one
  /// partition has all of them, with LIMIT_EXCEEDED if they are too many.
  public BatchOutcome transact(
      ContainerHandle container, List<Operation> operations, RequestContext context) {
    return points.transact(container, operations, context);
  }

  /// Whether one partition has both keys at this moment, so that one write can change both.
  public boolean areTogether(ContainerHandle container, ItemKey one, ItemKey other) {
    RouteTable routes = container.lastTable();
    return routes.at(one).ordinal() == routes.at(other).ordinal();
  }

  /// Has the partitions of a container hold the state they are in for other requests, which read
  /// it, for as long as this one has time.
  public ContainerSnapshot snapshot(ContainerHandle container, RequestContext context) {
    return new ContainerSnapshot(open(container, Scope.ALL, context));
  }

  /// Deletes everything in rows of a range that was written up to a time of its writers, also of
  /// what comes later, in a container whose rows are merged cell by cell. More than 500 rows lose
  /// it a portion after the other. Fails with INVALID_ARGUMENT if the container has no such rows,
  /// or too many ranges of the logical partition were deleted lately.
  ///
  /// @param key any key of the logical partition; its row key does not count
  public PartitionDeletion deleteRows(
      ContainerHandle container,
      ItemKey key,
      RowRange rows,
      long timestamp,
      RequestContext context) {
    return points.deleteRows(container, key, rows, timestamp, context);
  }

  /// Deletes every item of a logical partition, however many.
  ///
  /// @param key any key of the logical partition; its row key does not count
  public PartitionDeletion deleteLogicalPartition(
      ContainerHandle container, ItemKey key, RequestContext context) {
    return points.deleteLogicalPartition(container, key, context);
  }

  /// The items of a logical partition, by row key. This and the other scans fail with
  /// INVALID_ARGUMENT if the continuation is not one of theirs.
  public Page<Row> scanLogicalPartition(
      ContainerHandle container,
      LogicalPartitionScan scan,
      PageRequest request,
      RequestContext context) {
    return items.scanLogicalPartition(container, scan, request, context);
  }

  /// The items of a scope, partition after partition: the oldest first where they are few,
  /// otherwise in ring order, by hash, partition key and row key.
  public Page<Row> scanItems(
      ContainerHandle container, Scope scope, PageRequest request, RequestContext context) {
    return items.scan(container, scope, request, context);
  }

  /// One state of each partition of a scope, to be read by plans; see
  /// [io.orrery.gateway.query.Queries].
  public PartitionReads open(ContainerHandle container, Scope scope, RequestContext context) {
    return PartitionReads.open(new PartitionReads.Opening(container, calls, context), scope);
  }

  /// As [#open], for an event loop: what one partition can show from memory, and little of it.
  /// Reading more, or what would have to be waited for, fails with [io.orrery.model.WouldWait].
  /// Empty if there is no such thing, and then nothing was done or booked.
  public Optional<PartitionReads> openAtOnce(
      ContainerHandle container, Scope scope, RequestContext context) {
    return PartitionReads.openAtOnce(new PartitionReads.Opening(container, calls, context), scope);
  }

  public GatewaySettings settings() {
    return settings;
  }

  /// The expressions of APIs that plans may come with.
  public Languages languages() {
    return languages;
  }

  /// Where a feed begins, in each part of its scope. Fails with HISTORY_GONE as [#changes] does.
  public List<ChangePage.Position> feedStart(ContainerHandle container, ChangeFeed feed) {
    return feeds.start(container, feed).positions();
  }

  /// Waits until one of some containers may have a change behind one of its positions, was dropped,
  /// or the time is over.
  ///
  /// @param positions by container, which all keep history
  public void awaitChanges(
      Map<ContainerHandle, List<ChangePage.Position>> positions,
      Duration time,
      RequestContext context) {
    List<ChangeFeeds.Awaited> all = new ArrayList<>();
    positions.forEach(
        (container, each) ->
            each.forEach(position -> all.add(new ChangeFeeds.Awaited(container, position))));
    feeds.await(all, time, context);
  }

  /// The next changes in a scope. A page has more than was asked for where those of one transaction
  /// would be torn apart. Fails with HISTORY_GONE if changes are asked for that are not kept any
  /// more.
  public ChangePage changes(
      ContainerHandle container, ChangeFeed feed, PageRequest request, RequestContext context) {
    return feeds.read(container, feed, request, context);
  }

  /// The logical partitions that hold the most, heaviest first.
  public List<LogicalPartitionSize> topKeys(
      ContainerHandle container, int count, RequestContext context) {
    return statistics.topKeys(container, count, context);
  }

  /// The logical partitions on which most was spent lately, as samples show it; the hottest first.
  public List<LogicalPartitionSpending> hottestKeys(
      ContainerHandle container, int count, RequestContext context) {
    return statistics.hottestKeys(container, count, context);
  }

  /// All partitions in ring order.
  public List<PartitionStatistics> partitions(ContainerHandle container) {
    return statistics.partitions(container);
  }

  /// How the partitions of all containers are at this moment, by container. Not charged, and quick
  /// enough to be asked for every second.
  public Map<Integer, List<PartitionReading>> readings() {
    Map<Integer, List<PartitionReading>> readings = new HashMap<>();
    for (OpenContainer open : plane.containers()) {
      readings.put(open.container().number(), statistics.readings(open));
    }
    return readings;
  }

  /// How far the first partition has come. Sessions of a new container begin with it: the Java SDK
  /// takes the token of one range there, and no list.
  public SessionToken beginning(ContainerHandle container) {
    Route first = container.table().routes().all().getFirst();
    return SessionToken.of(first.ordinal(), plane.describe(first).lsn());
  }

  /// How far the index follows the newest policy, from 0 to 100.
  public int reindexPercent(ContainerHandle container) {
    return statistics.reindexPercent(container);
  }
}
