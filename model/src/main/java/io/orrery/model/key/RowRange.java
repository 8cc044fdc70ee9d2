// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A half-open range of row keys, `[from, to)`; `to` null means no upper bound.
public record RowRange(byte[] from, byte @Nullable [] to) {
  public static final RowRange ALL = new RowRange(new byte[0], null);

  /// All row keys that begin like this.
  public static RowRange prefix(byte[] prefix) {
    return new RowRange(prefix, after(prefix));
  }

  /// The lowest key behind everything that begins with the prefix; null if there is none.
  public static byte @Nullable [] after(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] after = Arrays.copyOf(prefix, length);
    after[length - 1]++;
    return after;
  }

  public boolean contains(byte[] rowKey) {
    return Arrays.compareUnsigned(from, rowKey) <= 0
        && (to == null || Arrays.compareUnsigned(rowKey, to) < 0);
  }

  /// Whether every row of the other range is in this one.
  public boolean encloses(RowRange other) {
    return Arrays.compareUnsigned(from, other.from) <= 0
        && (to == null || (other.to != null && Arrays.compareUnsigned(other.to, to) <= 0));
  }
}
