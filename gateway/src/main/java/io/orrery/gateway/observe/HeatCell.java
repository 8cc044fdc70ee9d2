// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

/// What a partition spent in a stretch of time, and held at its end.
///
/// @param thousandths of a request unit
/// @param requests all that came, those that were turned away among them
/// @param throttled requests that found no units left
/// @param peakRatio what it spent in the busiest second, as a share of what it may spend in one
public record HeatCell(
    long thousandths,
    long requests,
    long throttled,
    float peakRatio,
    long dataBytes,
    long indexBytes) {

  /// This stretch and a later one.
  HeatCell then(HeatCell later) {
    return new HeatCell(
        thousandths + later.thousandths,
        requests + later.requests,
        throttled + later.throttled,
        Math.max(peakRatio, later.peakRatio),
        later.dataBytes,
        later.indexBytes);
  }
}
