// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.WouldWait;
import java.time.Duration;

/// Somebody who computes in memory, and may have to wait for more of it.
public interface MemoryWaiter extends Checkpoint {

  /// Somebody who does not wait, and does not compute for so long that it should ask whether others
  /// are waiting: both fail with [WouldWait].
  MemoryWaiter IMPATIENT =
      new MemoryWaiter() {
        @Override
        public void checkpoint() {
          throw new WouldWait();
        }

        @Override
        public void pause() {
          throw new WouldWait();
        }

        @Override
        public Duration remaining() {
          return Duration.ZERO;
        }

        @Override
        public void throwIfDone() {}
      };

  /// It is going to wait, and needs no processor meanwhile.
  void pause();

  /// How much time it has left.
  Duration remaining();

  /// Fails with CANCELLED or DEADLINE_EXCEEDED if it should not go on.
  void throwIfDone();
}
