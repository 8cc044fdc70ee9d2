// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.ContainerSnapshot;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.PartitionRead;
import io.orrery.gateway.PartitionReads;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.query.Progress.Stage;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.WouldWait;
import io.orrery.model.container.Api;
import io.orrery.partition.fragment.FragmentUsage;
import io.orrery.partition.fragment.MemoryWaiter;
import io.orrery.partition.fragment.QueryBudget;
import io.orrery.partition.fragment.Start;
import io.orrery.plan.Pipeline;
import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.program.Languages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs queries on what the gateway reaches, a page at a time.
public final class Queries {
  private static final Duration PAGE_TIME = Duration.ofSeconds(5);

  private final Gateway gateway;
  private final GatewaySettings settings;
  private final Languages languages;

  public Queries(Gateway gateway) {
    this.gateway = gateway;
    this.settings = gateway.settings();
    this.languages = gateway.languages();
  }

  /// Memory for work on rows that goes on behind a page, for a request and perhaps for others after
  /// it.
  public WorkingMemory memory(RequestContext context) {
    return new WorkingMemory(settings.share().memory(), context);
  }

  /// The next page of a query, to be closed. Fails with INVALID_ARGUMENT if the query cannot be
  /// served, with LIMIT_EXCEEDED if it needs too much memory or has too long a row, with
  /// TOO_MANY_REQUESTS if all queries together need too much memory.
  public QueryPage page(
      ContainerHandle container, QueryRequest request, PageRequest wanted, RequestContext context) {
    try (PartitionReads reads = gateway.open(container, request.scope(), context);
        var _ = context.computing()) {
      return page(container, request, wanted, reads, context);
    }
  }

  /// As [#page], where that takes no waiting and little time, so that an event loop may ask; empty
  /// otherwise, and then nothing was done or booked.
  public Optional<QueryPage> pageAtOnce(
      ContainerHandle container, QueryRequest request, PageRequest wanted, RequestContext context) {
    Optional<PartitionReads> opened = gateway.openAtOnce(container, request.scope(), context);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    PartitionReads reads = opened.get();
    try {
      return Optional.of(
          paid(reads, page(container, request, wanted, reads, MemoryWaiter.IMPATIENT)));
    } catch (WouldWait _) {
      reads.abandon();
      return Optional.empty();
    } catch (OrreryException failure) {
      // What the server fails in may be asked again, and is paid for then.
      if (failure.code().isServerFailure()) {
        reads.abandon();
      } else {
        reads.close();
      }
      throw failure;
    } catch (RuntimeException | Error bug) {
      reads.abandon();
      throw bug;
    }
  }

  private static QueryPage paid(PartitionReads reads, QueryPage page) {
    try {
      reads.close();
      return page;
    } catch (RuntimeException | Error e) {
      page.close();
      throw e;
    }
  }

  /// As [#page], of a state that is held for several requests.
  public QueryPage page(
      ContainerHandle container,
      QueryRequest request,
      PageRequest wanted,
      ContainerSnapshot snapshot,
      RequestContext context) {
    try (var _ = context.computing()) {
      return page(container, request, wanted, snapshot.in(request.scope(), context), context);
    }
  }

  /// How the rows of a query would be found at this moment.
  public QueryChoice choose(
      ContainerHandle container, QueryRequest request, RequestContext context) {
    try (PartitionReads reads = gateway.open(container, request.scope(), context);
        QueryBudget budget = new QueryBudget(settings.share().memory(), context)) {
      Pipeline pipeline = Pipeline.of(request.plan(), languages);
      PageSize size = new PageSize(1, settings.limits().pageBytes(), settings.limits().pageBytes());
      PageWork work =
          PageWork.of(
              request.plan(),
              pipeline,
              reads,
              budget,
              Output.of(pipeline, size, Progress.START),
              new PageTime(settings.nanos(), PAGE_TIME),
              request.parallelism());
      return new QueryRun(work, request.rows(), request.use()).choose();
    }
  }

