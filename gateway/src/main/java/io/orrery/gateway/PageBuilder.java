// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Limits;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A page being filled: its rows, and what the partitions did for them.
final class PageBuilder<T> {
  private final int itemsMax;
  private final long bytesMax;
  private final List<T> rows = new ArrayList<>();
  private long bytes;
  private RequestCharge charge = RequestCharge.NONE;
  private SessionToken session = SessionToken.NONE;

  PageBuilder(PageRequest request, Limits limits) {
    this.itemsMax = Math.min(request.itemsMax(), limits.pageItems());
    this.bytesMax = limits.pageBytes();
  }

  static long bytes(ItemKey key, Item item) {
    return key.encoded().length + (long) item.body().length;
  }

  /// Adds the row if there is room. The first always finds it, however large it is.
  boolean offer(T row, long rowBytes) {
    if (!rows.isEmpty() && (rows.size() >= itemsMax || bytes + rowBytes > bytesMax)) {
      return false;
    }
    add(row, rowBytes);
    return true;
  }

  /// Adds the row, room or not.
  void add(T row, long rowBytes) {
    rows.add(row);
    bytes += rowBytes;
  }

  boolean isFull() {
    return rows.size() >= itemsMax || bytes >= bytesMax;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  List<T> rows() {
    return rows;
  }

  int itemsLeft() {
    return Math.max(0, itemsMax - rows.size());
  }

  long bytesLeft() {
    return Math.max(0, bytesMax - bytes);
  }

  int itemsMax() {
    return itemsMax;
  }

  long bytes() {
    return bytes;
  }

  /// Counts what a partition did for the page and was paid for.
  void count(RequestCharge cost, SessionToken seen) {
    charge = charge.plus(cost);
    session = session.merge(seen);
  }

  RequestCharge charge() {
    return charge;
  }

  SessionToken session() {
    return session;
  }

  Page<T> end() {
    return new Page<>(rows, Optional.empty(), charge, session);
  }

  Page<T> continued(String continuation) {
    return new Page<>(rows, Optional.of(continuation), charge, session);
  }
}
