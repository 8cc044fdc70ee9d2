// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;

/// Connections that wait for nothing; the oldest goes when there are too many.
final class LeftOpen implements AutoCloseable {
  private final ArrayBlockingQueue<RawConnection> open;

  LeftOpen(int max) {
    this.open = new ArrayBlockingQueue<>(max);
  }

  void add(RawConnection connection) throws IOException {
    while (!open.offer(connection)) {
      RawConnection oldest = open.poll();
      if (oldest != null) {
        oldest.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (RawConnection each : open) {
      each.close();
    }
  }
}
