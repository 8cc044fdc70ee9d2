// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.partition.Partition;

/// Fragments of a partition in this process, run on the thread that asks.
public record LocalFragments(Partition partition, FragmentExecutor executor)
    implements FragmentReads {

  @Override
  public ReadState open(long nowMillis) {
    return executor.open(partition.view(nowMillis));
  }

  @Override
  public long estimate(long lease, Estimate question, FragmentContext context) {
    return executor.estimate(lease, question, context);
  }

  @Override
  public FragmentPage page(long lease, Fragment fragment, FragmentContext context) {
    return executor.page(lease, fragment, context);
  }

  @Override
  public void close(long lease) {
    executor.close(lease);
  }
}
