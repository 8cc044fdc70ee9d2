// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// Reads all pages of a scan.
final class Paging {
  private Paging() {}

  static <T> List<T> all(int size, Function<PageRequest, Page<T>> scan) {
    return all(size, scan, _ -> {});
  }

  /// @param between is told the number of each page that another follows, from 1
  static <T> List<T> all(int size, Function<PageRequest, Page<T>> scan, IntConsumer between) {
    List<T> rows = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    int pages = 0;
    do {
      if (pages > 0) {
        between.accept(pages);
      }
      Page<T> page = scan.apply(new PageRequest(size, continuation.orElse(null)));
      rows.addAll(page.rows());
      continuation = page.continuation();
      pages++;
    } while (continuation.isPresent());
    return rows;
  }
}
