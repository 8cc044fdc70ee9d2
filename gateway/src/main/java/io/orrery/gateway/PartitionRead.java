// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.HashRange;
import io.orrery.partition.fragment.Estimate;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentUsage;
import io.orrery.partition.fragment.ReadState;
import io.orrery.partition.service.PartitionRequest;
import org.jspecify.annotations.Nullable;

/// One state of a partition that it holds for a request, read by fragments, and what the request
/// has read of it. Used by one thread at a time.
public final class PartitionRead {
  private final Route route;
  private final ReadState state;
  private final PartitionReads.Opening opening;
  private boolean visited;
  private FragmentUsage usage = FragmentUsage.NONE;
  private RequestCharge charge = RequestCharge.NONE;
  private long returned;
  private long nanos;

  PartitionRead(Route route, ReadState state, PartitionReads.Opening opening) {
    this.route = route;
    this.state = state;
    this.opening = opening;
  }

  PartitionRead in(PartitionReads.Opening other) {
    return new PartitionRead(route, state, other);
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
  public FragmentPage page(Fragment fragment) {
    RequestContext context = opening.context();
    boolean measured = context.isMeasured();
    long started = measured ? context.nanos() : 0;
    FragmentPage page =
        opening
            .ask(route, new PartitionRequest.ReadFragment(state.lease(), fragment, measured))
            .page();
    nanos += measured ? context.nanos() - started : 0;
    usage = usage.plus(page.usage());
    returned += rows(page);
    return page;
  }

  private static int rows(FragmentPage page) {
    return switch (page) {
      case FragmentPage.Streamed(var rows, _, _, _) -> rows.size();
      case FragmentPage.Ordered(var rows, _, _) -> rows.size();
      case FragmentPage.Answered _ -> 1;
      case FragmentPage.Unanswered _ -> 0;
    };
  }

  public long estimate(Estimate question) {
    long number =
        opening.ask(route, new PartitionRequest.EstimateRead(state.lease(), question)).number();
    if (question instanceof Estimate.Entries) {
      usage = usage.plus(new FragmentUsage(number, 0, 0, 0, 0));
    }
    return number;
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

  /// How many rows it gave.
  public long returned() {
    return returned;
  }

  /// How long it was waited for; 0 unless the request is measured.
  public long nanos() {
    return nanos;
  }

  /// What it cost, once it is closed.
  public RequestCharge charge() {
    return charge;
  }

  /// What the client has seen with it.
  SessionToken seen() {
    return SessionToken.of(ordinal(), state.lsn());
  }

  /// The partition need not hold the state any more. Gives what all reading has cost.
  ///
  /// @param charged whether that is to be paid
  /// @param only the logical partition that was asked about; null if it was not one
  RequestCharge close(boolean charged, @Nullable ItemKey only) {
    charge = opening.close(route, new PartitionRequest.CloseRead(state.lease(), charged, only));
    return charge;
  }
}
