// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Limits;
import io.orrery.partition.fragment.ComputeShare;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// What the gateway is run with.
///
/// @param throttling whether requests over the provisioned throughput are refused; charges are
///   computed either way
/// @param clock the time written into items
/// @param nanos a steady clock for deadlines and budgets, as [System#nanoTime()]
/// @param share memory and processors of all queries of the process
public record GatewaySettings(
    Limits limits,
    boolean throttling,
    InstantSource clock,
    LongSupplier nanos,
    ComputeShare share) {

  /// With a share of its own.
  public GatewaySettings(
      Limits limits, boolean throttling, InstantSource clock, LongSupplier nanos) {
    this(limits, throttling, clock, nanos, ComputeShare.of(limits, nanos));
  }
}
