// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Continuation;
import io.orrery.gateway.PartitionRead;
import io.orrery.gateway.query.OrderPlanning.Ordered;
import io.orrery.gateway.query.Progress.Stage;
import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.fragment.Estimate;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.FragmentStage.SortedBy;
import io.orrery.partition.fragment.RowValue;
import io.orrery.partition.fragment.Start;
import io.orrery.plan.Pipeline;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.program.RowProgram;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One page of one query: chooses stage and access path on the first page, goes on with them on the
/// others.
final class QueryRun {
  private final PageWork work;
  private final Pipeline pipeline;
  private final Indexes indexes;
  private final AccessChoice choice;
  private final DeclaredIndexes declared;
  private final AccessPath.@Nullable PrimaryRange rows;
  private @Nullable AccessPath used;
  private boolean fromIndex;
  private boolean newestFirst;

  /// @param rows as in [QueryRequest]
  QueryRun(PageWork work, AccessPath.@Nullable PrimaryRange rows, IndexUse use) {
    this.work = work;
    this.rows = rows;
    this.pipeline = work.pipeline();
    this.indexes = new Indexes(work.all(), pipeline.scan());
    this.declared = new DeclaredIndexes(indexes, work.all(), use);
    this.choice = new AccessChoice(work, indexes, declared);
  }

  /// How the page came about; to be asked for when it is done.
  Explanation explanation() {
    boolean one = work.reads().scope().isLogicalPartition();
    String access = fromIndex ? "index alone" : AccessText.of(used, one);
    return new Explanation(
        access,
        fromIndex || used == null ? List.of() : AccessText.utilized(used),
        AccessText.potential(pipeline.scan().condition(), indexes),
        AccessText.touched(work.all()));
  }

  /// What the page was found by; null if nothing was looked for.
  @Nullable AccessPath used() {
    return used;
  }

  /// Whether rows that are equal in the order come by descending rids.
  boolean newestFirst() {
    return newestFirst;
  }

  /// Fills the page. Gives where the next one goes on; empty if there is none.
  Optional<Progress> run(Progress progress) {
    if (!pipeline.program().readsItems()) {
      constant();
      return Optional.empty();
    }
    if (progress.isFirst() && !pipeline.isStreaming()) {
      work.all().forEach(PartitionRead::visit);
    }
    Pipeline.Grouping group = pipeline.group();
    if (group != null) {
      return grouped(group, progress);
    }
    if (pipeline.distinct()) {
      return sorted(someAccess(progress), SortedBy.DISTINCT, progress);
    }
    return pipeline.isOrdered() ? ordered(progress) : streamed(progress);
  }

  /// The access path of an earlier page. Rows come in its order, so it has to be the same.
  private AccessPath sameAccess(Progress progress) {
    return progress.isFirst()
        ? choice.best()
        : choice.same(progress.access()).orElseThrow(QueryRun::indexChanged);
  }

  /// The access path of an earlier page, or another one: where the rows are sorted, any is as good.
  private AccessPath someAccess(Progress progress) {
    return progress.isFirst()
        ? choice.best()
        : choice.same(progress.access()).orElseGet(choice::best);
  }

  private static OrreryException indexChanged() {
    return Continuation.invalid(
        "it does not fit the container's index any more, start the query again", null);
  }

  /// A query that stands on nothing has one row.
  private void constant() {
    RowProgram.Run program = pipeline.program().run(work.budget());
    Pipeline.Grouping group = pipeline.group();
    if (group != null) {
      RowValue.Partial only = RowValue.Partial.empty(group, new Value[0]);
      boolean _ = program.rows(Value.Undefined.UNDEFINED, row -> add(group, only, row));
      boolean _ = new MergeStages(work, AccessPath.FullScan.FULL_SCAN).offer(only, program);
      return;
    }
    boolean _ =
        program.rows(
            Value.Undefined.UNDEFINED,
            row -> {
              Value value = row.output(pipeline.projection());
              return value == Value.Undefined.UNDEFINED || work.offer(value);
            });
  }

  private static boolean add(Pipeline.Grouping group, RowValue.Partial only, RowProgram.Run row) {
    for (int i = 0; i < only.states().length; i++) {
      long _ = only.states()[i].add(row.output(group.argumentOutputs()[i]));
    }
    return true;
  }

  private Optional<Progress> stopped(Stage stage, AccessPath access, @Nullable Start rest) {
    Output output = work.output();
    return rest == null
        ? Optional.empty()
        : Optional.of(
            new Progress(stage, access.fingerprint(), rest, output.skipped(), output.returned()));
  }

  private Optional<Progress> streamed(Progress progress) {
    requireStage(progress, Stage.STREAM);
    AccessPath path = sameAccess(progress);
    used = path;
    Start rest = new StreamStage(work, path).run(progress.start());
    return stopped(Stage.STREAM, path, rest);
  }

  private static void requireStage(Progress progress, Stage stage) {
    if (!progress.isFirst() && progress.stage() != stage) {
      throw Continuation.invalid("it is not what was handed out", null);
    }
  }

