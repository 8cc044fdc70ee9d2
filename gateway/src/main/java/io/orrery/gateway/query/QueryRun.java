// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Continuation;
import io.orrery.gateway.ReadView;
import io.orrery.gateway.Row;
import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.Group;
import io.orrery.query.evaluate.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One page of one query: chooses the stages on the first page, goes on with them on the others.
final class QueryRun {

  /// What a query may be doing. The numbers stand in continuations.
  private enum Stage {
    /// Rows as their candidates come.
    STREAM(1),
    /// Rows in the order of an index.
    INDEX_ORDER(2),
    /// The rows of items that have no value at the path of ORDER BY.
    UNDEFINED(3),
    /// Rows sorted.
    SORT(4),
    /// Rows grouped.
    GROUP(5);

    private final int code;

    Stage(int code) {
      this.code = code;
    }
  }

  private final Work work;
  private final Presence presence;
  private final CompiledQuery query;
  private final Indexes indexes;
  private final List<Alternatives.Way> ways;
  private Supplier<String> used = this::allItems;
  private Supplier<List<List<String>>> utilized = List::of;
  private boolean newestFirst;

  QueryRun(Work work, Presence presence) {
    this.work = work;
    this.presence = presence;
    this.query = work.query();
    this.indexes = new Indexes(work.all(), work.request().absent());
    this.ways = usefulWays();
  }

  /// Inside one logical partition the index of its own key leads to everything there is.
  private List<Alternatives.Way> usefulWays() {
    List<Alternatives.Way> all = Alternatives.of(work.request().condition(), indexes);
    if (!work.views().scope().isLogicalPartition()) {
      return all;
    }
    List<PropertyPath> keyPaths = work.views().definition().paths();
    List<Alternatives.Way> useful = new ArrayList<>(all);
    useful.removeIf(way -> way.isAbout(keyPaths));
    return useful;
  }

  private String allItems() {
    return work.views().scope().isLogicalPartition()
        ? "all items of the logical partition"
        : "all items";
  }

  /// How the page came about; to be asked for when it is done.
  Explanation explanation() {
    return new Explanation(
        used.get(),
        utilized.get(),
        AccessText.potential(work.request().condition(), indexes),
        AccessText.touched(work.all()));
  }

  /// Whether rows that are equal in the order come by descending rids.
  boolean newestFirst() {
    return newestFirst;
  }

  /// Fills the page. Gives where the next one goes on; empty if there is none.
  Optional<Progress> run(Progress progress) {
    if (!query.hasItems()) {
      constant();
      return Optional.empty();
    }
    boolean first = progress.stage() == Progress.NOT_STARTED;
    if (first && !query.isStreaming()) {
      work.all().forEach(ReadView::visit);
    }
    if (query.aggregates()) {
      return aggregated(first, progress);
    }
    if (query.isDistinct()) {
      return sorted(someWay(first, progress), progress);
    }
    if (query.isOrdered()) {
      return ordered(first, progress);
    }
    return streamed(first ? choose() : sameWay(progress), progress);
  }

  private int choose() {
    return new Choice(work.views(), indexes).best(ways);
  }

  /// The number that the way of an earlier page has now: the policy may have changed since.
  private int sameWay(Progress progress) {
    for (int i = Choice.RING; i < ways.size(); i++) {
      Access access = i < 0 ? Access.Ring.RING : ways.get(i).access(indexes);
      if (access.mark() == progress.mark()) {
        return i;
      }
    }
    throw indexChanged();
  }

  private static OrreryException indexChanged() {
    return Continuation.invalid(
        "it does not fit the container's index any more, start the query again", null);
  }

  /// The way of an earlier page, or another one. The policy may have changed since, and the filter
  /// may be another; where the rows are sorted, any way is as good.
  private int someWay(boolean first, Progress progress) {
    return first || progress.way() >= ways.size() ? choose() : progress.way();
  }

  private Access access(int way) {
    if (way < 0) {
      return Access.Ring.RING;
    }
    Alternatives.Way chosen = ways.get(way);
    used = () -> AccessText.of(chosen);
    utilized = () -> AccessText.utilized(chosen);
    return chosen.access(indexes);
  }

  /// A query that stands on nothing has one row.
  private void constant() {
    Frame frame = work.frame();
    if (query.aggregates()) {
      var group = query.newGroup(new Value[0]);
      boolean _ = query.rows(Item.of(Value.Undefined.UNDEFINED), frame, at -> add(group, at));
      offer(query.projection(group, frame));
      return;
    }
    boolean _ =
        query.rows(
            Item.of(Value.Undefined.UNDEFINED),
            frame,
            at -> {
              offer(query.projection(at));
              return true;
            });
  }

  private static boolean add(Group group, Frame frame) {
    long _ = group.add(frame);
    return true;
  }

  private void offer(Value value) {
    Result row = Result.of(value);
    if (row != null) {
      boolean _ = work.output().offer(row);
    }
  }

  private Optional<Progress> streamed(int way, Progress progress) {
    Access access = access(way);
    requireMark(access.mark(), progress);
    Start next = new StreamStage(work).byPartition(access, progress.start());
    return stopped(Stage.STREAM, way, access.mark(), next);
  }

