// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

/// A half-open interval of the ring, `[min, max)`. Never empty.
public record HashRange(EffectivePartitionKey min, EffectivePartitionKey max) {

  /// The whole ring.
  public static final HashRange FULL =
      new HashRange(EffectivePartitionKey.MIN, EffectivePartitionKey.MAX);

  public HashRange {
    if (min.compareTo(max) >= 0) {
      throw new IllegalArgumentException("an empty range of hashes: [" + min + ", " + max + ")");
    }
  }

  public boolean contains(EffectivePartitionKey position) {
    return min.compareTo(position) <= 0 && position.compareTo(max) < 0;
  }

  public boolean contains(HashRange other) {
    return min.compareTo(other.min) <= 0 && other.max.compareTo(max) <= 0;
  }

  public boolean overlaps(HashRange other) {
    return min.compareTo(other.max) < 0 && other.min.compareTo(max) < 0;
  }

  /// The part of this range that lies in `other` as well; the two must overlap.
  public HashRange intersect(HashRange other) {
    return new HashRange(
        min.compareTo(other.min) >= 0 ? min : other.min,
        max.compareTo(other.max) <= 0 ? max : other.max);
  }

  @Override
  public String toString() {
    return "[" + min + ", " + max + ")";
  }
}
