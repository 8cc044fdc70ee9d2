// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Requests made ahead, so that making them is nobody's cost.
@FunctionalInterface
public interface Requests {
  /// The next one, null after the last.
  byte @Nullable [] next();

  /// Each of them once.
  static Requests once(List<byte[]> requests) {
    var each = requests.iterator();
    return () -> each.hasNext() ? each.next() : null;
  }

  static Requests once(byte[] request) {
    return once(List.of(request));
  }

  /// From the beginning after the last.
  static Requests again(List<byte[]> requests) {
    return new Requests() {
      private int next;

      @Override
      public byte[] next() {
        next = next + 1 < requests.size() ? next + 1 : 0;
        return requests.get(next);
      }
    };
  }
}
