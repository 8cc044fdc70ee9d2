// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/// One run of a stored procedure or trigger, on one thread, in a context that is thrown away.
final class Run {
  private final ScriptEngine engine;
  private final ScriptCall call;
  private final ScriptHost host;
  private final ScriptLog log;
  private final ScriptLimits limits;
  private final LongSupplier ticker;

  Run(
      ScriptEngine engine,
      ScriptCall call,
      ScriptHost host,
      ScriptLog log,
      ScriptLimits limits,
      LongSupplier ticker) {
    this.engine = engine;
    this.call = call;
    this.host = host;
    this.log = log;
    this.limits = limits;
    this.ticker = ticker;
  }

  ScriptResult run() {
    HostBridge bridge = new HostBridge(host, log, limits, ticker);
    ScriptContext context = engine.take();
    try (Watch.Guard guard = engine.watch().guard(context.context(), limits)) {
      try {
        return run(context, bridge);
      } catch (PolyglotException | OutOfMemoryError | StackOverflowError | OrreryException e) {
        throw failure(e, guard, bridge);
      }
    } finally {
      engine.giveBack(context);
    }
  }

  private ScriptResult run(ScriptContext context, HostBridge bridge) {
    context.begin(bridge, configuration());
    Value driver = context.driver();
    Context sandbox = context.context();
    Value script = sandbox.eval(engine.compiled(call.script(), sandbox));
    requireSuccess(driver.invokeMember("start", script, call.arguments()), bridge);
    while (driver.invokeMember("isWaiting").asBoolean()) {
      requireSuccess(driver.invokeMember("drain"), bridge);
    }
    return new ScriptResult(
        answer(driver.invokeMember("requestText")), answer(driver.invokeMember("responseText")));
  }

  private static void requireSuccess(Value thrown, HostBridge bridge) {
    // What the server failed at is no less a failure when the script has caught it.
    RuntimeException fatal = bridge.fatal();
    if (fatal != null) {
      throw fatal;
    }
    if (!thrown.isNull()) {
      throw Failures.thrown(thrown.asString());
    }
  }

  private @Nullable String answer(Value text) {
    if (text.isNull()) {
      return null;
    }
    String answer = text.asString();
    int bytes = answer.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > limits.responseBytes()) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "The script's answer has %d bytes, more than the %d it may have."
              .formatted(bytes, limits.responseBytes()));
    }
    return answer;
  }

  private static RuntimeException failure(Throwable e, Watch.Guard guard, HostBridge bridge) {
    OrreryException stopped = guard.stopped();
    if (stopped != null) {
      return stopped;
    }
    RuntimeException fatal = bridge.fatal();
    if (fatal != null) {
      return fatal;
    }
    return switch (e) {
      case OrreryException known -> known;
      case PolyglotException polyglot -> Failures.of(polyglot);
      default -> Failures.memory(e);
    };
  }

  static String tooLong(Duration limit) {
    return "The script did not end within %s seconds, and was stopped; nothing of it remains."
        .formatted(limit.toMillis() / 1000.0);
  }

  private String configuration() {
    StringBuilder json = new StringBuilder("{");
    json.append("\"self\":").append(JsonText.quoted(host.selfLink()));
    json.append(",\"alt\":").append(JsonText.quoted(host.altLink()));
    json.append(",\"operation\":").append(JsonText.quoted(call.operation()));
    json.append(",\"responseBytes\":").append(limits.responseBytes());
    if (call.request() != null) {
      json.append(",\"request\":").append(call.request());
    }
    if (call.response() != null) {
      json.append(",\"response\":").append(call.response());
    }
    return json.append('}').toString();
  }
}
