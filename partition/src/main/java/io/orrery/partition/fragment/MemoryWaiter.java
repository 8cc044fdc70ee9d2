// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import java.time.Duration;

/// Somebody who computes in memory, and may have to wait for more of it.
public interface MemoryWaiter extends Checkpoint {

  /// It is going to wait, and needs no processor meanwhile.
  void pause();

  /// How much time it has left.
  Duration remaining();

  /// Fails with CANCELLED or DEADLINE_EXCEEDED if it should not go on.
  void throwIfDone();
}
