// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

/// Requests of one sort.
///
/// @param thousandths of a request unit that they cost together
/// @param visits of partitions, by all of them together
public record Usage(long requests, long thousandths, long visits) {
  public static final Usage NONE = new Usage(0, 0, 0);

  public Usage plus(Usage other) {
    return new Usage(
        requests + other.requests, thousandths + other.thousandths, visits + other.visits);
  }

  Usage minus(Usage other) {
    return new Usage(
        requests - other.requests, thousandths - other.thousandths, visits - other.visits);
  }

  /// What all requests come to if these are a sample.
  Usage dividedBy(double share) {
    return new Usage(
        Math.round(requests / share), Math.round(thousandths / share), Math.round(visits / share));
  }

  /// In request units.
  public double units() {
    return thousandths / 1000.0;
  }
}
