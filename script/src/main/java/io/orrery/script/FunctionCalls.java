// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The user-defined functions of one query. Contexts are kept from call to call, so that a call
/// costs little. Nothing is opened before the first call.
///
/// Functions run on script threads, like all scripts: a virtual thread would keep its carrier from
/// everybody else for as long as the function likes. Whoever calls often does all of its work on
/// one such thread, with [#compute], and pays for the hand-over once.
public final class FunctionCalls implements AutoCloseable {
  private final Scripts scripts;
  private final Function<String, Script> find;
  private final Map<String, Script> known = new ConcurrentHashMap<>();
  private final IdleContexts idle;

  FunctionCalls(Scripts scripts, Function<String, Script> find, IdleContexts idle) {
    this.scripts = scripts;
    this.find = find;
    this.idle = idle;
  }

  /// Does work that calls functions, on a script thread.
  ///
  /// Fails as the work does, with UNAVAILABLE if too many scripts run, and with DEADLINE_EXCEEDED
  /// if it does not end in time.
  ///
  /// @param patience how long the work may take; it is to see to that itself, between two calls
  public <T> T compute(Duration patience, Callable<T> work) {
    return scripts.onScriptThread(work, patience);
  }

  /// Calls a function. Fails as the lookup does if there is none of the name, with INVALID_ARGUMENT
  /// and the function's message if it throws, with DEADLINE_EXCEEDED or LIMIT_EXCEEDED if it takes
  /// more than it may.
  ///
  /// @throws OrreryException as said
  public Value call(String name, List<Value> arguments) {
    Script script = known.computeIfAbsent(name, find);
    return Thread.currentThread().isVirtual()
        ? compute(scripts.limits().time(), () -> call(script, arguments))
        : call(script, arguments);
  }

  private Value call(Script script, List<Value> arguments) {
    FunctionContext context = idle.take();
    if (context == null) {
      context = new FunctionContext(scripts.engine(), scripts.limits());
    }
    try {
      return context.call(script, arguments);
    } finally {
      if (context.isStopped()) {
        context.close();
      } else {
        idle.keep(context);
      }
    }
  }

  /// Does not wait for calls that are under way: these close their contexts themselves, if they
  /// ever end.
  @Override
  public void close() {
    idle.close();
  }
}
