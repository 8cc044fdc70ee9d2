// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

/// A part of FROM and WHERE with everything behind it: puts the frame onto one row after the other
/// and hands it to the next step, the last one to the sink.
@FunctionalInterface
interface RowStep {
  /// Runs the step and everything behind it.
  ///
  /// @return false if the sink wants no more
  boolean run(Frame frame, RowSink sink);
}
