// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.plan.program.Budget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs queries, a page at a time.
public final class Queries {
  private static final Duration PAGE_TIME = Duration.ofSeconds(5);

  private final GatewaySettings settings;
  private final QueryMemory memory;
  private final Presence presence = new Presence();

  public Queries(GatewaySettings settings, QueryMemory memory) {
    this.settings = settings;
    this.memory = memory;
  }

  /// The next page of a query, read from these views. Close it.
  public QueryPage page(
      ContainerHandle container, QueryRequest request, PageRequest wanted, ReadViews views) {
    QueryBudget budget = new QueryBudget(memory, views.context());
    try {
      return page(container, request, wanted, views, budget);
    } catch (RuntimeException | Error e) {
      budget.close();
      throw e;
    }
  }

  private QueryPage page(
      ContainerHandle container,
      QueryRequest request,
      PageRequest wanted,
      ReadViews views,
      QueryBudget budget) {
    long started = settings.nanos().getAsLong();
    Progress progress = Progress.read(wanted.continuation(), container, request);
    PageSize size =
        new PageSize(
            Math.min(wanted.itemsMax(), settings.limits().pageItems()),
            settings.limits().pageBytes(),
            settings.limits().pageBytes());
    Made made =
        request.inner() == null
            ? onItems(request, views, budget, progress, size)
            : onRows(request, request.inner(), views, budget, progress, size);
    budget.keep(made.bytes());
    return new QueryPage(
        made.rows(),
        made.next().map(each -> each.write(container, request)),
        made.newestFirst(),
        metrics(views, made.explanation(), settings.nanos().getAsLong() - started),
        budget);
  }

  private record Made(
      List<Result> rows,
      long bytes,
      Optional<Progress> next,
      boolean newestFirst,
      Supplier<Explanation> explanation) {}

  private Made onItems(
      QueryRequest request, ReadViews views, QueryBudget budget, Progress progress, PageSize size) {
    Output output =
        new Output(request.query().offset(), request.query().count(), size, progress, budget);
    PageTime time = new PageTime(settings.nanos(), PAGE_TIME);
    QueryRun run =
        new QueryRun(new Work(request, views, task(views, budget), budget, output, time), presence);
    Optional<Progress> next = output.isComplete() ? Optional.empty() : run.run(progress);
    return new Made(output.rows(), output.bytes(), next, run.newestFirst(), run::explanation);
  }

  private ReadTask task(ReadViews views, Budget budget) {
    return new ReadTask(views.scope(), settings.limits(), views.context(), budget);
  }

  /// The window of such a query is applied before its rows are given out.
  private Made onRows(
      QueryRequest request,
      QueryRequest inner,
      ReadViews views,
      QueryBudget budget,
      Progress progress,
      PageSize size) {
    Output output = new Output(0, Long.MAX_VALUE, size, progress, budget);
    RowsQuery rows = new RowsQuery(views, task(views, budget), budget, presence, settings.nanos());
    boolean more = rows.fill(request, inner, output, progress.returned());
    Optional<Progress> next =
        more
            ? Optional.of(
                new Progress(RowsQuery.STAGE, Choice.RING, 0, Start.FIRST, 0, output.returned()))
            : Optional.empty();
    return new Made(output.rows(), output.bytes(), next, false, () -> explanation(views));
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
