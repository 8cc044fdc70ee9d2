// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/// A sandbox with `prelude.js` in it, for one script or for the functions of one query. It can be
/// made before anybody knows for which.
final class ScriptContext implements AutoCloseable {
  private final Context context;
  private final Value driver;

  /// Where operations go; null before the script begins.
  private volatile @Nullable ProxyExecutable host;

  ScriptContext(Context context, Source prelude) {
    this.context = context;
    this.driver = context.eval(prelude).execute((ProxyExecutable) this::perform);
  }

  private @Nullable Object perform(Value... texts) {
    ProxyExecutable begun = host;
    return begun == null ? null : begun.execute(texts);
  }

  /// Says what is around the script that runs next.
  ///
  /// @param configuration JSON, as `prelude.js` expects it
  void begin(ProxyExecutable operations, String configuration) {
    host = operations;
    Value _ = driver.invokeMember("begin", configuration);
  }

  Context context() {
    return context;
  }

  /// What the prelude handed back.
  Value driver() {
    return driver;
  }

  /// Stops whatever runs in it.
  @Override
  public void close() {
    context.close(true);
  }
}