  /// Whatever can be stored can be found.
  private long rowBytesMax(ContainerHandle container) {
    Limits limits = settings.limits();
    Api api = container.container().definition().api();
    return Math.max(limits.pageBytes(), api == Api.MONGO ? api.itemBytesMax(limits) : 0);
  }

  private QueryPage page(
      ContainerHandle container,
      QueryRequest request,
      PageRequest wanted,
      PartitionReads reads,
      MemoryWaiter waiter) {
    QueryBudget budget = new QueryBudget(settings.share().memory(), waiter);
    try {
      return page(container, request, wanted, reads, budget);
    } catch (RuntimeException | Error e) {
      budget.close();
      throw e;
    }
  }

  private QueryPage page(
      ContainerHandle container,
      QueryRequest request,
      PageRequest wanted,
      PartitionReads reads,
      QueryBudget budget) {
    long started = settings.nanos().getAsLong();
    Progress progress = Progress.read(wanted.continuation(), container, request);
    PageSize size =
        new PageSize(
            Math.min(wanted.itemsMax(), settings.limits().pageItems()),
            settings.limits().pageBytes(),
            rowBytesMax(container));
    Made made =
        request.plan() instanceof Plan.Over over
            ? onRows(over, request, reads, budget, progress, size)
            : onItems(request, reads, budget, progress, size);
    budget.keep(made.output().bytes());
    return new QueryPage(
        made.output().rows(),
        made.next().map(each -> each.write(container, request)),
        made.newestFirst(),
        metrics(reads, made, settings.nanos().getAsLong() - started),
        budget);
  }

  private record Made(
      Output output,
      Optional<Progress> next,
      boolean newestFirst,
      @Nullable AccessPath access,
      Supplier<Explanation> explanation) {}

  private Made onItems(
      QueryRequest request,
      PartitionReads reads,
      QueryBudget budget,
      Progress progress,
      PageSize size) {
    Pipeline pipeline = Pipeline.of(request.plan(), languages);
    PageWork work =
        PageWork.of(
            request.plan(),
            pipeline,
            reads,
            budget,
            Output.of(pipeline, size, progress),
            new PageTime(settings.nanos(), PAGE_TIME),
            request.parallelism());
    QueryRun run = new QueryRun(work, request.rows(), request.use());
    Optional<Progress> next = work.output().isComplete() ? Optional.empty() : run.run(progress);
    return new Made(work.output(), next, run.newestFirst(), run.used(), run::explanation);
  }

  /// The window of such a query is applied before its rows are given out.
  private Made onRows(
      Plan.Over plan,
      QueryRequest request,
      PartitionReads reads,
      QueryBudget budget,
      Progress progress,
      PageSize size) {
    Output output = new Output(0, Long.MAX_VALUE, size, progress);
    OverRows rows = new OverRows(reads, budget, languages, settings.nanos(), request.parallelism());
    boolean more = rows.fill(plan, output, progress.returned());
    Optional<Progress> next =
        more
            ? Optional.of(new Progress(Stage.OVER, 0, Start.FIRST, 0, output.returned()))
            : Optional.empty();
    return new Made(output, next, false, null, () -> explanation(reads));
  }

  private static Explanation explanation(PartitionReads reads) {
    return new Explanation(
        "rows of a subquery over the container",
        List.of(),
        List.of(),
        AccessText.touched(reads.all()));
  }

  private static QueryMetrics metrics(PartitionReads reads, Made made, long nanos) {
    FragmentUsage usage = FragmentUsage.NONE;
    for (PartitionRead read : reads.all()) {
      usage = usage.plus(read.usage());
    }
    return new QueryMetrics(
        usage.items(),
        usage.bytes(),
        nanos,
        usage.lookupNanos(),
        usage.loadNanos(),
        made.access(),
        made.explanation());
  }
}
