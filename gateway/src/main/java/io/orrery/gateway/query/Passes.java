// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fills a page from passes over the candidates, each of which puts in order as much as it can
/// keep: where one had to forget rows, another goes on behind the last one it kept.
///
/// @param pass what comes behind a key, or from the beginning, in the order of the keys
/// @param result what is given out for it; null if that is nothing
record Passes<T>(
    Work work,
    Function<byte @Nullable [], SortedRows<T>> pass,
    Function<T, @Nullable Result> result) {

  /// Adds rows to the page. Gives where the next page goes on; null if there are no more, or the
  /// query is at its end.
  @Nullable Start run(Start start) {
    Output output = work.output();
    byte[] last = start.position();
    while (true) {
      try (SortedRows<T> rows = pass.apply(last)) {
        Map.Entry<byte[], T> next = rows.takeFirst();
        while (next != null) {
          if (output.isComplete()) {
            return null;
          }
          Result row = result.apply(next.getValue());
          if (row != null && !output.offer(row)) {
            return Start.behind(last);
          }
          last = next.getKey();
          next = rows.takeFirst();
        }
        if (!rows.hasForgotten() || output.isComplete()) {
          return null;
        }
      }
      if (output.isFull() || work.time().isOver()) {
        return Start.behind(last);
      }
    }
  }
}
