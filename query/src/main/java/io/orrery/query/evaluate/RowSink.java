// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

/// Takes rows.
@FunctionalInterface
public interface RowSink {
  /// The frame stands on a row.
  ///
  /// @return false if no more rows are wanted
  boolean row(Frame frame);
}
