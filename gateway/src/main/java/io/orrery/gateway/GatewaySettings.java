// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.note.LocalNotes;
import io.orrery.model.Limits;
import io.orrery.partition.fragment.ComputeShare;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/// What the gateway is run with.
///
/// @param clock the time written into items
/// @param nanos a steady clock for deadlines, as [System#nanoTime()]
/// @param share memory and processors of all queries of the process
/// @param notes what doors note on this machine; empty if they are to forget it with the process
public record GatewaySettings(
    Limits limits,
    InstantSource clock,
    LongSupplier nanos,
    ComputeShare share,
    Optional<LocalNotes> notes) {

  /// With a share of its own, and no notes.
  public GatewaySettings(Limits limits, InstantSource clock, LongSupplier nanos) {
    this(limits, clock, nanos, ComputeShare.of(limits, nanos), Optional.empty());
  }
}
