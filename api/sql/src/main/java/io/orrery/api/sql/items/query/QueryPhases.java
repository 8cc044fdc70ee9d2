// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.model.value.Value;
import io.orrery.query.evaluate.UserFunctions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// How long those phases of a query take that the gateway does not see.
final class QueryPhases {
  private final LongSupplier ticker;
  private final AtomicLong functionNanos = new AtomicLong();
  private final long start;
  private long compiled;
  private long planned;
  private boolean functionsCalled;

  QueryPhases(LongSupplier ticker) {
    this.ticker = ticker;
    this.start = ticker.getAsLong();
  }

  /// The text was read.
  void compiled() {
    compiled = ticker.getAsLong();
  }

  /// It is known what to do.
  void planned() {
    planned = ticker.getAsLong();
  }

  /// The functions, timed.
  UserFunctions timed(UserFunctions functions) {
    return new UserFunctions() {
      @Override
      public Value call(String name, List<Value> arguments) {
        long before = ticker.getAsLong();
        try {
          return functions.call(name, arguments);
        } finally {
          functionNanos.addAndGet(ticker.getAsLong() - before);
        }
      }

      @Override
      public void expect(String name) {
        functionsCalled = true;
        functions.expect(name);
      }

      @Override
      public byte[] encoded() {
        return functions.encoded();
      }
    };
  }

  /// Whether the query calls functions at all.
  boolean callsFunctions() {
    return functionsCalled;
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
