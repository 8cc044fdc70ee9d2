// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes of bodies a server holds for all its requests together. Each may be within its
/// limit, and many of them still be more than the memory there is.
final class BodyBudget {
  private final long max;
  private final AtomicLong held = new AtomicLong();

  BodyBudget(long max) {
    this.max = max;
  }

  /// A quarter of the heap.
  static BodyBudget ofThisProcess() {
    return new BodyBudget(Runtime.getRuntime().maxMemory() / 4);
  }

  boolean take(int bytes) {
    if (held.addAndGet(bytes) <= max) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void giveBack(int bytes) {
    held.addAndGet(-bytes);
  }

  long held() {
    return held.get();
  }
}
