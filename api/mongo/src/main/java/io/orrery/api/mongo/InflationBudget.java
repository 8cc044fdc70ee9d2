// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.concurrent.Semaphore;

/// How many bytes all compressed messages together may become. The network counts them as they
/// arrive, which says little about how long they will be.
final class InflationBudget {
  private static final int HEAP_SHARE = 8;
  private static final int KIBIBYTE = 1024;

  private final int kibibytesMax;
  private final Semaphore kibibytes;

  private InflationBudget(int kibibytesMax) {
    this.kibibytesMax = kibibytesMax;
    this.kibibytes = new Semaphore(kibibytesMax, true);
  }

  static InflationBudget ofThisProcess() {
    long heap = Runtime.getRuntime().maxMemory() / HEAP_SHARE / KIBIBYTE;
    int largest = MongoDoor.MESSAGE_BYTES_MAX / KIBIBYTE + 1;
    return new InflationBudget(Math.clamp(heap, largest, Integer.MAX_VALUE));
  }

  /// Waits for room; the client of a message that waits is not read from.
  ///
  /// @return to be closed once the message is handled
  Room take(int bytes) {
    int wanted = Math.clamp(bytes / KIBIBYTE + 1L, 1, kibibytesMax);
    try {
      kibibytes.acquire(wanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The client left.", e);
    }
    return () -> kibibytes.release(wanted);
  }

  /// What a message takes.
  interface Room extends AutoCloseable {
    /// Takes nothing.
    Room NONE = () -> {};

    @Override
    void close();
  }
}
