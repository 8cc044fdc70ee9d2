// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.ErrorCode;
import io.orrery.model.container.Api;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What the requests to one container come to, by kind, outcome and partition. There are as many
/// counters as there are kinds and error codes, and as there is room for partitions, whatever
/// clients do.
public final class ContainerUsage implements RequestObserver {

  /// Requests of one kind. Most succeed, and find their counter at once.
  private record KindUsage(
      PartitionCounters successes,
      ConcurrentHashMap<ErrorCode, PartitionCounters> failures,
      PartitionCounters.Room room) {
    KindUsage(PartitionCounters.Room room) {
      this(new PartitionCounters(room), new ConcurrentHashMap<>(), room);
    }

    void add(@Nullable ErrorCode failure, RequestCost cost) {
      PartitionCounters counters =
          failure == null
              ? successes
              : failures.computeIfAbsent(failure, _ -> new PartitionCounters(room));
      counters.add(cost);
    }

    void close() {
      successes.close();
      failures.values().forEach(PartitionCounters::close);
    }
  }

  /// Whose requests these are.
  ///
  /// @param container its number; [#UNPLACED] for those without a place of their own
  record Place(Api api, int container) {
    static final int UNPLACED = 0;
  }

  private final Map<RequestKind, KindUsage> kinds = new EnumMap<>(RequestKind.class);
  private final Place place;
  private final Durations durations;
  private final Workload workload;
  private final RequestLog log;

  /// @param durations those of all containers of the same protocol
  ContainerUsage(
      Place place,
      Durations durations,
      Workload workload,
      RequestLog log,
      PartitionCounters.Room room) {
    this.place = place;
    this.durations = durations;
    this.workload = workload;
    this.log = log;
    for (RequestKind kind : RequestKind.values()) {
      kinds.put(kind, new KindUsage(room));
    }
  }

  @Override
  public void finished(RequestKind kind, @Nullable ErrorCode failure, RequestCost cost) {
    Objects.requireNonNull(kinds.get(kind)).add(failure, cost);
    long nanos = durations.record(kind, cost);
    log.add(place, kind, failure, cost, nanos);
    if (kind == RequestKind.QUERY) {
      workload.record(cost);
    }
  }

  /// The requests of one kind that ended in the same way.
  ///
  /// @param failure null if they succeeded
  public record Row(RequestKind kind, @Nullable ErrorCode failure, Usage usage) {

    /// As metrics and Orrery's own API write it.
    public String status() {
      return failure == null ? "ok" : failure.label();
    }
  }

  /// Requests of one kind to one partition that ended in the same way.
  ///
  /// @param partition its ordinal; empty where requests went to none or to several, or where there
  ///   was no room for it
  public record PartitionRow(OptionalInt partition, Row row) {}

  /// As [#rows], for each partition.
  public List<PartitionRow> rowsByPartition() {
    List<PartitionRow> rows = new ArrayList<>();
    kinds.forEach(
        (kind, usage) -> {
          addRows(rows, kind, null, usage.successes());
          new TreeMap<>(usage.failures())
              .forEach((code, failures) -> addRows(rows, kind, code, failures));
        });
    return rows;
  }

  private static void addRows(
      List<PartitionRow> rows,
      RequestKind kind,
      @Nullable ErrorCode failure,
      PartitionCounters counters) {
    counters
        .totals()
        .forEach(
            (partition, usage) ->
                rows.add(
                    new PartitionRow(
                        partition < 0 ? OptionalInt.empty() : OptionalInt.of(partition),
                        new Row(kind, failure, usage))));
  }

  /// Of all requests there were, by kind and outcome.
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    kinds.forEach(
        (kind, usage) -> {
          Usage successes = usage.successes().total();
          if (successes.requests() > 0) {
            rows.add(new Row(kind, null, successes));
          }
          new TreeMap<>(usage.failures())
              .forEach((code, failures) -> rows.add(new Row(kind, code, failures.total())));
        });
    return rows;
  }

  /// Books to this hour what came since the last time. Queries have templates.
  void book(long hour) {
    Map<RequestKind, Usage> totals = new EnumMap<>(RequestKind.class);
    for (Row row : rows()) {
      if (row.kind() != RequestKind.QUERY) {
        totals.merge(row.kind(), row.usage(), Usage::plus);
      }
    }
    workload.book(hour, totals);
  }

  /// The container is gone.
  void close() {
    kinds.values().forEach(KindUsage::close);
  }

  public Workload workload() {
    return workload;
  }
}
