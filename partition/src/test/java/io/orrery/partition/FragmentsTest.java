// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.ItemScope;
import io.orrery.partition.fragment.RowValue;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.LocalPartition;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Languages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Plans without code, run by a partition.
class FragmentsTest {
  private static final Plan SCAN = new Plan.Scan(Condition.Anything.ANYTHING, Set.of());
  private static final ItemScope ALL = new ItemScope(List.of(HashRange.FULL), null);
  private static final int TERM_BYTES = 1000;

  private final AtomicLong nanos = new AtomicLong();

  private LocalPartition serve(Sandbox sandbox) {
    Provision own = new Provision(new Provision.Share.Own(), 400);
    return new LocalPartition(
        sandbox.partition,
        new Buckets(nanos::get, true).throttle(own),
        new FragmentExecutor(
            Languages.NONE, Limits.DEFAULT, ComputeShare.of(Limits.DEFAULT, nanos::get)),
        nanos::get);
  }

  private static <A extends PartitionAnswer> A ask(
      Sandbox sandbox, LocalPartition service, PartitionRequest<A> request) {
    PartitionCall call =
        new PartitionCall(1, Duration.ofSeconds(20).toNanos(), sandbox.now, 0, Charging.CONTINUE);
    return ((PartitionReply.Answered<A>) service.ask(request, call)).answer();
  }

  private static FragmentBounds rows(long count) {
    return new FragmentBounds(
        0, count, 1 << 20, true, true, Long.MAX_VALUE, Long.MAX_VALUE / 2, count);
  }

  private FragmentPage page(Sandbox sandbox, Plan plan, FragmentStage stage) {
    return page(sandbox, plan, AccessPath.FullScan.FULL_SCAN, ALL, stage, 100);
  }

  private FragmentPage page(
      Sandbox sandbox,
      Plan plan,
      AccessPath path,
      ItemScope scope,
      FragmentStage stage,
      long count) {
    LocalPartition service = serve(sandbox);
    long lease = ask(sandbox, service, new PartitionRequest.OpenRead()).state().lease();
    Fragment fragment = new Fragment(plan, path, scope, TERM_BYTES, stage, rows(count));
    FragmentPage page =
        ask(sandbox, service, new PartitionRequest.ReadFragment(lease, fragment, false)).page();
    var closed = ask(sandbox, service, new PartitionRequest.CloseRead(lease, true, null));
    assertThat(closed.charge().thousandths()).isPositive();
    return page;
  }

