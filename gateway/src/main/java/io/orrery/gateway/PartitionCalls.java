// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import java.time.Duration;
import java.util.Optional;

/// Takes requests to the partition that serves a key, through whatever splits and changes of
/// leaders. The one place where something is asked again.
///
/// A partition that has moved, or is not the leader, says so instead of doing anything: only after
/// that is a request sent again. One that fails otherwise may have taken place, and is never
/// repeated here.
final class PartitionCalls {
  /// How long to wait for what follows an outdated route before asking again. Newer routes end the
  /// wait at once.
  private static final Duration AGAIN = Duration.ofMillis(2);

  /// A debt is booked even after the time of the request is over.
  private static final Duration PAYING = Duration.ofSeconds(1);

  /// What a request has to pass before a partition carries it out.
  enum Entry {
    READ(Charging.ADMIT, true),
    WRITE(Charging.ADMIT, false),
    CONTINUED(Charging.CONTINUE, false),
    FREE(Charging.FREE, false);

    private final Charging charging;

    /// Whether the partition must have seen what the client's session has.
    private final boolean inSession;

    Entry(Charging charging, boolean inSession) {
      this.charging = charging;
      this.inSession = inSession;
    }
  }

  /// An answer, and which partition gave it.
  ///
  /// @param seen what the client has seen with it
  record Served<A extends PartitionAnswer>(Route route, A answer, SessionToken seen) {
    Served(Route route, A answer) {
      this(
          route,
          answer,
          answer.lsn() == 0 ? SessionToken.NONE : SessionToken.of(route.ordinal(), answer.lsn()));
    }

    IllegalStateException unexpected() {
      return new IllegalStateException(
          "partition %s answered %s".formatted(route.service().id(), answer));
    }
  }

  private final GatewaySettings settings;

  PartitionCalls(GatewaySettings settings) {
    this.settings = settings;
  }

  /// Has the partition of the key answer, and books what that cost.
  <A extends PartitionAnswer> Served<A> ask(
      ContainerHandle container,
      ItemKey key,
      PartitionRequest<A> request,
      Entry entry,
      RequestContext context) {
    RouteTable table = container.table();
    while (true) {
      Route route = table.at(key);
      long remaining = context.requireTime();
      context.requireFor(route);
      switch (send(container, route, request, entry, remaining, context)) {
        case PartitionReply.Answered<A>(A answer) -> {
          return book(new Served<>(route, answer), entry, context);
        }
        case PartitionReply.Moved<A> _, PartitionReply.NotLeader<A> _ ->
            table = container.newer(table, AGAIN, context);
      }
    }
  }

  /// Reads an item where that takes no waiting, and books what it cost; empty otherwise. A
  /// partition that has moved cannot tell without waiting, so nothing is asked again here.
  Optional<Served<PartitionAnswer.Found>> findAtOnce(
      ContainerHandle container, PartitionRequest.Find request, RequestContext context) {
    Route route = container.table().at(request.key());
    long remaining = context.requireTime();
    context.requireFor(route);
    try {
      return route
          .service()
          .findAtOnce(request, call(route, Entry.READ, remaining, context))
          .map(answer -> book(new Served<>(route, answer), Entry.READ, context));
    } catch (OrreryException e) {
      if (e.code() == ErrorCode.RANGE_GONE) {
        return Optional.empty();
      }
      throw container.explain(e);
    }
  }

  /// Has a partition hold a state for somebody who must not wait; empty if it cannot at once.
  Optional<PartitionAnswer.Opened> openAtOnce(
      ContainerHandle container, Route route, RequestContext context) {
    long remaining = context.requireTime();
    context.requireFor(route);
    try {
      return route.service().openAtOnce(call(route, Entry.READ, remaining, context));
    } catch (OrreryException e) {
      if (e.code() == ErrorCode.RANGE_GONE) {
        return Optional.empty();
      }
      throw container.explain(e);
    }
  }

  private static <A extends PartitionAnswer> Served<A> book(
      Served<A> served, Entry entry, RequestContext context) {
    RequestCharge charge = entry == Entry.FREE ? RequestCharge.NONE : served.answer().charge();
    context.book(charge, served.seen());
    return served;
  }

  /// Asks one partition, and books nothing.
  <A extends PartitionAnswer> PartitionReply<A> ask(
      ContainerHandle container,
      Route route,
      PartitionRequest<A> request,
      Entry entry,
      RequestContext context) {
    long remaining = context.requireTime();
    context.requireFor(route);
    return send(container, route, request, entry, remaining, context);
  }

  /// Asks something further of a partition that holds something for the request, whatever became of
  /// its range meanwhile. Is paid for as a whole when that is closed.
  <A extends PartitionAnswer> A askAgain(
      ContainerHandle container, Route route, PartitionRequest<A> request, RequestContext context) {
    while (true) {
      long remaining = context.requireTime();
      if (send(container, route, request, Entry.FREE, remaining, context)
          instanceof PartitionReply.Answered<A>(A answer)) {
        return answer;
      }
    }
  }

  /// Has a partition let go of what it holds for the request, also for one whose time is over, and
  /// gives what it has cost.
  RequestCharge close(
      ContainerHandle container,
      Route route,
      PartitionRequest.CloseRead request,
      RequestContext context) {
    PartitionCall call =
        new PartitionCall(
            context.id(), PAYING.toNanos(), settings.clock().millis(), 0, Charging.CONTINUE);
    try {
      PartitionReply<PartitionAnswer.ReadClosed> reply = route.service().ask(request, call);
      while (!(reply instanceof PartitionReply.Answered<PartitionAnswer.ReadClosed>(var answer))) {
        reply = route.service().ask(request, call);
      }
      return answer.charge();
    } catch (OrreryException e) {
      throw container.explain(e);
    }
  }

  /// The routes that follow those in which a partition has moved.
  RouteTable newer(ContainerHandle container, RouteTable outdated, RequestContext context) {
    return container.newer(outdated, AGAIN, context);
  }

  private <A extends PartitionAnswer> PartitionReply<A> send(
      ContainerHandle container,
      Route route,
      PartitionRequest<A> request,
      Entry entry,
      long remainingNanos,
      RequestContext context) {
    PartitionCall call = call(route, entry, remainingNanos, context);
    try {
      if (request.isBrief() && call.sessionLsn() == 0) {
        return route.service().ask(request, call);
      }
      // It computes there, and this thread only waits: a permit kept here could be the one that is
      // waited for there. Looking whether there is time left may have taken one.
      context.pause();
      context.begin(route.service());
      try {
        return route.service().ask(request, call);
      } finally {
        context.end(route.service());
      }
    } catch (OrreryException e) {
      throw container.explain(e);
    }
  }

  private PartitionCall call(
      Route route, Entry entry, long remainingNanos, RequestContext context) {
    context.asks(route.ordinal());
    return new PartitionCall(
        context.id(),
        remainingNanos,
        settings.clock().millis(),
        entry.inSession ? context.required().required(route.ordinal(), route.parents()) : 0,
        entry.charging);
  }

  /// Pays for what a request did beside its messages, also for one whose time is over. A partition
  /// that has moved, or is gone with its container, is owed nothing: who follows it begins with a
  /// full bucket.
  void pay(ContainerHandle container, ItemKey key, RequestCharge charge, RequestContext context) {
    context.book(charge, SessionToken.NONE);
    PartitionCall call =
        new PartitionCall(
            context.id(), PAYING.toNanos(), settings.clock().millis(), 0, Charging.CONTINUE);
    Route route = container.lastTable().at(key);
    PartitionReply<?> _ = route.service().ask(new PartitionRequest.Spend(key, charge), call);
  }
}
