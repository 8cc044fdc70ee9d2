// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.query.evaluate.UserFunctions;
import java.util.concurrent.atomic.AtomicLong;

/// How long those phases of a query take that the gateway does not see.
final class QueryPhases {
  private final AtomicLong functionNanos = new AtomicLong();
  private final long start = System.nanoTime();
  private long compiled;
  private long planned;

  /// The text was read.
  void compiled() {
    compiled = System.nanoTime();
  }

  /// It is known what to do.
  void planned() {
    planned = System.nanoTime();
  }

  /// The functions, timed.
  UserFunctions timed(UserFunctions functions) {
    return (name, arguments) -> {
      long before = System.nanoTime();
      try {
        return functions.call(name, arguments);
      } finally {
        functionNanos.addAndGet(System.nanoTime() - before);
      }
    };
  }

  long compileNanos() {
    return compiled - start;
  }

  long planNanos() {
    return planned - compiled;
  }

  long functionNanos() {
    return functionNanos.get();
  }
}
