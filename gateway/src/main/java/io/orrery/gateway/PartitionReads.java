// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The partitions of a scope in ring order, each in one state for as long as a request needs it,
/// whatever splits meanwhile. Closing it pays for what was read.
public final class PartitionReads implements AutoCloseable {
  private final List<PartitionRead> reads;
  private final Scope scope;
  private final Opening opening;

  private PartitionReads(List<PartitionRead> reads, Scope scope, Opening opening) {
    this.reads = reads;
    this.scope = scope;
    this.opening = opening;
  }

  /// What opens partitions for a request.
  record Opening(ContainerHandle container, PartitionCalls calls, RequestContext context) {

    /// The partition that serves a key, through whatever splits.
    PartitionRead at(ItemKey key) {
      Served<PartitionAnswer.Opened> served =
          calls.ask(container, key, new PartitionRequest.OpenRead(), Entry.READ, context);
      return new PartitionRead(served.route(), served.answer().state(), this);
    }

    /// Opens one after the other; null if one of them was split.
    private @Nullable List<PartitionRead> open(List<Route> routes) {
      List<PartitionRead> opened = new ArrayList<>(routes.size());
      boolean all = false;
      try {
        for (Route route : routes) {
          switch (calls.ask(
              container, route, new PartitionRequest.OpenRead(), Entry.READ, context)) {
            case PartitionReply.Answered<PartitionAnswer.Opened>(var answer) ->
                opened.add(new PartitionRead(route, answer.state(), this));
            case PartitionReply.Moved<PartitionAnswer.Opened> _,
                PartitionReply.NotLeader<PartitionAnswer.Opened> _ -> {
              return null;
            }
          }
        }
        all = true;
        return opened;
      } finally {
        if (!all) {
          opened.forEach(read -> read.close(false, null));
        }
      }
    }

    /// Something further of a state that is held.
    <A extends PartitionAnswer> A ask(Route route, PartitionRequest<A> request) {
      return calls.askAgain(container, route, request, context);
    }

    RequestCharge close(Route route, PartitionRequest.CloseRead request) {
      return calls.close(container, route, request, context);
    }
  }

  static PartitionReads open(Opening opening, Scope scope) {
    RouteTable table = opening.container().table();
    while (true) {
      List<PartitionRead> reads = opening.open(table.overlapping(scope.ranges()));
      if (reads != null) {
        return new PartitionReads(reads, scope, opening);
      }
      table = opening.calls().newer(opening.container(), table, opening.context());
    }
  }

  /// As [#open], for somebody who must not wait: of a scope that one partition has, and only where
  /// that one can be read at once.
  static Optional<PartitionReads> openAtOnce(Opening opening, Scope scope) {
    List<Route> routes = opening.container().table().overlapping(scope.ranges());
    if (routes.size() != 1) {
      return Optional.empty();
    }
    Route route = routes.getFirst();
    return opening
        .calls()
        .openAtOnce(opening.container(), route, opening.context())
        .map(
            opened ->
                new PartitionReads(
                    List.of(new PartitionRead(route, opened.state(), opening)), scope, opening));
  }

  /// The same states as far as they are in a scope, read by another request.
  PartitionReads in(Scope narrower, RequestContext context) {
    Opening next = new Opening(opening.container(), opening.calls(), context);
    List<PartitionRead> inScope =
        reads.stream()
            .filter(read -> narrower.ranges().stream().anyMatch(read.range()::overlaps))
            .map(read -> read.in(next))
            .toList();
    return new PartitionReads(inScope, narrower, next);
  }

  /// Closes states of which others than this have read.
  void closeCharged() {
    for (PartitionRead read : reads) {
      read.visit();
    }
    close();
  }

  public List<PartitionRead> all() {
    return reads;
  }

  /// How the container finds the place of an item.
  public PartitionKeyDefinition definition() {
    return opening.container().definition();
  }

  public Scope scope() {
    return scope;
  }

  public RequestContext context() {
    return opening.context();
  }

  /// Every partition that was looked at is paid for, even if it held nothing. A request that looks
  /// at none costs what looking at one does.
  @Override
  public void close() {
    boolean none = reads.stream().noneMatch(PartitionRead::wasVisited);
    close(0, none);
  }

  /// Closes it as if nothing had been read: nobody pays, and nobody has seen anything.
  public void abandon() {
    for (PartitionRead read : reads) {
      RequestCharge _ = read.close(false, null);
    }
  }

  /// Closes all from one on, even if closing another fails.
  private void close(int from, boolean none) {
    if (from == reads.size()) {
      return;
    }
    PartitionRead read = reads.get(from);
    try {
      boolean charged = read.wasVisited() || (none && from == 0);
      RequestCharge charge = read.close(charged, scope.logicalPartition());
      context().book(charge, read.seen());
    } finally {
      close(from + 1, none);
    }
  }
}
