// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.model.key.IndexPath;
import io.orrery.plan.OrderKey;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/// What a continuation holds on to. Without ORDER BY it is the query. With it, the order alone: a
/// row has one place there whatever else a query asks for, and SDKs that merge ranges go on behind
/// a row with a filter of their own.
final class OrderBinding {
  private OrderBinding() {}

  /// The same, today and after a restart, for queries that may go on with each other's
  /// continuations.
  ///
  /// @param fingerprint of the query
  static long of(Query query, List<OrderKey> order, long fingerprint) {
    boolean byOrder = !order.isEmpty() && query.groupBy().isEmpty();
    for (OrderKey key : order) {
      byOrder &= key.path() != null;
    }
    return byOrder ? sum(text(query, order)) : fingerprint;
  }

  private static String text(Query query, List<OrderKey> order) {
    StringBuilder text = new StringBuilder();
    for (OrderKey key : order) {
      if (key.path() != null) {
        text.append(new IndexPath(key.path(), IndexPath.Ending.SCALAR));
      }
      text.append(key.descending() ? " DESC\n" : " ASC\n");
    }
    // Rows of DISTINCT have their place by what they are, too.
    return query.select().distinct() ? text.append(rows(query)).toString() : text.toString();
  }

  private static String rows(Query query) {
    return Printer.print(
        new Query(query.select(), query.from(), null, List.of(), List.of(), false, null));
  }

  private static long sum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}
