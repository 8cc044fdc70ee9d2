// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/// The user-defined functions of one query. Contexts are kept from call to call, so that a call
/// costs little: one for each thread that calls at the same time, which are as many as partitions
/// are read at once. Nothing is opened before the first call.
public final class FunctionCalls implements AutoCloseable {
  private final Supplier<ScriptEngine> engine;
  private final Function<String, Script> find;
  private final ScriptLimits limits;
  private final Map<String, Script> known = new ConcurrentHashMap<>();
  private final ConcurrentLinkedDeque<FunctionContext> idle = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedQueue<FunctionContext> all = new ConcurrentLinkedQueue<>();

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
    FunctionContext context = idle.pollFirst();
    if (context == null) {
      context = new FunctionContext(engine.get(), limits);
      all.add(context);
    }
    try {
      return context.call(script, arguments);
    } finally {
      idle.addFirst(context);
    }
  }

  /// Nobody may be calling any more.
  @Override
  public void close() {
    all.forEach(FunctionContext::close);
  }
}
