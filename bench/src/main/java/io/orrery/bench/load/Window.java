// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

/// What one stretch of load gave.
///
/// @param cpuMicros of the server, all its processes, per request
/// @param p99Millis what 99 of 100 requests took at most
/// @param longestMillis what the slowest request took
public record Window(double perSecond, double cpuMicros, double p99Millis, double longestMillis) {

  /// Where nobody looked at single requests.
  public Window(double perSecond, double cpuMicros) {
    this(perSecond, cpuMicros, Double.NaN, Double.NaN);
  }
}
