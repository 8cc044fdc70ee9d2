// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

/// What a message carries besides what it asks for.
///
/// @param request tells requests apart, so that one can be cancelled; all calls made for the same
///   request of a client have the same
/// @param remainingNanos how much time is left for it: machines agree on how long a second is, not
///   on what time it is
/// @param nowMillis the caller's time, at which items live or are past their time
/// @param sessionLsn the LSN that the partition must have reached before it reads; 0 for any
public record PartitionCall(
    long request, long remainingNanos, long nowMillis, long sessionLsn, Charging charging) {

  /// Whether a call needs request units, and pays for what it did.
  public enum Charging {
    /// It is let in only if there are some left, and pays.
    ADMIT,
    /// A further step of a request that was let in pays, but is not turned away for what the first
    /// step has cost: who comes back later would pay for that again, and never get further.
    CONTINUE,
    /// It does not pay: the operator asks, or what it prepares will be paid for as a whole.
    FREE
  }
}
