// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.observe.KeySizes;
import io.orrery.model.OrreryException;
import io.orrery.model.key.PartitionKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks now and then which logical partitions of each container are the largest. That reads the
/// counters of all of them, so a container that did not change is left alone, and one that took
/// long is left alone for long. For one thread.
public final class KeySizeSampling {
  private static final Logger LOG = LoggerFactory.getLogger(KeySizeSampling.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /// After a look there is none for so many times as long as it took.
  private static final int REST = 500;

  private static final long UNKNOWN = -1;

  /// @param lsn how far all partitions had come together
  /// @param againNanos when there may be another
  private record Look(long lsn, long againNanos) {}

  private final Gateway gateway;
  private final KeySizes sizes;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Map<Integer, Look> looks = new HashMap<>();

  public KeySizeSampling(Gateway gateway, KeySizes sizes, InstantSource clock, LongSupplier nanos) {
    this.gateway = gateway;
    this.sizes = sizes;
    this.clock = clock;
    this.nanos = nanos;
  }

  /// All containers, unless the thread is interrupted.
  public void sample() {
    List<ContainerHandle> containers = gateway.administration().containers();
    looks
        .keySet()
        .retainAll(containers.stream().map(ContainerHandle::number).collect(Collectors.toSet()));
    for (ContainerHandle container : containers) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      sample(container);
    }
  }

  private void sample(ContainerHandle container) {
    int number = container.number();
    Look last = looks.get(number);
    long begun = nanos.getAsLong();
    long lsn = UNKNOWN;
    try {
      long now = gateway.partitions(container).stream().mapToLong(PartitionStatistics::lsn).sum();
      if (last != null && last.lsn() == now) {
        sizes.noteUnchanged(number, clock.millis());
        return;
      }
      if (last != null && begun - last.againNanos() < 0) {
        return;
      }
      sizes.note(number, largest(container), clock.millis());
      lsn = now;
    } catch (OrreryException e) {
      LOG.info("The largest keys of a container were not read: {}", e.getMessage());
    }
    long ended = nanos.getAsLong();
    looks.put(number, new Look(lsn, ended + REST * (ended - begun)));
  }

  private Map<PartitionKey, Long> largest(ContainerHandle container) {
    Map<PartitionKey, Long> bytes = new LinkedHashMap<>();
    for (LogicalPartitionSize each :
        gateway.topKeys(container, KeySizes.KEYS, gateway.request(TIMEOUT))) {
      bytes.put(each.key(), each.counters().bytes());
    }
    return bytes;
  }
}
