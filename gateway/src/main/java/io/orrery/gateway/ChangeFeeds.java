// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.ControlPlane;
import io.orrery.control.Route;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangeFeed.Versions;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.service.PartitionAnswer.Description;
import io.orrery.partition.service.PartitionRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
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

  /// A position behind which somebody waits for changes.
  record Awaited(ContainerHandle container, Position position) {}

  /// Waits until there is a change behind one of the positions, or something to be looked at anew,
  /// or the time is over.
  void await(List<Awaited> all, Duration time, RequestContext context) {
    List<Callable<Boolean>> waits =
        all.stream().map(each -> (Callable<Boolean>) () -> await(each, time, context)).toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // The first that has something ends the others.
      boolean _ = threads.invokeAny(waits);
    } catch (ExecutionException failed) {
      context.throwIfDone();
      boolean nothing =
          failed.getCause() instanceof OrreryException failure
              && failure.code() == ErrorCode.DEADLINE_EXCEEDED;
      if (!nothing) {
        throw new OrreryException(
            ErrorCode.UNAVAILABLE, "Changes cannot be waited for.", failed.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", e);
    }
  }

  private boolean await(Awaited awaited, Duration time, RequestContext context) {
    Position position = awaited.position();
    var wait =
        new PartitionRequest.ReadChanges(
            PartitionRequest.ReadChanges.Versions.ALL,
            position.range(),
            null,
            position.lsn(),
            0,
            0,
            0,
            time.toMillis());
    ItemKey start = RouteTable.start(position.range().min());
    try {
      boolean more =
          calls.ask(awaited.container(), start, wait, Entry.FREE, context).answer().more();
      if (!more) {
        throw new OrreryException(ErrorCode.DEADLINE_EXCEEDED, "There was no change in time.");
      }
      return true;
    } catch (OrreryException failure) {
      if (failure.code() == ErrorCode.NOT_FOUND) {
        return true; // it was dropped, which is something to be told
      }
      throw failure;
    }
  }

  /// A partition says so only once there is something to read.
  private static void requireHistory(ContainerHandle container) {
    if (container.container().definition().historyMillis() == 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The container keeps no history of all versions.");
    }
  }

  FeedProgress start(ContainerHandle container, ChangeFeed feed) {
    Scope scope = feed.scope();
    return switch (feed.start()) {
      case Start.Beginning _ -> new FeedProgress(positions(container, scope, _ -> 0), 0, 0);
      case Start.Now _ -> new FeedProgress(positions(container, scope, Description::lsn), 0, 0);
      case Start.Behind(List<Position> positions) -> new FeedProgress(positions, 0, 0);
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
