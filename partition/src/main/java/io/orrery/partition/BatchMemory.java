// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;

/// The memory of all batches in the making, of every partition of a process.
///
/// What a group will write is known only while it is applied, and one large item may make a hundred
/// times its size. So writers start without asking, wait for one of a few places when their batch
/// turns out not to be small, and for the only place there is when it is large. They ask in this
/// order and ask for nothing while they hold the last, so somebody always comes to an end.
public final class BatchMemory {
  private static final long SMALL_MAX = 2 << 20;
  private static final long MIDDLING_MAX = 8 << 20;
  private static final int MIDDLING_AT_ONCE = 6;

  private final Semaphore middling = new Semaphore(MIDDLING_AT_ONCE, true);
  private final Semaphore large = new Semaphore(1, true);

  /// Of one batch, from its beginning until it is written.
  Claim claim() {
    return new Claim();
  }

  final class Claim implements LongConsumer, AutoCloseable {
    private boolean isMiddling;
    private boolean isLarge;

    private Claim() {}

    @Override
    public void accept(long bytes) {
      if (bytes > SMALL_MAX && !isMiddling) {
        middling.acquireUninterruptibly();
        isMiddling = true;
      }
      if (bytes > MIDDLING_MAX && !isLarge) {
        large.acquireUninterruptibly();
        isLarge = true;
      }
    }

    @Override
    public void close() {
      if (isLarge) {
        large.release();
      }
      if (isMiddling) {
        middling.release();
      }
    }
  }
}
