// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.OrreryException;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;

/// The partitions of a scope in ring order, each in one state for as long as a request needs it,
/// whatever splits meanwhile. Closing it pays for what was read.
public final class ReadViews implements AutoCloseable {
  private final List<ReadView> views;
  private final PartitionKeyDefinition definition;
  private final Scope scope;
  private final Admission admission;
  private final RequestContext context;

  private ReadViews(
      List<ReadView> views,
      PartitionKeyDefinition definition,
      Scope scope,
      Admission admission,
      RequestContext context) {
    this.views = views;
    this.definition = definition;
    this.scope = scope;
    this.admission = admission;
    this.context = context;
  }

  static ReadViews open(
      ContainerHandle container,
      Scope scope,
      long nowMillis,
      Admission admission,
      RequestContext context) {
    RouteTable table = container.table();
    while (true) {
      List<Route> routes = table.overlapping(scope.ranges());
      routes.forEach(route -> admission.admitRead(route, context));
      List<ReadView> views = new ArrayList<>(routes.size());
      try {
        for (Route route : routes) {
          views.add(new ReadView(route, route.partition().view(nowMillis)));
        }
        return new ReadViews(views, container.definition(), scope, admission, context);
      } catch (OrreryException e) {
        views.forEach(ReadView::close);
        table = container.afterFailedRead(table, e, context);
      } catch (RuntimeException | Error e) {
        views.forEach(ReadView::close);
        throw e;
      }
    }
  }

  public List<ReadView> all() {
    return views;
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
    boolean none = views.stream().noneMatch(ReadView::wasVisited);
    for (ReadView view : views) {
      if (view.wasVisited() || (none && view == views.getFirst())) {
        RequestCharge charge = RequestCharge.scan(view.entries(), view.bytes());
        long lsn = view.view().state().lsn();
        admission.spend(view.route(), charge, SessionToken.of(view.ordinal(), lsn), context);
      } else {
        context.book(
            RequestCharge.NONE, SessionToken.of(view.ordinal(), view.view().state().lsn()));
      }
      view.close();
    }
  }
}
