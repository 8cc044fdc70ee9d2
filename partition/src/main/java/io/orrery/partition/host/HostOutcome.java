// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.host;

/// What became of a [HostCommand].
public sealed interface HostOutcome {

  /// It is as the command wants it.
  ///
  /// @param changed false if it was so already
  record Done(boolean changed) implements HostOutcome {}

  /// It cannot be done; nothing was changed.
  record Declined(String reason) implements HostOutcome {}
}
