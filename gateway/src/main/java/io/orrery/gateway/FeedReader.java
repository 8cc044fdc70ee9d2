// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.key.HashRange;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionRequest.ReadChanges;
import java.util.ArrayList;
import java.util.List;

/// Fills one page of a change feed: visits each position once, beginning with the one whose turn it
/// is, until the page is full.
///
/// All changes of one LSN were made together and stay together: a page ends only between LSNs.
final class FeedReader {

  /// What was read, and how far.
  record Result(PageBuilder<ChangedItem> page, FeedProgress progress, boolean more) {}

  /// How far a position was read.
  ///
  /// @param part what of it the visited partition serves
  /// @param full whether there was more than the page had room for
  private record Reached(HashRange part, long lsn, boolean full) {}

  private final GatewaySettings settings;
  private final PartitionCalls calls;
  private final ContainerHandle container;
  private final ChangeFeed feed;
  private final RequestContext context;

  FeedReader(
      GatewaySettings settings,
      PartitionCalls calls,
      ContainerHandle container,
      ChangeFeed feed,
      RequestContext context) {
    this.settings = settings;
    this.calls = calls;
    this.container = container;
    this.feed = feed;
    this.context = context;
  }

  Result read(FeedProgress progress, PageRequest request) {
    var page = new PageBuilder<ChangedItem>(request, settings.limits());
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
  private Reached read(Position position, long startMillis, PageBuilder<ChangedItem> page) {
    Served<PartitionAnswer.Changes> served =
        calls.ask(
            container,
            RouteTable.start(position.range().min()),
            new ReadChanges(
                versions(),
                position.range(),
                feed.scope().logicalPartition(),
                position.lsn(),
                startMillis,
                page.itemsLeft(),
                page.bytesLeft()),
            Entry.READ,
            context);
    PartitionAnswer.Changes read = served.answer();
    read.changes().forEach(change -> page.add(change, change.bytes()));
    page.count(read.charge(), served.seen());
    HashRange part = position.range().intersect(served.route().range());
    return new Reached(part, read.reached(), read.more());
  }

  private ReadChanges.Versions versions() {
    return switch (feed.versions()) {
      case LATEST -> ReadChanges.Versions.LATEST;
      case ALL -> ReadChanges.Versions.ALL;
    };
  }
}
