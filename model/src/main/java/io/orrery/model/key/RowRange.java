// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import org.jspecify.annotations.Nullable;

/// A half-open range of row keys, `[from, to)`; `to` null means no upper bound.
public record RowRange(byte[] from, byte @Nullable [] to) {
  public static final RowRange ALL = new RowRange(new byte[0], null);
}
