// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.model.value.Value;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// DocumentStream, one after the other.
@FunctionalInterface
public interface DocumentStream {
  /// Null if there are no more.
  Value.@Nullable Document next();

  static DocumentStream of(Iterable<Value.Document> all) {
    Iterator<Value.Document> each = all.iterator();
    return () -> each.hasNext() ? each.next() : null;
  }

  /// DocumentStream that are found out when the first one is wanted.
  static DocumentStream later(Supplier<DocumentStream> all) {
    return new DocumentStream() {
      private @Nullable DocumentStream found;

      @Override
      public Value.@Nullable Document next() {
        if (found == null) {
          found = all.get();
        }
        return found.next();
      }
    };
  }
}
