// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.query.evaluate.MemoryBudget;
import java.time.Duration;
import java.util.Optional;

/// Runs queries, a page at a time.
public final class Queries {
  /// What a query may keep in memory besides its rows: arrays that subqueries make, lists that
  /// aggregates collect.
  private static final long MEMORY_MAX = 64L << 20;

  private static final Duration PAGE_TIME = Duration.ofSeconds(5);

  private final GatewaySettings settings;
  private final Presence presence = new Presence();

  public Queries(GatewaySettings settings) {
    this.settings = settings;
  }

  /// The next page of a query, read from these views.
  public QueryPage page(
      ContainerHandle container, QueryRequest request, PageRequest wanted, ReadViews views) {
    long started = settings.nanos().getAsLong();
    Progress progress = Progress.read(wanted.continuation(), container, request.fingerprint());
    Output output = output(request, wanted, progress);
    MemoryBudget budget = new MemoryBudget(MEMORY_MAX, views.context()::throwIfDone);
    Work work = new Work(request, views, budget, output, new PageTime(settings.nanos(), PAGE_TIME));
    QueryRun run = new QueryRun(work, presence);
    Optional<Progress> next = output.isComplete() ? Optional.empty() : run.run(progress);
    return new QueryPage(
        output.rows(),
        next.map(each -> each.write(container, request.fingerprint())),
        metrics(views, run, settings.nanos().getAsLong() - started));
  }

  private Output output(QueryRequest request, PageRequest wanted, Progress progress) {
    return new Output(
        request.query().offset(),
        request.query().count(),
        Math.min(wanted.itemsMax(), settings.limits().pageItems()),
        settings.limits().pageBytes(),
        progress);
  }

  private static QueryMetrics metrics(ReadViews views, QueryRun run, long nanos) {
    long items = views.all().stream().mapToLong(ReadView::items).sum();
    long bytes = views.all().stream().mapToLong(ReadView::bytes).sum();
    return new QueryMetrics(items, bytes, nanos, run.explanation());
  }
}
