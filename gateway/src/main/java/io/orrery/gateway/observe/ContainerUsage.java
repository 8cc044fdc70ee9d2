// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.ErrorCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// What the requests to one container come to. The counters of a kind and an outcome are made when
/// the first such request is over; there are as many as there are kinds and error codes, whatever
/// clients do.
public final class ContainerUsage implements RequestObserver {
  private static final RequestKind[] KINDS = RequestKind.values();
  private static final ErrorCode[] CODES = ErrorCode.values();

  /// Success, and each way to fail.
  private static final int OUTCOMES = 1 + CODES.length;

  private final AtomicReferenceArray<@Nullable UsageCounter> counters =
      new AtomicReferenceArray<>(KINDS.length * OUTCOMES);
  private final Durations durations;
  private final Workload workload;

  /// @param durations those of all containers of the same protocol
  ContainerUsage(Durations durations, Workload workload) {
    this.durations = durations;
    this.workload = workload;
  }

  @Override
  public void finished(RequestKind kind, @Nullable ErrorCode failure, RequestCost cost) {
    counter(kind, failure).add(cost);
    durations.record(kind, cost);
    if (kind == RequestKind.QUERY) {
      workload.record(cost);
    }
  }

  private UsageCounter counter(RequestKind kind, @Nullable ErrorCode failure) {
    int place = kind.ordinal() * OUTCOMES + (failure == null ? 0 : 1 + failure.ordinal());
    UsageCounter counter = counters.get(place);
    if (counter == null) {
      counters.compareAndSet(place, null, new UsageCounter());
      counter = counters.get(place);
    }
    return Objects.requireNonNull(counter);
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
    for (int place = 0; place < counters.length(); place++) {
      UsageCounter counter = counters.get(place);
      if (counter != null) {
        int outcome = place % OUTCOMES;
        rows.add(
            new Row(
                KINDS[place / OUTCOMES],
                outcome == 0 ? null : CODES[outcome - 1],
                counter.total()));
      }
    }
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
