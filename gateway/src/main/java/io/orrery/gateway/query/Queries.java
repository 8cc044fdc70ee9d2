// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.query.evaluate.Budget;
import io.orrery.query.evaluate.MemoryBudget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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
    Progress progress = Progress.read(wanted.continuation(), container, request);
    Budget budget = new MemoryBudget(MEMORY_MAX, views.context()::throwIfDone);
    int rowsMax = Math.min(wanted.itemsMax(), settings.limits().pageItems());
    Made made =
        request.inner() == null
            ? onItems(request, views, budget, progress, rowsMax)
            : onRows(request, request.inner(), views, budget, progress, rowsMax);
    return new QueryPage(
        made.rows(),
        made.next().map(each -> each.write(container, request)),
        made.newestFirst(),
        metrics(views, made.explanation(), settings.nanos().getAsLong() - started));
  }

  private record Made(
      List<Result> rows,
      Optional<Progress> next,
      boolean newestFirst,
      Supplier<Explanation> explanation) {}

  private Made onItems(
      QueryRequest request, ReadViews views, Budget budget, Progress progress, int rowsMax) {
    Output output =
        new Output(
            request.query().offset(),
            request.query().count(),
            rowsMax,
            settings.limits().pageBytes(),
            progress);
    PageTime time = new PageTime(settings.nanos(), PAGE_TIME);
    QueryRun run =
        new QueryRun(new Work(request, views, task(views), budget, output, time), presence);
    Optional<Progress> next = output.isComplete() ? Optional.empty() : run.run(progress);
    return new Made(output.rows(), next, run.newestFirst(), run::explanation);
  }

  private ReadTask task(ReadViews views) {
    return new ReadTask(views.scope(), settings.limits(), views.context());
  }

  /// The window of such a query is applied before its rows are given out.
  private Made onRows(
      QueryRequest request,
      QueryRequest inner,
      ReadViews views,
      Budget budget,
      Progress progress,
      int rowsMax) {
    Output output = new Output(0, Long.MAX_VALUE, rowsMax, settings.limits().pageBytes(), progress);
    RowsQuery rows = new RowsQuery(views, task(views), budget, presence, settings.nanos());
    boolean more = rows.fill(request, inner, output, progress.returned());
    Optional<Progress> next =
        more
            ? Optional.of(
                new Progress(RowsQuery.STAGE, Choice.RING, 0, Start.FIRST, 0, output.returned()))
            : Optional.empty();
    return new Made(output.rows(), next, false, () -> explanation(views));
  }

  private static Explanation explanation(ReadViews views) {
    return new Explanation(
        "rows of a subquery over the container",
        List.of(),
        List.of(),
        AccessText.touched(views.all()));
  }

  private static QueryMetrics metrics(
      ReadViews views, Supplier<Explanation> explanation, long nanos) {
    long items = 0;
    long bytes = 0;
    long lookup = 0;
    long load = 0;
    for (ReadView view : views.all()) {
      items += view.items();
      bytes += view.bytes();
      lookup += view.lookupNanos();
      load += view.loadNanos();
    }
    return new QueryMetrics(items, bytes, nanos, lookup, load, explanation);
  }
}
