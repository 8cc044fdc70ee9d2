// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.HashRange;
import io.orrery.partition.ChangeCursor;
import io.orrery.partition.PartitionState;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;

/// Fills one page of a change feed: visits each position once, beginning with the one whose turn it
/// is, until the page is full.
///
/// All changes of one LSN were made together and stay together: a page ends only between LSNs.
final class FeedReader {

  /// What was read, and how far.
  record Result(PageBuilder<ChangeCursor.Entry> page, FeedProgress progress, boolean more) {}

  /// How far a position was read.
  ///
  /// @param part what of it the visited partition serves
  /// @param full whether there was more than the page had room for
  private record Reached(HashRange part, long lsn, boolean full) {}

  private final GatewaySettings settings;
  private final Admission admission;
  private final ContainerHandle container;
  private final ChangeFeed feed;
  private final RequestContext context;

  FeedReader(
      GatewaySettings settings,
      Admission admission,
      ContainerHandle container,
      ChangeFeed feed,
      RequestContext context) {
    this.settings = settings;
    this.admission = admission;
    this.container = container;
    this.feed = feed;
    this.context = context;
  }

  Result read(FeedProgress progress, PageRequest request) {
    var page = new PageBuilder<ChangeCursor.Entry>(request, settings.limits());
    List<Position> positions = new ArrayList<>(progress.positions());
    int at = progress.next();
    for (int left = positions.size(); left > 0; left--) {
      int rowsBefore = page.rows().size();
      Reached reached;
      try {
        reached = read(positions.get(at), progress.startMillis(), page);
      } catch (OrreryException e) {
        if (e.code() == ErrorCode.TOO_MANY_REQUESTS && !page.isEmpty()) {
          // What was found so far is paid for: the client shall have it.
          return new Result(page, new FeedProgress(positions, at, progress.startMillis()), true);
        }
        throw e;
      }
      left += advance(positions, at, reached);
      if (reached.full()) {
        boolean gave = page.rows().size() > rowsBefore;
        int next = gave ? (at + 1) % positions.size() : at;
        return new Result(page, new FeedProgress(positions, next, progress.startMillis()), true);
      }
      at = (at + 1) % positions.size();
    }
    return new Result(page, new FeedProgress(positions, at, progress.startMillis()), false);
  }

  /// Notes how far a position was read. If only a part of it is served by that partition any more,
  /// the rest becomes another position; gives how many were added.
  private static int advance(List<Position> positions, int at, Reached reached) {
    Position old = positions.set(at, new Position(reached.part(), reached.lsn()));
    if (reached.part().equals(old.range())) {
      return 0;
    }
    HashRange rest = new HashRange(reached.part().max(), old.range().max());
    positions.add(at + 1, new Position(rest, old.lsn()));
    return 1;
  }

  /// Adds the changes at one position, in the first partition that serves a part of it.
  private Reached read(Position position, long startMillis, PageBuilder<ChangeCursor.Entry> page) {
    ItemKey start = RouteTable.start(position.range().min());
    Route route = container.table().at(start);
    PartitionState state = route.partition().state();
    if (!state.retired() && state.lsn() == position.lsn()) {
      admission.admitRead(route, context);
      page.spend(admission, route, RequestCharge.read(0), state.lsn(), context);
      return new Reached(position.range().intersect(route.range()), position.lsn(), false);
    }
    long nowMillis = settings.clock().millis();
    try (Visit visit =
        Visit.at(
            start, container, nowMillis, each -> admission.admitRead(each, context), context)) {
      HashRange part = position.range().intersect(visit.route().range());
      if (visit.lsn() < position.lsn()) {
        // Nothing is new to who has seen more; the next changes that are have a higher LSN.
        page.spend(admission, visit.route(), RequestCharge.read(0), visit.lsn(), context);
        return new Reached(part, position.lsn(), false);
      }
      return read(visit, new Position(part, position.lsn()), startMillis, page);
    }
  }

  private Reached read(
      Visit visit, Position position, long startMillis, PageBuilder<ChangeCursor.Entry> page) {
    long bytesBefore = page.bytes();
    long entries = 0;
    long lastLsn =
        startMillis == 0 ? position.lsn() : visit.view().lsnBefore(startMillis, position.lsn());
    try (ChangeCursor cursor = cursor(visit, lastLsn, position.range())) {
      while (cursor.next()) {
        context.throwIfDone();
        entries++;
        ChangeCursor.Entry entry = cursor.entry();
        if (!feed.scope().includes(entry.key())) {
          continue;
        }
        long lsn = entry.version().lsn();
        if (lsn != lastLsn && page.isFull()) {
          return new Reached(position.range(), lsn - 1, true);
        }
        page.add(entry, bytes(entry));
        lastLsn = lsn;
      }
      return new Reached(position.range(), visit.lsn(), false);
    } finally {
      RequestCharge charge = RequestCharge.scan(entries, page.bytes() - bytesBefore);
      page.spend(admission, visit.route(), charge, visit.lsn(), context);
    }
  }

  private ChangeCursor cursor(Visit visit, long lsnAfter, HashRange range) {
    return switch (feed.versions()) {
      case LATEST -> visit.view().latestChanges(lsnAfter, range);
      case ALL -> visit.view().allChanges(lsnAfter, range);
    };
  }

  private static long bytes(ChangeCursor.Entry entry) {
    long bytes = entry.key().encoded().length;
    bytes += entry.current().map(item -> item.body().length).orElse(0);
    return bytes + entry.previous().map(item -> item.body().length).orElse(0);
  }
}
