// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Contexts of queries that came from elsewhere. A function that counts its calls in the global
/// object tells whether it was called in the same context as before.
class KeptContextsTest {
  private static final String COUNTS =
      "function () { globalThis.calls = (globalThis.calls || 0) + 1; return globalThis.calls; }";

  private static FunctionCalls guest(Scripts scripts, String body) {
    return scripts.functionsOfGuest(_ -> Sandbox.script(body));
  }

  private static Value call(FunctionCalls guest) {
    return guest.call("f", List.of());
  }

  @Test
  void callsOfOneQueryShareAContextAndThoseOfOthersDoNot() {
    FunctionCalls one = guest(Sandbox.SCRIPTS, COUNTS);
    FunctionCalls other = guest(Sandbox.SCRIPTS, COUNTS);
    assertThat(call(one)).isEqualTo(new Value.Int32(1));
    assertThat(call(one)).isEqualTo(new Value.Int32(2));
    assertThat(call(other)).isEqualTo(new Value.Int32(1));
    assertThat(call(one)).isEqualTo(new Value.Int32(3));
    one.close();
    other.close();
  }

  @Test
  void onlyAFewAreKept() {
    List<FunctionCalls> guests = new ArrayList<>();
    for (int i = 0; i <= Sandbox.LIMITS.concurrent(); i++) {
      guests.add(guest(Sandbox.SCRIPTS, COUNTS));
      call(guests.getLast());
    }
    assertThat(call(guests.getLast())).isEqualTo(new Value.Int32(2));
    assertThat(call(guests.getFirst())).as("its context had to go").isEqualTo(new Value.Int32(1));
    guests.forEach(FunctionCalls::close);
  }

  @Test
  @Timeout(60)
  void whatNobodyComesBackForIsClosed() {
    KeptContexts kept = new KeptContexts(4, Duration.ofMillis(5), SystemTime.TICKER);
    ScriptEngine engine = Sandbox.SCRIPTS.engine();
    IdleContexts idle = kept.of(new Object(), () -> engine);
    idle.keep(new FunctionContext(engine, Sandbox.LIMITS));
    while (kept.size() > 0) {
      Thread.onSpinWait();
    }
    assertThat(idle.take()).isNull();
  }

  @Test
  void aContextInWhichAFunctionWasStoppedIsNotUsedAgain() {
    ScriptLimits impatient =
        new ScriptLimits(
            Duration.ofSeconds(2), Duration.ofMillis(1500), 8 << 20, 100_000, 1000, 100_000, 4);
    try (Scripts scripts = new Scripts(impatient, SystemTime.TICKER)) {
      FunctionCalls guest =
          guest(scripts, "function (endless) { while (endless) {} return 'back'; }");
      assertThatThrownBy(() -> guest.call("f", List.of(Value.Bool.TRUE)))
          .isInstanceOfSatisfying(
              OrreryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      assertThat(guest.call("f", List.of(Value.Bool.FALSE))).isEqualTo(new Value.Text("back"));
    }
  }
}
