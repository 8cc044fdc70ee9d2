// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Scope;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Follows a change feed from the beginning while everything splits.
final class FeedFollower {
  private final Growth growth;
  private final ChangeFeed feed;
  private final TreeMap<String, Integer> seen = new TreeMap<>();
  private @Nullable String continuation;

  FeedFollower(Growth growth, ChangeFeed.Versions versions) {
    this.growth = growth;
    this.feed = new ChangeFeed(Scope.ALL, versions, new Start.Beginning());
  }

  void followWhile(BooleanSupplier wanted) {
    while (wanted.getAsBoolean()) {
      if (!read()) {
        LockSupport.parkNanos(1_000_000); // There is nothing new at the moment.
      }
    }
  }

  void readToTheEnd() {
    boolean more = true;
    while (more) {
      more = read();
    }
  }

  private boolean read() {
    ChangePage page =
        growth
            .gateway()
            .changes(
                growth.container(),
                feed,
                new PageRequest(200, continuation),
                growth.engine().request());
    continuation = page.continuation();
    page.changes().forEach(this::note);
    return page.more();
  }

  private void note(ChangedItem entry) {
    boolean deleted = entry.operation() == Change.Operation.DELETE;
    var item = deleted ? entry.previous().orElseThrow() : entry.current().orElseThrow();
    String name = Growth.name(item);
    int before = Math.abs(seen.getOrDefault(name, 0));
    int now = deleted ? before + 1 : Growth.changes(item);
    boolean fits =
        switch (feed.versions()) {
          // A delete tells what was deleted, which is the change told before.
          case ALL -> now == before + 1 && (!deleted || Growth.changes(item) == before);
          case LATEST -> now > before;
        };
    if (!fits) {
      throw new AssertionError(
          "%s: change %d of %s came after %d".formatted(feed.versions(), now, name, before));
    }
    seen.put(name, deleted ? -now : now);
  }

  /// Every change, or at least the last one of every item that is left, must have been told.
  void requireComplete() {
    growth
        .acknowledged()
        .forEach(
            (name, changes) -> {
              if (feed.versions() == ChangeFeed.Versions.ALL || changes > 0) {
                assertThat(seen).as("%s feed", feed.versions()).containsEntry(name, changes);
              }
            });
  }
}