  private Optional<Progress> inOrder(OrderAccess order, Progress progress) {
    requireMark(order.mark(), progress);
    Start next = new StreamStage(work).byIndex(order.access(), progress.start());
    return stopped(Stage.INDEX_ORDER, Choice.RING, order.mark(), next);
  }

  private static void requireMark(int mark, Progress progress) {
    if (progress.start().position() != null && progress.mark() != mark) {
      throw indexChanged();
    }
  }

  private Optional<Progress> stopped(Stage stage, int way, int mark, @Nullable Start next) {
    Output output = work.output();
    return next == null
        ? Optional.empty()
        : Optional.of(
            new Progress(stage.code, way, mark, next, output.skipped(), output.returned()));
  }

  private Optional<Progress> aggregated(boolean first, Progress progress) {
    Optional<Group> group = first ? fromIndex() : Optional.empty();
    if (group.isPresent()) {
      used = () -> "index alone";
      offer(query.projection(group.get(), work.frame()));
      return Optional.empty();
    }
    return grouped(someWay(first, progress), progress);
  }

  private Optional<Group> fromIndex() {
    long start = work.context().nanos();
    Optional<Group> group = new IndexOnly(work, indexes).group();
    if (work.context().isMeasured()) {
      work.all().getFirst().countLookup(work.context().nanos() - start);
    }
    return group;
  }

  private Optional<Progress> grouped(int way, Progress progress) {
    GroupStage stage = new GroupStage(work, indexes.termBytesMax());
    return stopped(Stage.GROUP, way, 0, stage.run(access(way), progress.start()));
  }

  private Optional<Progress> ordered(boolean first, Progress progress) {
    Optional<OrderAccess> order = OrderAccess.of(work.request(), indexes);
    // Clients go on behind the rid they have seen last, so it must not matter how rows are found.
    newestFirst =
        order
            .map(byIndex -> byIndex.access().direction() == Direction.REVERSE)
            .orElseGet(() -> work.request().order().getFirst().descending());
    if (order.isEmpty() || (!first && progress.stage() == Stage.SORT.code)) {
      return sorted(someWay(first, progress), progress);
    }
    OrderAccess byIndex = order.get();
    if (first) {
      int small = smallWay(byIndex);
      if (small >= 0) {
        return sorted(small, progress);
      }
    }
    return byIndex(byIndex, first, progress);
  }

  /// A way other than along the order that finds so little that sorting it is cheaper.
  private int smallWay(OrderAccess byIndex) {
    Choice choice = new Choice(work.views(), indexes);
    for (int i = 0; i < ways.size(); i++) {
      boolean alongOrder =
          ways.get(i).values().size() == 1
              && ways.get(i).values().getFirst().path().equals(byIndex.path());
      if (!alongOrder && choice.isSmall(ways.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private Optional<Progress> byIndex(OrderAccess order, boolean first, Progress progress) {
    boolean descending = work.request().order().getFirst().descending();
    Stage leading = descending ? Stage.INDEX_ORDER : Stage.UNDEFINED;
    Stage trailing = descending ? Stage.UNDEFINED : Stage.INDEX_ORDER;
    if (first || progress.stage() == leading.code) {
      Optional<Progress> stop = part(leading, order, progress);
      if (stop.isPresent() || work.output().isComplete()) {
        return stop;
      }
      // A page that is full already finds out here whether there is another.
      return part(trailing, order, Progress.START);
    }
    return part(trailing, order, progress);
  }

  private Optional<Progress> part(Stage stage, OrderAccess order, Progress progress) {
    if (stage == Stage.INDEX_ORDER) {
      used = order::text;
      utilized = () -> List.of(order.paths());
      return inOrder(order, progress);
    }
    List<IndexPath.Segment> path = order.path();
    if (path == null
        || order.definite()
        || presence.isEverywhere(work.all(), path, work.context())) {
      return Optional.empty();
    }
    int way = someWay(progress.start().position() == null, progress);
    SortStage lacking = new SortStage(work, (row, frame) -> undefinedKey(row, frame));
    return stopped(stage, way, 0, lacking.run(access(way), progress.start()));
  }

  private byte @Nullable [] undefinedKey(Row row, Frame frame) {
    Value[] keys = query.orderKeys(frame);
    return keys[0] == Value.Undefined.UNDEFINED ? sortKey(keys, row, frame) : null;
  }

  private byte[] sortKey(Value[] keys, Row row, Frame frame) {
    long rid = row.item().rid();
    return SortKey.of(
        keys,
        work.request().order(),
        indexes.termBytesMax(),
        newestFirst ? ~rid : rid,
        frame.ordinal());
  }

  private Optional<Progress> sorted(int way, Progress progress) {
    SortStage stage =
        new SortStage(
            work,
            query.isDistinct()
                ? (_, frame) -> distinctKey(frame)
                : (row, frame) -> sortKey(query.orderKeys(frame), row, frame));
    return stopped(Stage.SORT, way, 0, stage.run(access(way), progress.start()));
  }

  /// Equal results have equal keys; with ORDER BY, those that come first come first.
  private byte[] distinctKey(Frame frame) {
    Value result = query.projectsWholeItem() ? frame.item().whole() : query.projection(frame);
    byte[] value = SortKey.of(result);
    if (!query.isOrdered()) {
      return value;
    }
    return SortKey.of(
        query.orderKeys(frame), work.request().order(), indexes.termBytesMax(), value);
  }
}
