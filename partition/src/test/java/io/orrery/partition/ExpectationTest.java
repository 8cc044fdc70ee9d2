// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.Outcome;
import io.orrery.plan.update.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Writes that rest on what was read before.
class ExpectationTest {
  private static final ItemKey COUNTER = key("a", "counter");
  private static final ItemKey OTHER = key("a", "other");
  private static final ItemKey ELSEWHERE = key("b", "other");

  private static boolean takesPlace(Sandbox sandbox, Expectation... expectations) {
    var upsert = new Operation.Upsert(COUNTER, item("{'n':1}"), null);
    Outcome outcome =
        sandbox.submit(new Command.Write(sandbox.now, List.of(expectations), List.of(upsert)));
    return switch (outcome) {
      case Outcome.Written _ -> true;
      case Outcome.Refused(_, _, Outcome.Refusal refusal) -> {
        assertThat(refusal).isEqualTo(new Outcome.Refusal.Outdated());
        yield false;
      }
      case Outcome.Done _, Outcome.Declined _, Outcome.Moved _ -> throw new AssertionError(outcome);
    };
  }

  private static Expectation unchanged(Sandbox sandbox) {
    try (PartitionView view = sandbox.partition.view(sandbox.now)) {
      return new Expectation.Unchanged(COUNTER, view.changed(COUNTER));
    }
  }

  private static ItemVersion version(Sandbox sandbox, ItemKey key) {
    return sandbox.partition.find(key, sandbox.now).orElseThrow().version();
  }

  private static void upsert(Sandbox sandbox, ItemKey key) {
    assertThat(sandbox.write(new Operation.Upsert(key, item("{'n':2}"), null)))
        .isInstanceOf(Outcome.Written.class);
  }

  @Test
  void versionsOfItems() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      assertThat(takesPlace(sandbox, new Expectation.Version(OTHER, new ItemVersion(1, 0))))
          .isFalse();
      assertThat(takesPlace(sandbox, new Expectation.Version(OTHER, null))).isTrue();
      upsert(sandbox, OTHER);
      ItemVersion old = version(sandbox, OTHER);
      assertThat(takesPlace(sandbox, new Expectation.Version(OTHER, old))).isTrue();
      assertThat(takesPlace(sandbox, new Expectation.Version(OTHER, null))).isFalse();
      upsert(sandbox, OTHER);
      assertThat(takesPlace(sandbox, new Expectation.Version(OTHER, old))).isFalse();
    }
  }

  @Test
  void whatFailsLeavesNoTrace() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      upsert(sandbox, COUNTER);
      PartitionState before = sandbox.partition.state();
      assertThat(takesPlace(sandbox, new Expectation.Version(COUNTER, null))).isFalse();
      assertThat(sandbox.partition.state()).isEqualTo(before);
    }
  }

  @Test
  void wholeLogicalPartitions() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      Expectation empty = unchanged(sandbox);
      upsert(sandbox, ELSEWHERE);
      assertThat(takesPlace(sandbox, empty)).isTrue();
      assertThat(takesPlace(sandbox, empty)).isFalse();

      Expectation before = unchanged(sandbox);
      upsert(sandbox, OTHER);
      assertThat(takesPlace(sandbox, before)).isFalse();

      before = unchanged(sandbox);
      assertThat(sandbox.write(new Operation.Delete(OTHER, null)))
          .isInstanceOf(Outcome.Written.class);
      assertThat(takesPlace(sandbox, before)).isFalse();

      before = unchanged(sandbox);
      upsert(sandbox, ELSEWHERE);
      assertThat(takesPlace(sandbox, before)).isTrue();
    }
  }

  @Test
  void deletedLogicalPartitions() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      for (int i = 0; i <= StateMachine.DELETED_AT_ONCE_MAX; i++) {
        upsert(sandbox, key("a", "i" + i));
      }
      Expectation before = unchanged(sandbox);
      Outcome deleted = sandbox.submit(new Command.DeleteLogicalPartition(sandbox.now, COUNTER));
      assertThat(deleted).isInstanceOf(Outcome.Done.class);
      assertThat(takesPlace(sandbox, before)).isFalse();
      assertThat(takesPlace(sandbox, unchanged(sandbox))).isTrue();
    }
  }

  @Test
  void expectationsMayBeAboutOtherPartitionKeys() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      var upsert = new Operation.Upsert(COUNTER, item("{'n':1}"), null);
      assertThat(
              sandbox.submit(
                  new Command.Write(
                      sandbox.now,
                      List.of(new Expectation.Version(ELSEWHERE, null)),
                      List.of(upsert))))
          .isInstanceOf(Outcome.Written.class);
      var create = new Operation.Create(ELSEWHERE, item("{}"));
      assertThat(sandbox.submit(new Command.Write(sandbox.now, List.of(create))))
          .isInstanceOf(Outcome.Written.class);
      assertThat(
              sandbox.submit(
                  new Command.Write(
                      sandbox.now,
                      List.of(new Expectation.Version(ELSEWHERE, null)),
                      List.of(upsert))))
          .isInstanceOf(Outcome.Refused.class);
    }
  }
}
