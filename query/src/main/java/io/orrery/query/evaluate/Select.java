// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import org.jspecify.annotations.Nullable;

/// One SELECT, compiled: the whole query or one inside it.
///
/// @param rows what FROM and WHERE leave of the frame's item or of the row around
/// @param projection of a row, or of a group if there is a grouping
/// @param orderKeys of a row, or of a group
/// @param grouping null if the query does not aggregate
/// @param wholeItem whether the projection is nothing but the item
record Select(
    RowStep rows,
    Evaluation projection,
    Evaluation[] orderKeys,
    RowOrder ordering,
    @Nullable GroupLayout grouping,
    boolean distinct,
    Window window,
    boolean wholeItem) {

  /// Which of the rows are wanted; `TOP` counts from the first.
  ///
  /// @param top [Long#MAX_VALUE] for all, as is limit
  record Window(long top, long offset, long limit) {
    static final long ALL = Long.MAX_VALUE;

    /// How many rows come behind the offset.
    long count() {
      return Math.max(0, Math.min(limit, top == ALL ? ALL : top - offset));
    }

    boolean isAll() {
      return offset == 0 && count() == ALL;
    }
  }

  Value[] orderKeys(Frame frame) {
    return Evaluation.all(orderKeys, frame);
  }

  boolean ordered() {
    return orderKeys.length > 0;
  }
}
