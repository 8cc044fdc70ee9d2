// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/// Of a query whose end is known: all of its contexts are kept until then.
final class OwnContexts implements IdleContexts {
  private final ConcurrentLinkedDeque<FunctionContext> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  @Override
  public @Nullable FunctionContext take() {
    return idle.pollFirst();
  }

  @Override
  public void keep(FunctionContext context) {
    idle.addFirst(context);
    if (closed) {
      closeIdle();
    }
  }

  @Override
  public void close() {
    closed = true;
    closeIdle();
  }

  private void closeIdle() {
    for (FunctionContext each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
      each.close();
    }
  }
}
