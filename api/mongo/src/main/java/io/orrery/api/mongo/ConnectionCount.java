// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import java.util.concurrent.atomic.AtomicInteger;

/// How many connections there are and were.
final class ConnectionCount {
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();

  /// The number of a new connection.
  int arrived() {
    return made.incrementAndGet();
  }

  void gone() {
    left.incrementAndGet();
  }

  int total() {
    return made.get();
  }

  int current() {
    return made.get() - left.get();
  }
}
