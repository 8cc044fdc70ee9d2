// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Limits;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// What the gateway is run with.
///
/// @param throttling whether requests over the provisioned throughput are refused; charges are
///   computed either way
/// @param clock the time written into items
/// @param nanos a steady clock for deadlines and budgets, as [System#nanoTime()]
/// @param computePermits how many threads may compute for long at once: fewer than virtual threads
///   have carriers, so that what is short finds one
public record GatewaySettings(
    Limits limits,
    boolean throttling,
    InstantSource clock,
    LongSupplier nanos,
    int computePermits) {

  /// For a process that has as many carriers as processors, as the JDK has by default.
  public GatewaySettings(
      Limits limits, boolean throttling, InstantSource clock, LongSupplier nanos) {
    this(
        limits,
        throttling,
        clock,
        nanos,
        Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
  }
}
