// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.SystemTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One engine for all tests of this room: loading it takes longer than most of them.
final class Sandbox {
  static final ScriptLimits LIMITS =
      new ScriptLimits(
          Duration.ofSeconds(20), Duration.ofSeconds(15), 8 << 20, 100_000, 1000, 100_000, 4);

  static final Scripts SCRIPTS = new Scripts(LIMITS, SystemTime.TICKER);

  private Sandbox() {}

  static Script script(String body) {
    return new Script("script", Integer.toHexString(body.hashCode()) + body.length(), body);
  }

  /// The response of a procedure; null if it set none.
  static @Nullable String run(MemoryHost host, String body, String arguments) {
    return SCRIPTS
        .run(ScriptCall.procedure(script(body), arguments), host, ScriptLog.ignored())
        .response();
  }

  static @Nullable String run(String body) {
    return run(new MemoryHost(), body, "[]");
  }
}
