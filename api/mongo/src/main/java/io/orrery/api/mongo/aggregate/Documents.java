// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.model.value.Value;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Documents, one after the other.
@FunctionalInterface
public interface Documents {
  /// Null if there are no more.
  Value.@Nullable Document next();

  static Documents of(Iterable<Value.Document> all) {
    Iterator<Value.Document> each = all.iterator();
    return () -> each.hasNext() ? each.next() : null;
  }

  /// Documents that are found out when the first one is wanted.
  static Documents later(Supplier<Documents> all) {
    return new Documents() {
      private @Nullable Documents found;

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
