// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.Pipeline;
import io.orrery.plan.program.Languages;
import java.util.ArrayList;
import java.util.List;

/// Runs fragments on states of partitions; one for all partitions of a process.
public final class FragmentExecutor {
  private final Languages languages;
  private final Limits limits;
  private final ComputeShare share;
  private final Estimates estimates = new Estimates();

  /// @param share what fragments have together with all other queries of the process
  public FragmentExecutor(Languages languages, Limits limits, ComputeShare share) {
    this.languages = languages;
    this.limits = limits;
    this.share = share;
  }

  public ComputeShare share() {
    return share;
  }

  /// What planning needs to know of a state.
  ///
  /// @param lease its name
  public static ReadState describe(PartitionView view, long lease) {
    List<IndexingPolicy> policies = new ArrayList<>(1);
    int termBytesMax = Integer.MAX_VALUE;
    for (PartitionSettings settings : view.settings().inForce()) {
      policies.add(settings.indexing());
      termBytesMax = Math.min(termBytesMax, settings.bounds().termBytesMax());
    }
    return new ReadState(
        lease,
        view.state().range(),
        view.state().lsn(),
        view.state().counters(),
        policies,
        termBytesMax);
  }

  public long estimate(FragmentView view, Estimate question, FragmentContext context) {
    return estimates.answer(view, question, context);
  }

  /// One page. Fails with NOT_SUPPORTED if the plan cannot be run here, with INVALID_ARGUMENT if
  /// its place was not given out by a partition, with LIMIT_EXCEEDED if a row is too long or a
  /// group too large.
  public FragmentPage page(FragmentView view, Fragment fragment, FragmentContext context) {
    Pipeline pipeline = Pipeline.of(fragment.plan(), languages);
    view.begin();
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