  private static PlanExpression path(String name) {
    return new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(name));
  }

  private static PlanExpression bson(String name, PlanExpression.Operator operator, int number) {
    return new PlanExpression.Compare(
        ComparisonSemantics.BSON,
        operator,
        path(name),
        new PlanExpression.Constant(new Value.Int32(number)));
  }

  private static List<String> ids(FragmentPage page) {
    List<RowValue> values =
        switch (page) {
          case FragmentPage.Streamed streamed -> streamed.rows();
          case FragmentPage.Ordered ordered ->
              ordered.rows().stream().map(row -> row.value()).toList();
          case FragmentPage.Answered _, FragmentPage.Unanswered _ ->
              throw new AssertionError("no rows");
        };
    List<String> ids = new ArrayList<>();
    for (RowValue value : values) {
      byte[] rowKey = ((RowValue.Stored) value).item().key().rowKey();
      for (String id : List.of("1", "2", "3", "4", "5")) {
        if (Arrays.equals(rowKey, Samples.row(id))) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  private static Sandbox sandbox() {
    Sandbox sandbox = new Sandbox(Samples.PLAIN);
    sandbox.create("a", "1", "{'n':5,'tags':[1,9]}");
    sandbox.create("a", "2", "{'n':'x','tags':[3]}");
    sandbox.create("b", "3", "{'n':[2,7]}");
    sandbox.create("b", "4", "{'n':1,'tags':[9]}");
    return sandbox;
  }

  @Test
  void filtersFollowTypeBracketsAndMatchArrays() {
    try (Sandbox sandbox = sandbox()) {
      Plan plan = new Plan.Filter(SCAN, bson("n", PlanExpression.Operator.GREATER, 1));
      assertThat(ids(page(sandbox, plan, new FragmentStage.Stream(null))))
          .containsExactlyInAnyOrder("1", "3");
    }
  }

  @Test
  void streamsGoOnWhereTheyStopped() {
    try (Sandbox sandbox = sandbox()) {
      List<String> found = new ArrayList<>();
      byte @Nullable [] place = null;
      do {
        var page =
            (FragmentPage.Streamed)
                page(
                    sandbox,
                    SCAN,
                    AccessPath.FullScan.FULL_SCAN,
                    ALL,
                    new FragmentStage.Stream(place),
                    1);
        found.addAll(ids(page));
        place = page.place();
      } while (place != null);
      assertThat(found).containsExactly("1", "2", "3", "4");
    }
  }

  @Test
  void rowKeysAreReadBothWays() {
    try (Sandbox sandbox = sandbox()) {
      ItemScope one = new ItemScope(List.of(HashRange.FULL), Samples.key("a", ""));
      for (Direction direction : Direction.values()) {
        AccessPath path = new AccessPath.PrimaryRange(new byte[0], null, direction);
        assertThat(ids(page(sandbox, SCAN, path, one, new FragmentStage.Stream(null), 9)))
            .containsExactlyElementsOf(
                direction == Direction.FORWARD ? List.of("1", "2") : List.of("2", "1"));
      }
    }
  }

  @Test
  void theFirstRowsAreSorted() {
    try (Sandbox sandbox = sandbox()) {
      OrderKey byNumber = new OrderKey(path("n"), List.of(new IndexPath.Name("n")), true);
      Plan plan = new Plan.Sort(SCAN, List.of(byNumber), Plan.Unindexed.SORT);
      var page =
          (FragmentPage.Ordered)
              page(
                  sandbox,
                  plan,
                  AccessPath.FullScan.FULL_SCAN,
                  ALL,
                  new FragmentStage.Sorted(
                      FragmentStage.SortedBy.ORDER, null, true, Long.MAX_VALUE),
                  3);
      assertThat(ids(page)).containsExactly("3", "2", "1");
      assertThat(page.rest()).isNotNull();
    }
  }

  @Test
  void rowsThatNobodyCouldKeepAreNotSorted() {
    try (Sandbox sandbox = sandbox()) {
      assertThatThrownBy(
              () ->
                  page(
                      sandbox,
                      SCAN,
                      new FragmentStage.Sorted(FragmentStage.SortedBy.DISTINCT, null, false, 60)))
          .isInstanceOfSatisfying(
              OrreryException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
    }
  }

  @Test
  void elementsAreUnwoundAndGrouped() {
    try (Sandbox sandbox = sandbox()) {
      PlanExpression tag = new PlanExpression.Path(new PlanExpression.Root.Unwound(0), List.of());
      Plan plan =
          new Plan.Project(
              new Plan.Group(
                  new Plan.Unwind(SCAN, path("tags")),
                  List.of(tag),
                  List.of(new Plan.Aggregate(AggregateFunction.COUNT, tag)),
                  null),
              new PlanExpression.AggregateResult(0));
      var page = (FragmentPage.Ordered) page(sandbox, plan, new FragmentStage.Grouped(null));
      assertThat(page.rows())
          .extracting(
              row -> {
                var group = (RowValue.Partial) row.value();
                return group.keys()[0] + ": " + group.results()[0];
              })
          .containsExactly(
              new Value.Int32(1) + ": " + new Value.Int32(1),
              new Value.Int32(3) + ": " + new Value.Int32(1),
              new Value.Int32(9) + ": " + new Value.Int32(2));
    }
  }

  @Test
  void aStateStaysAsItWasUntilItsTimeIsOver() {
    try (Sandbox sandbox = sandbox()) {
      LocalPartition service = serve(sandbox);
      long lease = ask(sandbox, service, new PartitionRequest.OpenRead()).state().lease();
      sandbox.create("c", "5", "{}");
      Fragment fragment =
          new Fragment(
              SCAN,
              AccessPath.FullScan.FULL_SCAN,
              ALL,
              TERM_BYTES,
              new FragmentStage.Stream(null),
              rows(100));
      var read = new PartitionRequest.ReadFragment(lease, fragment, false);
      assertThat(ids(ask(sandbox, service, read).page())).hasSize(4);
      nanos.addAndGet(Duration.ofSeconds(21).toNanos());
      ask(sandbox, service, new PartitionRequest.OpenRead());
      assertThatThrownBy(() -> ask(sandbox, service, read))
          .isInstanceOf(OrreryException.class)
          .hasMessageContaining("not held any more");
    }
  }
}
