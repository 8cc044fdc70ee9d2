// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A watch that fails must not let its script run for ever.
@Timeout(60)
class WatchTest {
  private static final Script ENDLESS = Sandbox.script("function () { while (true) {} }");

  /// Cannot tell how much memory a script has taken.
  private static final class BrokenMemory extends Memory {
    final AtomicInteger asked = new AtomicInteger();

    @Override
    boolean isExhaustedSince(Beginning beginning) {
      asked.incrementAndGet();
      throw new OutOfMemoryError("no memory to look for memory");
    }
  }

  @Test
  void aScriptThatCannotBeWatchedIsStopped() {
    BrokenMemory memory = new BrokenMemory();
    try (ScriptEngine engine = new ScriptEngine(Sandbox.LIMITS, memory, SystemTime.TICKER)) {
      Run run =
          new Run(
              engine,
              ScriptCall.procedure(ENDLESS, "[]"),
              new MemoryHost(),
              ScriptLog.ignored(),
              Sandbox.LIMITS,
              SystemTime.TICKER);
      assertThatThrownBy(run::run)
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL));
      assertThat(memory.asked).hasPositiveValue();
    }
  }
}