  private Optional<Progress> grouped(Pipeline.Grouping group, Progress progress) {
    if (progress.isFirst() && group.node().fromIndex() != null && answered(group)) {
      fromIndex = true;
      return Optional.empty();
    }
    AccessPath path = someAccess(progress);
    used = path;
    Start rest = new MergeStages(work, path).grouped(group, progress.start());
    return stopped(Stage.GROUP, path, rest);
  }

  /// Whether the indexes of all partitions could answer alone, and have.
  private boolean answered(Pipeline.Grouping group) {
    FragmentBounds bounds = work.output().bounds(1, work.time());
    RowValue.Partial all = RowValue.Partial.empty(group, new Value[0]);
    for (PartitionRead read : work.all()) {
      FragmentPage page =
          work.page(read, AccessPath.FullScan.FULL_SCAN, new FragmentStage.FromIndex(), bounds);
      if (!(page instanceof FragmentPage.Answered(RowValue.Partial part, _))) {
        return false;
      }
      all.merge(part);
    }
    RowProgram.Run program = pipeline.program().run(work.budget());
    boolean _ = new MergeStages(work, AccessPath.FullScan.FULL_SCAN).offer(all, program);
    return true;
  }

  private Optional<Progress> sorted(AccessPath path, SortedBy rows, Progress progress) {
    used = path;
    Start rest = new MergeStages(work, path).sorted(rows, newestFirst, progress.start());
    return stopped(Stage.SORT, path, rest);
  }

  private Optional<Ordered> orderedIndex() {
    return rows == null
        ? new OrderPlanning(pipeline, indexes, declared).find()
        : Optional.of(new Ordered(rows, rows.direction(), null));
  }

  /// What the first page would be found by.
  QueryChoice choose() {
    if (!pipeline.isOrdered() || pipeline.group() != null || pipeline.distinct()) {
      return chosen(choice.best(), false);
    }
    Optional<Ordered> index = orderedIndex().filter(each -> !isIncomplete(each));
    if (index.isEmpty()) {
      return chosen(choice.best(), true);
    }
    return choice
        .small(index.get().path())
        .map(small -> chosen(small, true))
        .orElseGet(() -> chosen(index.get().path(), false));
  }

  private QueryChoice chosen(AccessPath path, boolean sorts) {
    return new QueryChoice(path, sorts, choice.others(path));
  }

  private Optional<Progress> ordered(Progress progress) {
    Optional<Ordered> index = orderedIndex();
    // Clients go on behind the rid they have seen last, so it must not matter how rows are found.
    newestFirst =
        index
            .map(each -> each.direction() == Direction.REVERSE)
            .orElseGet(() -> pipeline.order().getFirst().descending());
    if (index.isEmpty()
        || progress.stage() == Stage.SORT
        || (progress.isFirst() && isIncomplete(index.get()))) {
      return sorted(someAccess(progress), SortedBy.ORDER, progress);
    }
    if (progress.isFirst()) {
      Optional<AccessPath> small = choice.small(index.get().path());
      if (small.isPresent()) {
        return sorted(small.get(), SortedBy.ORDER, progress);
      }
    }
    return alongIndex(index.get(), progress);
  }

  /// Whether items that the index has no entry of belong between those it has. SQL has them in
  /// front or behind; elsewhere they count as null, and kinds may stand on either side of that.
  private boolean isIncomplete(Ordered index) {
    var path = index.optional();
    return pipeline.values() != ValueOrder.SQL
        && path != null
        && !isEverywhere(new Estimate.Presence(path));
  }

  /// In the order of an index, and in front of that or behind it what the index has no entry of.
  private Optional<Progress> alongIndex(Ordered index, Progress progress) {
    boolean descending = pipeline.order().getFirst().descending();
    Stage leading = descending ? Stage.INDEX_ORDER : Stage.UNDEFINED;
    Stage trailing = descending ? Stage.UNDEFINED : Stage.INDEX_ORDER;
    if (progress.isFirst() || progress.stage() == leading) {
      Optional<Progress> stop = part(leading, index, progress);
      if (stop.isPresent() || work.output().isComplete()) {
        return stop;
      }
      // A page that is full already finds out here whether there is another.
      return part(trailing, index, Progress.START);
    }
    return part(trailing, index, progress);
  }

  private Optional<Progress> part(Stage stage, Ordered index, Progress progress) {
    if (stage == Stage.UNDEFINED) {
      return withoutValue(index, progress);
    }
    if (progress.start().position() != null && progress.access() != index.whole().fingerprint()) {
      throw indexChanged();
    }
    used = index.path();
    Start rest =
        new MergeStages(work, index.path()).inIndexOrder(index.direction(), progress.start());
    return stopped(Stage.INDEX_ORDER, index.whole(), rest);
  }

  private Optional<Progress> withoutValue(Ordered index, Progress progress) {
    var path = index.optional();
    if (path == null || isEverywhere(new Estimate.Presence(path))) {
      return Optional.empty();
    }
    AccessPath access = someAccess(progress);
    used = access;
    Start rest =
        new MergeStages(work, access).sorted(SortedBy.UNDEFINED, newestFirst, progress.start());
    return stopped(Stage.UNDEFINED, access, rest);
  }

  private boolean isEverywhere(Estimate.Presence presence) {
    for (PartitionRead read : work.all()) {
      if (read.estimate(presence) == 0) {
        return false;
      }
    }
    return true;
  }
}
