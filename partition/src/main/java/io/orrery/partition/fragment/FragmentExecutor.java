// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.IndexingPolicy;
import io.orrery.plan.Pipeline;
import io.orrery.plan.program.Languages;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Runs fragments on states of partitions that it holds; one for all partitions of a process.
public final class FragmentExecutor {
  private final Languages languages;
  private final Limits limits;
  private final Estimates estimates = new Estimates();
  private final AtomicLong lastLease = new AtomicLong();
  private final ConcurrentHashMap<Long, PartitionView> leases = new ConcurrentHashMap<>();

  public FragmentExecutor(Languages languages, Limits limits) {
    this.languages = languages;
    this.limits = limits;
  }

  /// Holds on to a state until it is closed.
  ReadState open(PartitionView view) {
    List<IndexingPolicy> policies = new ArrayList<>(1);
    int termBytesMax = Integer.MAX_VALUE;
    for (PartitionSettings settings : view.settings().inForce()) {
      policies.add(settings.indexing());
      termBytesMax = Math.min(termBytesMax, settings.bounds().termBytesMax());
    }
    long lease = lastLease.incrementAndGet();
    leases.put(lease, view);
    return new ReadState(
        lease,
        view.state().range(),
        view.state().lsn(),
        view.state().counters(),
        policies,
        termBytesMax);
  }

  void close(long lease) {
    PartitionView view = leases.remove(lease);
    if (view != null) {
      view.close();
    }
  }

  private PartitionView require(long lease) {
    PartitionView view = leases.get(lease);
    if (view == null) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE, "The state that was being read is not held any more; try again.");
    }
    return view;
  }

  long estimate(long lease, Estimate question, FragmentContext context) {
    return estimates.answer(require(lease), question, context);
  }

  /// One page. Fails with NOT_SUPPORTED if the plan cannot be run here, with INVALID_ARGUMENT if
  /// its place was not given out by a partition, with LIMIT_EXCEEDED if a row is too long or a
  /// group too large.
  FragmentPage page(long lease, Fragment fragment, FragmentContext context) {
    Pipeline pipeline = Pipeline.of(fragment.plan(), languages);
    FragmentView view = new FragmentView(require(lease));
    ReadTask task = new ReadTask(fragment.scope(), limits, context, fragment.bounds().wanted());
    FragmentRun run = new FragmentRun(fragment, pipeline, view, task);
    return switch (fragment.stage()) {
      case FragmentStage.Stream(byte[] place) -> new StreamRows(run).page(place);
      case FragmentStage.IndexOrder(Start start) -> new IndexOrderRows(run).page(start);
      case FragmentStage.Sorted sorted -> new SortRows(run, sorted).page();
      case FragmentStage.Grouped(byte[] after) ->
          new GroupRows(run, requireGroup(pipeline), after).page();
      case FragmentStage.FromIndex _ -> new IndexAnswers(run, requireGroup(pipeline)).page();
    };
  }

  private static Pipeline.Grouping requireGroup(Pipeline pipeline) {
    Pipeline.Grouping group = pipeline.group();
    if (group == null) {
      throw new OrreryException(ErrorCode.NOT_SUPPORTED, "The plan has no groups.");
    }
    return group;
  }
}
