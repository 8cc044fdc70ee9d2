// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeToLiveTest {

  private static PartitionSettings settings(int ttlSeconds) {
    return new PartitionSettings(
        IndexingPolicy.ALL, List.of(), ttlSeconds, 3_600_000, Samples.BOUNDS);
  }

  private static void create(Sandbox sandbox, String id, int ttlSeconds) {
    NewItem item = new NewItem(Samples.body("{'id':'" + id + "'}"), ttlSeconds, true);
    sandbox.done(new Operation.Create(key("a", id), item));
  }

  @Test
  void itemsFollowTheContainerUnlessTheySayOtherwise() {
    try (Sandbox sandbox = new Sandbox(settings(10))) {
      create(sandbox, "default", Item.TTL_DEFAULT);
      create(sandbox, "short", 3);
      create(sandbox, "long", 20);
      create(sandbox, "never", Item.TTL_NEVER);

      assertThat(aliveAt(sandbox, 2_999)).containsExactly("default", "long", "never", "short");
      assertThat(aliveAt(sandbox, 3_000)).containsExactly("default", "long", "never");
      assertThat(aliveAt(sandbox, 9_999)).containsExactly("default", "long", "never");
      assertThat(aliveAt(sandbox, 10_000)).containsExactly("long", "never");
      assertThat(aliveAt(sandbox, 20_000)).containsExactly("never");
    }
  }

  @Test
  void withoutDefaultOnlyItemsThatSaySoExpire() {
    try (Sandbox sandbox = new Sandbox(settings(TimeToLive.NO_DEFAULT))) {
      create(sandbox, "default", Item.TTL_DEFAULT);
      create(sandbox, "short", 3);
      create(sandbox, "never", Item.TTL_NEVER);

      assertThat(aliveAt(sandbox, 1L << 40)).containsExactly("default", "never");
    }
  }

  @Test
  void switchedOffNothingExpires() {
    try (Sandbox sandbox = new Sandbox(settings(TimeToLive.OFF))) {
      create(sandbox, "default", Item.TTL_DEFAULT);
      create(sandbox, "short", 3);

      assertThat(aliveAt(sandbox, 1L << 40)).containsExactly("default", "short");
      sandbox.now += 10_000;
      assertThat(sandbox.partition.due(sandbox.now, 10)).isEmpty();
    }
  }

  /// All ways to read agree on who is alive.
  private static List<String> aliveAt(Sandbox sandbox, long millis) {
    List<String> ids = List.of("default", "long", "never", "short");
    long now = Sandbox.START + millis;
    List<String> found =
        ids.stream().filter(id -> sandbox.partition.find(key("a", id), now).isPresent()).toList();
    try (PartitionView view = sandbox.partition.view(now)) {
      assertThat(ids.stream().filter(id -> view.find(key("a", id)).isPresent()).toList())
          .isEqualTo(found);
      assertThat(view.findAll(ids.stream().map(id -> key("a", id)).toList(), Long.MAX_VALUE))
          .extracting(Optional::isPresent)
          .isEqualTo(ids.stream().map(found::contains).toList());
      try (ItemCursor cursor = view.items(HashRange.FULL, null, Direction.FORWARD)) {
        assertThat(Scans.jsons(cursor)).hasSameSizeAs(found);
      }
      try (ChangeCursor cursor = view.latestChanges(0, HashRange.FULL)) {
        int changes = 0;
        while (cursor.next()) {
          changes++;
        }
        assertThat(changes).isEqualTo(found.size());
      }
    }
    return found;
  }

  @Test
  void writesExtendTheLife() {
    try (Sandbox sandbox = new Sandbox(settings(10))) {
      sandbox.create("a", "1", "{'n':1}");
      sandbox.now += 9_999;
      sandbox.upsert("a", "1", "{'n':2}");
      sandbox.now += 9_999;
      assertThat(sandbox.find("a", "1")).contains("{'n':2}");
      sandbox.now += 1;
      assertThat(sandbox.find("a", "1")).isEmpty();
      sandbox.assertSound();
    }
  }

  @Test
  void expiredItemsAreGoneForWritersBeforeAnySweep() {
    try (Sandbox sandbox = new Sandbox(settings(10))) {
      long rid = sandbox.create("a", "1", "{'n':1}").rid();
      sandbox.now += 10_000;

      Refusal notFound = new Refusal.NotFound();
      assertThat(sandbox.refused(new Operation.Replace(key("a", "1"), item("{}"), null)))
          .isEqualTo(notFound);
      assertThat(sandbox.refused(new Operation.Delete(key("a", "1"), null))).isEqualTo(notFound);
      Result result = sandbox.done(new Operation.Create(key("a", "1"), item("{'n':2}")));

      assertThat(result).isInstanceOf(Result.Created.class);
      assertThat(result.item().rid()).isNotEqualTo(rid);
      assertThat(sandbox.partition.state().counters().items()).isEqualTo(1);
      assertThat(sandbox.history(0))
          .extracting(seen -> seen.operation() + seen.current() + seen.previous())
          .containsExactly(
              "CREATEOptional[{'n':1}]Optional.empty",
              "EXPIREOptional.emptyOptional[{'n':1}]",
              "CREATEOptional[{'n':2}]Optional.empty");
      sandbox.assertSound();
    }
  }

  @Test
  void sweepRemovesWhatIsOverAndNothingElse() {
    try (Sandbox sandbox = new Sandbox(settings(10))) {
      for (int i = 0; i < 25; i++) {
        sandbox.create("p" + i % 4, "i" + i, "{'n':" + i + "}");
        sandbox.now += 100;
      }
      sandbox.now = Sandbox.START + 11_250; // the first 13 are over

      assertThat(sandbox.settle(5)).isEqualTo(3);
      assertThat(sandbox.partition.state().counters().items()).isEqualTo(12);
      sandbox.assertSound();
      sandbox.now += 100_000;
      sandbox.settle(5);
      assertThat(sandbox.partition.state().counters().items()).isZero();
      assertThat(sandbox.partition.state().counters().bytes()).isZero();
      sandbox.assertSound();
    }
  }

  @Test
  void aNewDefaultHoldsAtOnceAndDeadlinesFollow() {
    try (Sandbox sandbox = new Sandbox(settings(TimeToLive.OFF))) {
      sandbox.create("a", "1", "{}");
      sandbox.create("a", "2", "{}");
      sandbox.now += 5_000;
      sandbox.configure(settings(5));

      assertThat(sandbox.find("a", "1")).isEmpty();
      assertThat(sandbox.submit(new Command.Sweep(sandbox.now, 10)))
          .isInstanceOf(Outcome.Declined.class);
      sandbox.settle(1);
      assertThat(sandbox.partition.state().counters().items()).isZero();
      sandbox.assertSound();
    }
  }
}
