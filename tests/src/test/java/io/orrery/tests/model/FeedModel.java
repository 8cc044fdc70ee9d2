// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.ChangeFeed;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Somebody who reads a change feed now and then, and what it has to get.
final class FeedModel {

  /// Whether a change is there.
  enum Presence {
    NOW,
    /// Perhaps later, because sweeping takes its time; but before anything that follows.
    LATER,
    /// Perhaps never: it may have been swept before this reader began.
    PERHAPS
  }

  /// A change that is still to be told.
  private record Expected(
      Change.Operation operation,
      @Nullable ModelItem current,
      @Nullable ModelItem previous,
      Presence presence) {}

  private final ChangeFeed feed;
  private final Predicate<ItemKey> scope;
  private final TreeSet<ItemKey> pending = new TreeSet<>();
  private final TreeMap<ItemKey, ArrayDeque<Expected>> queues = new TreeMap<>();
  private final TreeMap<String, ItemVersion> told = new TreeMap<>();
  private @Nullable String continuation;
  private long drainedMillis;

  FeedModel(ChangeFeed feed, Predicate<ItemKey> scope, long nowMillis) {
    this.feed = feed;
    this.scope = scope;
    this.drainedMillis = nowMillis;
  }

  ChangeFeed feed() {
    return feed;
  }

  @Nullable String continuation() {
    return continuation;
  }

  private boolean isLatest() {
    return feed.versions() == ChangeFeed.Versions.LATEST;
  }

  /// Whether history may have gone away under this reader.
  boolean mayBeGone(long historyMillis, long nowMillis) {
    return drainedMillis <= nowMillis - historyMillis;
  }

  void put(ModelItem item, @Nullable ModelItem previous) {
    if (!scope.test(item.key())) {
      return;
    }
    if (isLatest()) {
      pending.add(item.key());
    } else {
      Change.Operation operation =
          previous == null ? Change.Operation.CREATE : Change.Operation.REPLACE;
      queue(item.key()).add(new Expected(operation, item, previous, Presence.NOW));
    }
  }

  void remove(ModelItem item, Change.Operation operation, Presence presence) {
    if (!scope.test(item.key())) {
      return;
    }
    if (isLatest()) {
      pending.remove(item.key());
    } else {
      queue(item.key()).add(new Expected(operation, null, item, presence));
    }
  }

  private ArrayDeque<Expected> queue(ItemKey key) {
    return queues.computeIfAbsent(key, _ -> new ArrayDeque<>());
  }

  /// The reader was told of a change.
  void tell(ChangedItem entry, Map<ItemKey, ModelItem> items) {
    assertThat(scope.test(entry.key())).as("%s is in scope", entry.key()).isTrue();
    String logical = HexFormat.of().formatHex(entry.key().logicalPartition());
    ItemVersion before = told.put(logical, entry.version());
    if (before != null) {
      assertThat(entry.version()).as("order of one logical partition").isGreaterThan(before);
    }
    if (isLatest()) {
      ModelItem item = items.get(entry.key());
      assertThat(item).as("%s of the feed exists", entry.key()).isNotNull();
      requireSame(entry.current(), item);
      assertThat(entry.version()).isEqualTo(item.version());
      assertThat(pending.remove(entry.key())).as("%s is told once", entry.key()).isTrue();
      return;
    }
    Expected expected = queue(entry.key()).poll();
    if (expected != null
        && expected.presence() == Presence.PERHAPS
        && !entry.operation().removes()) {
      expected = queue(entry.key()).poll();
    }
    assertThat(expected).as("%s was changed: %s", entry.key(), entry.operation()).isNotNull();
    // Whether somebody deletes what has expired, or time does, depends on who comes first.
    assertThat(entry.operation())
        .isIn(
            expected.presence() != Presence.NOW
                ? List.of(Change.Operation.DELETE, Change.Operation.EXPIRE)
                : List.of(expected.operation()));
    requireSame(entry.current(), expected.current());
    requireSame(entry.previous(), expected.previous());
  }

  private static void requireSame(Optional<Item> found, @Nullable ModelItem expected) {
    if (expected == null) {
      assertThat(found).isEmpty();
      return;
    }
    assertThat(found).isPresent();
    assertThat(found.get().version()).isEqualTo(expected.version());
    assertThat(found.get().body()).isEqualTo(expected.body());
  }

  void advance(String newContinuation) {
    continuation = newContinuation;
  }

  /// There is no more: the reader must have got everything.
  ///
  /// @param quiet whether sweeping has come to its end, so that nothing may be late
  void drained(boolean quiet, long nowMillis) {
    drainedMillis = nowMillis;
    assertThat(pending).as("changes that were not told").isEmpty();
    queues
        .values()
        .removeIf(queue -> queue.isEmpty() || (quiet && isLeft(queue, Presence.PERHAPS)));
    queues.forEach(
        (key, queue) -> {
          boolean fine =
              isLeft(queue, Presence.PERHAPS) || (!quiet && isLeft(queue, Presence.LATER));
          assertThat(fine).as("%s: changes %s were not told", key, queue).isTrue();
        });
  }

  private static boolean isLeft(ArrayDeque<Expected> queue, Presence presence) {
    return queue.size() == 1 && queue.getFirst().presence() == presence;
  }
}
