// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.ControlPlane;
import io.orrery.control.Route;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangeFeed.Versions;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.HashRange;
import io.orrery.partition.service.PartitionAnswer.Description;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// Reads change feeds, a page at a time.
final class ChangeFeeds {
  private final GatewaySettings settings;
  private final ControlPlane plane;
  private final PartitionCalls calls;

  ChangeFeeds(GatewaySettings settings, ControlPlane plane, PartitionCalls calls) {
    this.settings = settings;
    this.plane = plane;
    this.calls = calls;
  }

  ChangePage read(
      ContainerHandle container, ChangeFeed feed, PageRequest request, RequestContext context) {
    Continuation kind =
        switch (feed.versions()) {
          case LATEST -> Continuation.LATEST_CHANGES;
          case ALL -> {
            requireHistory(container);
            yield Continuation.ALL_CHANGES;
          }
        };
    FeedProgress progress =
        request.continuation() == null
            ? start(container, feed)
            : FeedProgress.read(request.continuation(), kind, container, feed.scope());
    FeedReader reader = new FeedReader(settings, calls, container, feed, context);
    FeedReader.Result result = reader.read(progress, request);
    return new ChangePage(
        result.page().rows(),
        result.progress().continuation(kind, container),
        result.progress().positions(),
        result.more(),
        result.page().charge(),
        result.page().session());
  }

  /// A partition says so only once there is something to read.
  private static void requireHistory(ContainerHandle container) {
    if (container.container().definition().historyMillis() == 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The container keeps no history of all versions.");
    }
  }

  private FeedProgress start(ContainerHandle container, ChangeFeed feed) {
    Scope scope = feed.scope();
    return switch (feed.start()) {
      case Start.Beginning _ -> new FeedProgress(positions(container, scope, _ -> 0), 0, 0);
      case Start.Now _ -> new FeedProgress(positions(container, scope, Description::lsn), 0, 0);
      case Start.After(long lsn) -> {
        if (lsn < 0) {
          throw new OrreryException(ErrorCode.INVALID_ARGUMENT, "There is no LSN " + lsn + ".");
        }
        yield new FeedProgress(positions(container, scope, _ -> lsn), 0, 0);
      }
      case Start.At(long millis) ->
          new FeedProgress(
              positions(container, scope, firstWithTime(container, feed.versions(), millis)),
              0,
              Math.max(0, millis));
    };
  }

  /// The LSN behind which changes are looked at for their time.
  private ToLongFunction<Description> firstWithTime(
      ContainerHandle container, Versions versions, long millis) {
    if (versions == Versions.LATEST) {
      return _ -> 0;
    }
    long kept = container.container().definition().historyMillis();
    if (millis < settings.clock().millis() - kept) {
      throw new OrreryException(
          ErrorCode.HISTORY_GONE,
          "History is kept for %d seconds, which does not reach back that far."
              .formatted(kept / 1000));
    }
    return state -> Math.max(0, Math.max(state.historySince(), state.historyPurged()));
  }

  private List<Position> positions(
      ContainerHandle container, Scope scope, ToLongFunction<Description> lsn) {
    List<Position> positions = new ArrayList<>();
    for (HashRange range : scope.ranges()) {
      for (Route route : container.table().routes().overlapping(range)) {
        long start = lsn.applyAsLong(plane.describe(route));
        positions.add(new Position(range.intersect(route.range()), start));
      }
    }
    return positions;
  }
}
