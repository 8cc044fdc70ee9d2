// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.key.PartitionKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/// How large the largest logical partitions of containers were over the last day. Keys stand here
/// as they do in the containers, and leave this process only for operators who ask for them.
public final class KeySizes {
  /// So many of a container are followed.
  public static final int KEYS = 16;

  private final int containersMax;

  /// By container. Guarded by this.
  private final Map<Integer, Map<PartitionKey, SizeSeries>> containers = new HashMap<>();

  KeySizes(int containersMax) {
    this.containersMax = containersMax;
  }

  /// Notes what the largest hold; those that were among them before and are not any more are
  /// forgotten.
  public synchronized void note(int container, Map<PartitionKey, Long> bytes, long nowMillis) {
    if (containers.size() >= containersMax && !containers.containsKey(container)) {
      return;
    }
    Map<PartitionKey, SizeSeries> series =
        containers.computeIfAbsent(container, _ -> new HashMap<>());
    series.keySet().retainAll(bytes.keySet());
    bytes.forEach(
        (key, size) -> series.computeIfAbsent(key, _ -> new SizeSeries()).add(nowMillis, size));
  }

  /// Notes that they hold what they held the last time.
  public synchronized void noteUnchanged(int container, long nowMillis) {
    Map<PartitionKey, SizeSeries> series = containers.get(container);
    if (series != null) {
      series.values().forEach(each -> each.add(nowMillis, each.newest()));
    }
  }

  /// How fast a logical partition that holds so much now has grown; empty if it was not followed,
  /// or not for long enough.
  public synchronized Optional<KeyGrowth> growth(
      int container, PartitionKey key, long bytes, long nowMillis) {
    return Optional.ofNullable(containers.get(container))
        .map(series -> series.get(key))
        .flatMap(series -> series.growth(nowMillis, bytes));
  }

  /// Forgets containers that are gone.
  synchronized void sweep(IntPredicate containerExists) {
    containers.keySet().removeIf(container -> !containerExists.test(container));
  }
}
