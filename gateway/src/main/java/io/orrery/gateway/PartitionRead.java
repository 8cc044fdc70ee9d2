// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.key.HashRange;
import io.orrery.partition.fragment.Estimate;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentContext;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentReads;
import io.orrery.partition.fragment.FragmentUsage;
import io.orrery.partition.fragment.ReadState;
import io.orrery.partition.throughput.RequestCharge;

/// One state of a partition, read by fragments, and what a request has read of it. Used by one
/// thread at a time.
public final class PartitionRead implements AutoCloseable {
  private final Route route;
  private final FragmentReads reads;
  private final ReadState state;
  private boolean visited;
  private FragmentUsage usage = FragmentUsage.NONE;

  PartitionRead(Route route, FragmentReads reads, long nowMillis) {
    this.route = route;
    this.reads = reads;
    this.state = reads.open(nowMillis);
  }

  Route route() {
    return route;
  }

  public int ordinal() {
    return route.ordinal();
  }

  public HashRange range() {
    return state.range();
  }

  /// What planning needs to know of it.
  public ReadState state() {
    return state;
  }

  /// One page of what the partition has for a plan.
  public FragmentPage page(Fragment fragment, FragmentContext context) {
    FragmentPage page = reads.page(state.lease(), fragment, context);
    usage = usage.plus(page.usage());
    return page;
  }

  public long estimate(Estimate question, FragmentContext context) {
    long answer = reads.estimate(state.lease(), question, context);
    if (question instanceof Estimate.Entries) {
      usage = usage.plus(new FragmentUsage(answer, 0, 0, 0, 0));
    }
    return answer;
  }

  /// A request looks here for the first time, whether it finds something or not.
  public void visit() {
    visited = true;
  }

  /// Whether there is something to pay for.
  boolean wasVisited() {
    return visited || usage.entries() > 0 || usage.bytes() > 0;
  }

  public FragmentUsage usage() {
    return usage;
  }

  RequestCharge charge() {
    return RequestCharge.scan(usage.entries(), usage.bytes());
  }

  @Override
  public void close() {
    reads.close(state.lease());
  }
}
