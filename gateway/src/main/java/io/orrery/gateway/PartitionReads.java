// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.OrreryException;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.Partition;
import io.orrery.partition.fragment.FragmentReads;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The partitions of a scope in ring order, each in one state for as long as a request needs it,
/// whatever splits meanwhile. Closing it pays for what was read.
public final class PartitionReads implements AutoCloseable {
  private final List<PartitionRead> reads;
  private final PartitionKeyDefinition definition;
  private final Scope scope;
  private final Admission admission;
  private final RequestContext context;

  private PartitionReads(
      List<PartitionRead> reads,
      PartitionKeyDefinition definition,
      Scope scope,
      Admission admission,
      RequestContext context) {
    this.reads = reads;
    this.definition = definition;
    this.scope = scope;
    this.admission = admission;
    this.context = context;
  }

  /// What opens partitions for a request.
  ///
  /// @param fragments how a partition is read
  record Opening(
      ContainerHandle container,
      Function<Partition, FragmentReads> fragments,
      long nowMillis,
      Admission admission,
      RequestContext context) {

    private PartitionRead open(Route route) {
      return new PartitionRead(route, fragments.apply(route.partition()), nowMillis);
    }

    /// The partition that serves a key, through whatever splits.
    PartitionRead at(ItemKey key) {
      RouteTable table = container.table();
      while (true) {
        Route route = table.at(key);
        admission.admitRead(route, context);
        try {
          return open(route);
        } catch (OrreryException e) {
          table = container.afterFailedRead(table, e, context);
        }
      }
    }
  }

  static PartitionReads open(Opening opening, Scope scope) {
    RouteTable table = opening.container().table();
    while (true) {
      List<Route> routes = table.overlapping(scope.ranges());
      for (Route route : routes) {
        opening.admission().admitRead(route, opening.context());
      }
      List<PartitionRead> reads = new ArrayList<>(routes.size());
      try {
        for (Route route : routes) {
          reads.add(opening.open(route));
        }
        return new PartitionReads(
            reads, opening.container().definition(), scope, opening.admission(), opening.context());
      } catch (OrreryException e) {
        reads.forEach(PartitionRead::close);
        table = opening.container().afterFailedRead(table, e, opening.context());
      } catch (RuntimeException | Error e) {
        reads.forEach(PartitionRead::close);
        throw e;
      }
    }
  }

  public List<PartitionRead> all() {
    return reads;
  }

  /// How the container finds the place of an item.
  public PartitionKeyDefinition definition() {
    return definition;
  }

  public Scope scope() {
    return scope;
  }

  public RequestContext context() {
    return context;
  }

  /// Every partition that was looked at is paid for, even if it held nothing. A request that looks
  /// at none costs what looking at one does.
  @Override
  public void close() {
    boolean none = reads.stream().noneMatch(PartitionRead::wasVisited);
    for (PartitionRead read : reads) {
      SessionToken seen = SessionToken.of(read.ordinal(), read.state().lsn());
      if (read.wasVisited() || (none && read == reads.getFirst())) {
        admission.spend(read.route(), read.charge(), seen, context);
      } else {
        context.book(RequestCharge.NONE, seen);
      }
      read.close();
    }
  }
}
