// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.SystemTime;
import org.graalvm.polyglot.PolyglotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A context is made ready while nobody waits for it.
@Timeout(60)
class ReadyContextsTest {
  private static final String RESPONDS = "function () { __.response.setBody('done'); }";

  private static ScriptEngine engine() {
    return new ScriptEngine(Sandbox.LIMITS, new Memory(), SystemTime.TICKER);
  }

  private static ScriptResult run(ScriptEngine engine, ScriptHost host, String body) {
    return new Run(
            engine,
            ScriptCall.procedure(Sandbox.script(body), "[]"),
            host,
            ScriptLog.ignored(),
            Sandbox.LIMITS,
            SystemTime.TICKER)
        .run();
  }

  @Test
  void oneIsReadyForTheNextScriptAndNobodyElse() {
    try (ScriptEngine engine = engine()) {
      assertThat(engine.readyCount()).isZero();
      engine.tidyUp();
      engine.tidyUp();
      assertThat(engine.readyCount()).isOne();
      ScriptContext first = engine.take();
      assertThat(engine.readyCount()).isZero();
      assertThat(engine.take()).isNotSameAs(first);
    }
  }

  @Test
  void whatAScriptHasRunInIsClosedAndNotUsedAgain() {
    try (ScriptEngine engine = engine()) {
      engine.tidyUp();
      ScriptContext ready = engine.take();
      engine.giveBack(ready);
      assertThat(engine.take()).isNotSameAs(ready);
      engine.tidyUp();
      assertThatThrownBy(() -> ready.begin(_ -> null, "{}"))
          .isInstanceOf(PolyglotException.class)
          .hasMessageContaining("cancelled");
    }
  }

  @Test
  void noneIsMadeForAnEngineThatIsClosed() {
    ScriptEngine engine = engine();
    engine.close();
    engine.tidyUp();
    assertThat(engine.readyCount()).isZero();
  }

  @Test
  void scriptsThatAreDoneLeaveOneReady() throws InterruptedException {
    try (Scripts scripts = new Scripts(Sandbox.LIMITS, SystemTime.TICKER)) {
      ScriptCall call = ScriptCall.procedure(Sandbox.script(RESPONDS), "[]");
      for (int i = 0; i < 3; i++) {
        ScriptResult result = scripts.run(call, new MemoryHost(), ScriptLog.ignored());
        assertThat(result.response()).isEqualTo("\"done\"");
        while (scripts.engine().readyCount() == 0) {
          Thread.sleep(1); // It was answered before.
        }
      }
    }
  }

  @Test
  void anAnswerThatNobodyAskedForIsNotRead() {
    MemoryHost host =
        new MemoryHost() {
          @Override
          public String create(String link, String item, Options options) {
            return "{ no JSON at all";
          }
        };
    try (ScriptEngine engine = engine()) {
      String creates = "__.createDocument(__.getSelfLink(), { id: 'a' }";
      assertThat(run(engine, host, "function () { " + creates + "); }").response()).isNull();
      assertThatThrownBy(() -> run(engine, host, "function () { " + creates + ", () => {}); }"))
          .hasMessageContaining("SyntaxError");
    }
  }
}
