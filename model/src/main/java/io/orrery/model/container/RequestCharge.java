// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

/// A charge in request units, counted in thousandths so that sums are exact: the same work has the
/// same charge, whatever was added up before.
public record RequestCharge(long thousandths) {
  public static final RequestCharge NONE = new RequestCharge(0);

  /// Of a request that was turned away before it reached any data: as in the service it is told
  /// this much, and nobody's share shrinks by it.
  public static final RequestCharge LEAST = new RequestCharge(380);

  private static final int UNIT = 1000;

  /// Of a write that was refused: it had to look, as a read of nothing does.
  public static final RequestCharge REFUSED = new RequestCharge(UNIT);

  public RequestCharge plus(RequestCharge other) {
    return new RequestCharge(thousandths + other.thousandths);
  }

  public RequestCharge orLeast() {
    return thousandths > 0 ? this : LEAST;
  }

  /// In request units, as clients are told.
  public double units() {
    return thousandths / (double) UNIT;
  }

  @Override
  public String toString() {
    return thousandths / UNIT + "." + "%03d".formatted(thousandths % UNIT);
  }
}
