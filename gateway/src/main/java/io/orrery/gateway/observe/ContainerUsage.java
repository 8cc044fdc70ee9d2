// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.ErrorCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What the requests to one container come to, by kind and outcome. There are as many counters as
/// there are kinds and error codes, whatever clients do.
public final class ContainerUsage implements RequestObserver {

  /// Requests of one kind. Most succeed, and find their counter at once.
  private record KindUsage(
      UsageCounter successes, ConcurrentHashMap<ErrorCode, UsageCounter> failures) {
    KindUsage() {
      this(new UsageCounter(), new ConcurrentHashMap<>());
    }

    void add(@Nullable ErrorCode failure, RequestCost cost) {
      UsageCounter counter =
          failure == null ? successes : failures.computeIfAbsent(failure, _ -> new UsageCounter());
      counter.add(cost);
    }
  }

  private final Map<RequestKind, KindUsage> kinds = new EnumMap<>(RequestKind.class);
  private final Durations durations;
  private final Workload workload;

  /// @param durations those of all containers of the same protocol
  ContainerUsage(Durations durations, Workload workload) {
    this.durations = durations;
    this.workload = workload;
    for (RequestKind kind : RequestKind.values()) {
      kinds.put(kind, new KindUsage());
    }
  }

  @Override
  public void finished(RequestKind kind, @Nullable ErrorCode failure, RequestCost cost) {
    Objects.requireNonNull(kinds.get(kind)).add(failure, cost);
    durations.record(kind, cost);
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

  public Workload workload() {
    return workload;
  }
}
