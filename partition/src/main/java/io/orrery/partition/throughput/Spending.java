// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

/// What a partition has served, spent and turned away since it was opened.
///
/// @param thousandths of a request unit
/// @param requests all that came, those that were turned away among them
/// @param throttled requests that found no units left
public record Spending(long thousandths, long requests, long throttled) {
  public static final Spending NONE = new Spending(0, 0, 0);

  /// What came since an earlier reading.
  public Spending since(Spending earlier) {
    return new Spending(
        thousandths - earlier.thousandths,
        requests - earlier.requests,
        throttled - earlier.throttled);
  }

  public Spending plus(Spending other) {
    return new Spending(
        thousandths + other.thousandths, requests + other.requests, throttled + other.throttled);
  }
}
