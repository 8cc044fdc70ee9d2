// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedTest {
  private static final long HOUR = 3_600_000;

  private static PartitionSettings keeping(long historyMillis) {
    return new PartitionSettings(
        IndexingPolicy.ALL, List.of(), TimeToLive.OFF, historyMillis, Samples.BOUNDS);
  }

  private static List<String> texts(List<Sandbox.Seen> seen) {
    return seen.stream()
        .map(
            each ->
                "%s %s from %s"
                    .formatted(
                        each.operation(),
                        each.current().orElse("nothing"),
                        each.previous().orElse("nothing")))
        .toList();
  }

  @Test
  void latestVersionsInCommitOrder() {
    for (long historyMillis : new long[] {0, HOUR}) {
      try (Sandbox sandbox = new Sandbox(keeping(historyMillis))) {
        sandbox.create("a", "1", "{'n':1}");
        sandbox.create("b", "1", "{'n':2}");
        sandbox.create("c", "1", "{'n':3}");
        sandbox.upsert("a", "1", "{'n':4}");
        sandbox.delete("c", "1");

        assertThat(texts(sandbox.latest(0)))
            .containsExactly("CREATE {'n':2} from nothing", "REPLACE {'n':4} from nothing");
        assertThat(sandbox.latest(3)).hasSize(1);
        assertThat(sandbox.latest(5)).isEmpty();
        sandbox.assertSound();
      }
    }
  }

  @Test
  void withoutHistoryNothingSupersededIsKept() {
    try (Sandbox sandbox = new Sandbox(keeping(0))) {
      for (int i = 0; i < 10; i++) {
        sandbox.upsert("a", "1", "{'n':" + i + "}");
        sandbox.upsert("a", "2", "{'n':" + i + "}");
      }
      sandbox.delete("a", "2");

      assertThat(feedKeys(sandbox)).isEqualTo(1);
      assertThatThrownBy(() -> sandbox.history(0))
          .isInstanceOfSatisfying(
              OrreryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
  }

  @Test
  void historyHasEveryVersionAndItsPredecessor() {
    try (Sandbox sandbox = new Sandbox(keeping(HOUR))) {
      sandbox.create("a", "1", "{'n':1}");
      sandbox.upsert("a", "1", "{'n':2}");
      sandbox.done(
          new Operation.Replace(key("a", "1"), item("{'n':3}"), null, true),
          new Operation.Delete(key("a", "1"), null),
          new Operation.Create(key("a", "1"), item("{'n':4}")));

      assertThat(texts(sandbox.history(0)))
          .containsExactly(
              "CREATE {'n':1} from nothing",
              "REPLACE {'n':2} from {'n':1}",
              "EDIT {'n':3} from {'n':2}",
              "DELETE nothing from {'n':3}",
              "CREATE {'n':4} from nothing");
      assertThat(texts(sandbox.history(3))).hasSize(3);
      assertThat(texts(sandbox.latest(0))).containsExactly("CREATE {'n':4} from nothing");
      sandbox.assertSound();
    }
  }

  @Test
  void scopeLeavesOthersOut() {
    try (Sandbox sandbox = new Sandbox(keeping(HOUR))) {
      for (int i = 0; i < 20; i++) {
        sandbox.create("p" + i, "1", "{'n':" + i + "}");
      }
      HashRange half = Samples.DEFINITION.evenRanges(2).getFirst();
      try (PartitionView view = sandbox.view();
          ChangeCursor changes = view.allChanges(0, half);
          ItemCursor items = view.items(half, null, Direction.FORWARD)) {
        int seen = 0;
        while (changes.next()) {
          assertThat(half.contains(changes.entry().key().position())).isTrue();
          seen++;
        }
        assertThat(seen).isBetween(1, 19).isEqualTo(Scans.keys(items).size());
      }
    }
  }

  @Test
  void placeOfATimeIsFoundWhateverIsMissing() {
    for (long historyMillis : new long[] {0, HOUR}) {
      try (Sandbox sandbox = new Sandbox(keeping(historyMillis))) {
        long begin = sandbox.now;
        for (int i = 0; i < 60; i++) {
          sandbox.upsert("a", "" + i * 7 % 40, "{'n':" + i + "}");
          sandbox.now += i % 5 == 0 ? 10 : 0;
        }
        try (PartitionView view = sandbox.view()) {
          for (long time = begin - 5; time < sandbox.now + 10; time += 5) {
            for (long after = 0; after <= 61; after += 20) {
              long place = view.lsnBefore(time, after);
              assertThat(place).isBetween(after, 61L);
              assertThat(times(view, place)).isEqualTo(since(time, times(view, after)));
            }
          }
        }
      }
    }
  }

  private static List<Long> since(long time, List<Long> times) {
    return times.stream().filter(each -> each >= time).toList();
  }

  private static List<Long> times(PartitionView view, long lsnAfter) {
    List<Long> times = new ArrayList<>();
    try (ChangeCursor changes = view.latestChanges(lsnAfter, HashRange.FULL)) {
      while (changes.next()) {
        times.add(changes.entry().timeMillis());
      }
    }
    return times;
  }

  @Test
  void oldHistoryIsForgottenButTheLatestVersionsStay() {
    try (Sandbox sandbox = new Sandbox(keeping(HOUR))) {
      sandbox.create("a", "1", "{'n':1}");
      sandbox.upsert("a", "1", "{'n':2}");
      sandbox.create("a", "2", "{'n':3}");
      sandbox.delete("a", "2");
      sandbox.now += HOUR / 2;
      sandbox.upsert("a", "1", "{'n':4}");
      sandbox.create("a", "3", "{'n':5}");
      assertThat(sandbox.partition.due(sandbox.now, 10)).isEmpty();
      sandbox.now += HOUR / 2;

      assertThat(sandbox.settle(1)).isEqualTo(4);

      assertThat(texts(sandbox.history(5)))
          .containsExactly("REPLACE {'n':4} from {'n':2}", "CREATE {'n':5} from nothing");
      assertThatThrownBy(() -> sandbox.history(4))
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HISTORY_GONE));
      sandbox.assertSound();
      sandbox.now += HOUR;
      sandbox.settle(10);
      assertThat(texts(sandbox.latest(0)))
          .containsExactly("REPLACE {'n':4} from nothing", "CREATE {'n':5} from nothing");
      assertThat(feedKeys(sandbox)).isEqualTo(2);
      sandbox.assertSound();
    }
  }

  @Test
  void historySwitchedOnBeginsThere() {
    try (Sandbox sandbox = new Sandbox(keeping(0))) {
      sandbox.create("a", "1", "{'n':1}");
      sandbox.create("a", "2", "{'n':2}");
      sandbox.configure(keeping(HOUR));
      sandbox.upsert("a", "1", "{'n':3}");
      sandbox.delete("a", "2");

      assertThatThrownBy(() -> sandbox.history(2)).isInstanceOf(OrreryException.class);
      assertThat(texts(sandbox.history(3)))
          .containsExactly("REPLACE {'n':3} from {'n':1}", "DELETE nothing from {'n':2}");
      sandbox.assertSound();
    }
  }

  @Test
  void historySwitchedOffIsPurgedToTheEnd() {
    try (Sandbox sandbox = new Sandbox(keeping(HOUR))) {
      for (int i = 0; i < 10; i++) {
        sandbox.upsert("a", "1", "{'n':" + i + "}");
        sandbox.upsert("a", "2", "{'n':" + i + "}");
      }
      sandbox.delete("a", "2");
      sandbox.configure(keeping(0));
      sandbox.submit(new Command.PurgeHistory(sandbox.now, 5));
      sandbox.upsert("a", "1", "{'n':10}");
      sandbox.assertSound();
      sandbox.settle(4);

      assertThat(sandbox.partition.state().historySince()).isEqualTo(PartitionState.NO_HISTORY);
      assertThat(feedKeys(sandbox)).isEqualTo(1);
      assertThat(texts(sandbox.latest(0))).containsExactly("REPLACE {'n':10} from nothing");
      sandbox.upsert("a", "1", "{'n':11}");
      assertThat(feedKeys(sandbox)).isEqualTo(1);
      sandbox.assertSound();
    }
  }

  private static int feedKeys(Sandbox sandbox) {
    int keys = 0;
    try (Cursor cursor = sandbox.store.scan(Family.FEED, KeyRange.ALL, Direction.FORWARD)) {
      while (cursor.next()) {
        keys++;
      }
    }
    return keys;
  }
}
