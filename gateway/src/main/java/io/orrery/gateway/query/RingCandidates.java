// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.Direction;
import io.orrery.model.key.HashRange;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Every item of the scope, in ring order.
final class RingCandidates implements Candidates {

  /// A part of the scope inside one partition.
  private record Stretch(ReadView view, HashRange range) {}

  private record Opened(ReadView view, ItemCursor cursor) {}

  private final Scope scope;
  private final RequestContext context;
  private final ReadView booked;
  private final ArrayDeque<Stretch> stretches = new ArrayDeque<>();
  private @Nullable ItemKey after;
  private @Nullable ItemKey again;
  private @Nullable Opened opened;
  private @Nullable Row row;

  RingCandidates(List<ReadView> views, Scope scope, Start start, RequestContext context) {
    this.scope = scope;
    this.context = context;
    this.booked = views.getFirst();
    if (start.position() != null) {
      after = ItemKey.decode(start.position());
      again = start.inclusive() ? after : null;
    }
    for (ReadView each : views) {
      for (HashRange range : scope.ranges()) {
        if (each.range().overlaps(range)) {
          stretches.add(new Stretch(each, each.range().intersect(range)));
        }
      }
    }
  }

  @Override
  public boolean next() {
    if (!context.isMeasured()) {
      return advance();
    }
    long start = context.nanos();
    boolean found = advance();
    booked.countLoad(context.nanos() - start);
    return found;
  }

  private boolean advance() {
    while (true) {
      context.throwIfDone();
      Opened at = opened;
      if (at == null) {
        at = open();
        if (at == null) {
          return false;
        }
        opened = at;
        if (readAgain(at.view())) {
          return true;
        }
      }
      if (findIn(at)) {
        return true;
      }
      close();
    }
  }

  private boolean findIn(Opened at) {
    while (at.cursor().next()) {
      at.view().countEntry();
      ItemKey key = at.cursor().key();
      if (scope.includes(key)) {
        found(at.view(), key, at.cursor().item());
        return true;
      }
      context.throwIfDone();
    }
    return false;
  }

  /// Opens the next stretch that does not lie wholly before the start; null if there is none.
  private @Nullable Opened open() {
    Stretch stretch = stretches.poll();
    while (stretch != null && after != null && Scope.isBehind(after, stretch.range())) {
      stretch = stretches.poll();
    }
    if (stretch == null) {
      return null;
    }
    ItemKey from = after != null && Scope.isIn(after, stretch.range()) ? after : null;
    if (from == null) {
      again = null;
    }
    after = null;
    return new Opened(
        stretch.view(), stretch.view().view().items(stretch.range(), from, Direction.FORWARD));
  }

  private boolean readAgain(ReadView view) {
    ItemKey key = again;
    again = null;
    if (key == null) {
      return false;
    }
    Optional<Item> item = view.view().find(key);
    item.ifPresent(present -> found(view, key, present));
    return item.isPresent();
  }

  private void found(ReadView from, ItemKey key, Item item) {
    from.countItem(key, item);
    row = new Row(key, item);
  }

  @Override
  public Row row() {
    if (row == null) {
      throw new IllegalStateException("there is no current item");
    }
    return row;
  }

  @Override
  public byte[] position() {
    return row().key().encoded();
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.cursor().close();
      opened = null;
    }
  }
}
