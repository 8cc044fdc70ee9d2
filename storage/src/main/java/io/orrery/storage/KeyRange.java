// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.key.RowRange;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// A half-open range of keys, `[from, to)`, in unsigned byte order; `to` null means no upper bound.
public record KeyRange(byte[] from, byte @Nullable [] to) {
  private static final byte[] EMPTY = new byte[0];

  /// Every key.
  public static final KeyRange ALL = new KeyRange(EMPTY, null);

  /// Every key that starts with `prefix`.
  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix, afterPrefix(prefix));
  }

  /// The lowest key behind everything that starts with `prefix`; null if there is none.
  public static byte @Nullable [] afterPrefix(byte[] prefix) {
    return RowRange.after(prefix);
  }

  /// The lowest key behind `key`.
  public static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  public boolean isEmpty() {
    return to != null && Arrays.compareUnsigned(from, to) >= 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange that
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return "[" + hex.formatHex(from) + ", " + (to == null ? "end" : hex.formatHex(to)) + ")";
  }
}
