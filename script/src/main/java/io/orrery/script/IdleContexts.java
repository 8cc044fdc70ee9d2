// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import org.jspecify.annotations.Nullable;

/// The contexts of one query's functions, while nobody runs anything in them.
interface IdleContexts extends AutoCloseable {

  /// One of them, which is the caller's from now on; null if there is none.
  @Nullable FunctionContext take();

  /// Gives a context back, or a new one.
  void keep(FunctionContext context);

  /// Closes those that are idle now, and others when they are given back.
  @Override
  void close();
}
