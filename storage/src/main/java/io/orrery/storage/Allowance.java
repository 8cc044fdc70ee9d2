// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.WouldWait;

/// How much may still be read at once. Of one thread.
public final class Allowance {
  private long keys;
  private long bytes;

  /// @param keys that are looked up or walked over
  /// @param bytes of their values
  public Allowance(long keys, long bytes) {
    this.keys = keys;
    this.bytes = bytes;
  }

  /// Fails with [WouldWait] if so many keys are more than are left.
  void takeKeys(long count) {
    keys -= count;
    if (keys < 0) {
      throw new WouldWait();
    }
  }

  /// Fails with [WouldWait] if so many bytes are more than are left.
  void takeBytes(long count) {
    bytes -= count;
    if (bytes < 0) {
      throw new WouldWait();
    }
  }

  long keysLeft() {
    return keys;
  }

  long bytesLeft() {
    return bytes;
  }
}
