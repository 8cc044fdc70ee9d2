// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.Limits;
import io.orrery.model.container.Api;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/// Sees all requests and remembers what they come to. Containers beyond a bound are counted
/// together, so that metrics have no more labels than somebody can store.
public final class Observatory implements Observers {
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

  /// How much may be remembered.
  ///
  /// @param containers those that are counted by themselves
  /// @param partitions those that have a history
  /// @param templates those of a container's workload that are told apart
  /// @param counters of requests by partition
  record Bounds(int containers, int partitions, int templates, int counters) {}

  private final WorkloadSettings settings;
  private final Bounds bounds;
  private final Map<Api, Durations> durations = new EnumMap<>(Api.class);
  private final ConcurrentHashMap<Integer, ContainerUsage> containers = new ConcurrentHashMap<>();
  private final Map<Api, ContainerUsage> others = new EnumMap<>(Api.class);
  private final PartitionHistories histories;
  private final KeySizes keySizes;
  private final RequestLog log;
  private final PartitionCounters.Room room;

  Observatory(WorkloadSettings settings, Bounds bounds, RequestLog log) {
    this.log = log;
    this.room = new PartitionCounters.Room(bounds.counters());
    this.settings = settings;
    this.bounds = bounds;
    this.histories = new PartitionHistories(bounds.partitions());
    this.keySizes = new KeySizes(bounds.containers());
    for (Api api : Api.values()) {
      durations.put(api, new Durations());
      others.put(api, newUsage(new ContainerUsage.Place(api, ContainerUsage.Place.UNPLACED)));
    }
  }

  public static Observatory of(WorkloadSettings settings, Limits limits, InstantSource clock) {
    return new Observatory(
        settings,
        new Bounds(
            limits.observedContainers(),
            limits.observedPartitions(),
            limits.workloadTemplates(),
            limits.observedCounters()),
        new RequestLog(
            clock, limits.observedRequests(), Duration.ofMillis(limits.slowRequestMillis())));
  }

  private ContainerUsage newUsage(ContainerUsage.Place place) {
    return new ContainerUsage(
        place, durations(place.api()), new Workload(settings, bounds.templates()), log, room);
  }

  @Override
  public RequestObserver observer(int container, Api api) {
    ContainerUsage known = containers.get(container);
    if (known != null) {
      return known;
    }
    return containers.size() >= bounds.containers()
        ? others(api)
        : containers.computeIfAbsent(
            container, _ -> newUsage(new ContainerUsage.Place(api, container)));
  }

  @Override
  public RequestObserver unplaced(Api api) {
    return others(api);
  }

  /// Once a second: books what partitions have done since.
  ///
  /// @param readings of all partitions, by container
  public void tick(Map<Integer, List<PartitionReading>> readings, long nowMillis) {
    histories.read(readings, nowMillis);
  }

  /// Once a minute: books the hours of workloads, and forgets what is gone.
  public void tidy(IntPredicate containerExists, long nowMillis) {
    for (Map.Entry<Integer, ContainerUsage> each : containers.entrySet()) {
      if (!containerExists.test(each.getKey())
          && containers.remove(each.getKey(), each.getValue())) {
        each.getValue().close();
      }
    }
    histories.sweep(containerExists, nowMillis);
    keySizes.sweep(containerExists);
    book(nowMillis);
  }

  /// Books to the present hour what was done since the last time.
  public void book(long nowMillis) {
    long hour = Math.floorDiv(nowMillis, HOUR_MILLIS);
    containers.values().forEach(usage -> usage.book(hour));
  }

  /// What the requests to a container came to; empty if it has no place of its own, or was never
  /// used.
  public Optional<ContainerUsage> usage(int container) {
    return Optional.ofNullable(containers.get(container));
  }

  /// What the requests to all containers of a protocol without a place of their own came to, and
  /// those that failed before it was known which container they meant.
  public ContainerUsage others(Api api) {
    return Objects.requireNonNull(others.get(api));
  }

  public Durations durations(Api api) {
    return Objects.requireNonNull(durations.get(api));
  }

  /// The last requests one by one.
  public RequestLog log() {
    return log;
  }

  public PartitionHistories histories() {
    return histories;
  }

  /// What the largest logical partitions held.
  public KeySizes keySizes() {
    return keySizes;
  }

  public WorkloadSettings settings() {
    return settings;
  }
}
