// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The user-defined functions of one query in one partition: they share a context, so that a call
/// costs little. Belongs to one thread at a time.
public final class FunctionCalls implements AutoCloseable {
  private final Supplier<ScriptEngine> engine;
  private final Function<String, Script> find;
  private final ScriptLimits limits;
  private final Map<String, Script> known = new HashMap<>();
  private @Nullable FunctionContext context;

  FunctionCalls(Supplier<ScriptEngine> engine, Function<String, Script> find, ScriptLimits limits) {
    this.engine = engine;
    this.find = find;
    this.limits = limits;
  }

  /// Calls a function. Fails as the lookup does if there is none of the name, with INVALID_ARGUMENT
  /// and the function's message if it throws, with DEADLINE_EXCEEDED or LIMIT_EXCEEDED if it takes
  /// more than it may.
  ///
  /// @throws OrreryException as said
  public Value call(String name, List<Value> arguments) {
    Script script = known.computeIfAbsent(name, find);
    FunctionContext open = context;
    if (open == null) {
      open = new FunctionContext(engine.get(), limits);
      context = open;
    }
    return open.call(script, arguments);
  }

  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }
}
