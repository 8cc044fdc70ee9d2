// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;

/// A context with functions in it, called over and over.
final class FunctionContext implements AutoCloseable {
  /// What JavaScript has the same of.
  private static final Set<Value.Kind> PLAIN =
      EnumSet.of(Value.Kind.TEXT, Value.Kind.FLOAT64, Value.Kind.INT32, Value.Kind.BOOLEAN);

  private final ScriptEngine engine;
  private final ScriptContext own;
  private final Context context;
  private final Watch.Guard guard;
  private final org.graalvm.polyglot.Value driver;
  private final Map<Script, org.graalvm.polyglot.Value> functions = new HashMap<>();

  FunctionContext(ScriptEngine engine, ScriptLimits limits) {
    this.engine = engine;
    this.own = engine.take();
    this.context = own.context();
    this.guard = engine.watch().guardCalls(context, limits);
    this.driver = own.driver();
  }

  Value call(Script script, List<Value> arguments) {
    guard.begin();
    try {
      org.graalvm.polyglot.Value function = functions.get(script);
      if (function == null) {
        function = context.eval(engine.compiled(script, context));
        functions.put(script, function);
      }
      return isPlain(arguments)
          ? callDirectly(function, arguments)
          : callByText(function, arguments);
    } catch (PolyglotException e) {
      OrreryException stopped = guard.stopped();
      throw stopped != null ? stopped : Failures.of(e);
    } catch (OutOfMemoryError | StackOverflowError e) {
      throw Objects.requireNonNullElseGet(guard.stopped(), () -> Failures.memory(e));
    } finally {
      guard.end();
    }
  }

  /// Whether a function was stopped in it, so that nothing can run there any more.
  boolean isStopped() {
    return guard.stopped() != null;
  }

  /// Most calls have a few texts and numbers, which need no detour.
  private Value callDirectly(org.graalvm.polyglot.Value function, List<Value> arguments) {
    Object[] plain = new Object[arguments.size()];
    for (int i = 0; i < plain.length; i++) {
      plain[i] =
          switch (arguments.get(i)) {
            case Value.Text(String text) -> text;
            case Value.Float64(double number) -> number;
            case Value.Int32(int number) -> number;
            case Value.Bool truth -> truth.isTrue();
            case Value.Scalar _, Value.Composite _ ->
                throw new IllegalStateException("not plain: " + arguments.get(i).kind());
          };
    }
    org.graalvm.polyglot.Value result = function.execute(plain);
    if (result.isString()) {
      return new Value.Text(result.asString());
    }
    if (result.isBoolean()) {
      return Value.Bool.of(result.asBoolean());
    }
    if (result.fitsInInt()) {
      return new Value.Int32(result.asInt());
    }
    if (result.isNumber() && Double.isFinite(result.asDouble())) {
      return new Value.Float64(result.asDouble());
    }
    return parsed(driver.invokeMember("text", result));
  }

  private static boolean isPlain(List<Value> arguments) {
    for (Value argument : arguments) {
      if (!PLAIN.contains(argument.kind())) {
        return false;
      }
    }
    return true;
  }

  private Value callByText(org.graalvm.polyglot.Value function, List<Value> arguments) {
    StringBuilder json = new StringBuilder("[");
    StringBuilder undefined = new StringBuilder("[");
    for (int i = 0; i < arguments.size(); i++) {
      Value argument = arguments.get(i);
      boolean absent = argument == Value.Undefined.UNDEFINED;
      json.append(i == 0 ? "" : ",").append(absent ? "null" : JsonText.of(argument));
      if (absent) {
        undefined.append(undefined.length() == 1 ? "" : ",").append(i);
      }
    }
    return parsed(
        driver.invokeMember(
            "call", function, json.append(']').toString(), undefined.append(']').toString()));
  }

  private static Value parsed(org.graalvm.polyglot.Value text) {
    return text.isNull() ? Value.Undefined.UNDEFINED : JsonText.parse(text.asString());
  }

  @Override
  public void close() {
    guard.close();
    own.close();
  }
}
