// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.gateway.query.PartitionWalk;
import io.orrery.gateway.query.QueryBudget;
import io.orrery.gateway.query.QueryMemory;
import io.orrery.gateway.query.ReadTask;
import io.orrery.gateway.query.WalkPlace;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.RowRange;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.throughput.RequestCharge;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Scans of items: of one logical partition by row key, or along the ring, partition after
/// partition.
final class ItemScans {
  private final GatewaySettings settings;
  private final Admission admission;
  private final PartitionCalls calls;
  private final QueryMemory memory;

  ItemScans(
      GatewaySettings settings, Admission admission, PartitionCalls calls, QueryMemory memory) {
    this.settings = settings;
    this.admission = admission;
    this.calls = calls;
    this.memory = memory;
  }

  Page<Row> scanLogicalPartition(
      ContainerHandle container,
      LogicalPartitionScan scan,
      PageRequest request,
      RequestContext context) {
    PageBuilder<Row> page = new PageBuilder<>(request, settings.limits());
    RowRange rows = rows(container, scan, request.continuation());
    if (rows.to() != null && Arrays.compareUnsigned(rows.from(), rows.to()) >= 0) {
      return page.end();
    }
    Served<PartitionAnswer.Rows> served =
        calls.ask(
            container,
            scan.partition(),
            new PartitionRequest.ScanRows(
                PartitionRequest.Sight.first(scan.partition()),
                rows,
                scan.direction(),
                page.itemsMax(),
                page.bytesLeft()),
            Entry.READ,
            context);
    PartitionAnswer.Rows found = served.answer();
    found.rows().forEach(row -> page.add(new Row(row.key(), row.item()), row.bytes()));
    page.count(found.charge(), served.seen());
    return found.more()
        ? page.continued(continuation(container, scan, found.rows().getLast().key()))
        : page.end();
  }

  private static String continuation(
      ContainerHandle container, LogicalPartitionScan scan, ItemKey last) {
    return Continuation.end(
        Continuation.LOGICAL_PARTITION
            .begin(container)
            .writeByte(Continuation.code(scan.direction()))
            .writeBytes(last.rowKey()));
  }

  /// What is left of the scan's rows behind the continuation.
  private static RowRange rows(
      ContainerHandle container, LogicalPartitionScan scan, @Nullable String continuation) {
    if (continuation == null) {
      return scan.rows();
    }
    byte[] last =
        Continuation.LOGICAL_PARTITION.read(
            continuation,
            container,
            in -> {
              Continuation.requireDirection(in, scan.direction());
              return in.readRest();
            });
    RowRange rows = scan.rows();
    if (Arrays.compareUnsigned(rows.from(), last) > 0
        || (rows.to() != null && Arrays.compareUnsigned(last, rows.to()) >= 0)) {
      throw Continuation.invalid("it lies outside the rows asked for", null);
    }
    return scan.direction() == Direction.FORWARD
        ? new RowRange(Arrays.copyOf(last, last.length + 1), rows.to())
        : new RowRange(rows.from(), last);
  }

  /// Goes along the ring, one partition after the other. A continuation may come from a larger
  /// scope, such as that of a range which was split since: what lies before this scope was done,
  /// and of one that stopped behind it nothing is left here.
  Page<Row> scan(
      ContainerHandle container, Scope scope, PageRequest request, RequestContext context) {
    try (QueryBudget budget = new QueryBudget(memory, context)) {
      return scan(container, new ReadTask(scope, settings.limits(), context, budget), request);
    }
  }

  private Page<Row> scan(ContainerHandle container, ReadTask task, PageRequest request) {
    PageBuilder<Row> page = new PageBuilder<>(request, settings.limits());
    Scope scope = task.scope();
    WalkPlace from = place(container, request.continuation());
    EffectivePartitionKey at = scope.firstFrom(from.start());
    while (at != null) {
      EffectivePartitionKey end;
      try (Visit visit = visit(RouteTable.start(at), container, task.context())) {
        WalkPlace stop = fill(page, visit, from, task);
        if (stop != null) {
          return continued(page, container, stop);
        }
        end = visit.route().range().max();
      } catch (OrreryException e) {
        if (e.code() == ErrorCode.TOO_MANY_REQUESTS && !page.isEmpty()) {
          // What was found so far is paid for: the client shall have it.
          return continued(page, container, from.from(at));
        }
        throw e;
      }
      at = scope.firstFrom(end);
    }
    return page.end();
  }

  private static Page<Row> continued(
      PageBuilder<Row> page, ContainerHandle container, WalkPlace stop) {
    return page.continued(
        Continuation.end(Continuation.ITEMS.begin(container).writeBytes(stop.encode())));
  }

  private static WalkPlace place(ContainerHandle container, @Nullable String continuation) {
    return continuation == null
        ? WalkPlace.BEGINNING
        : Continuation.ITEMS.read(continuation, container, in -> WalkPlace.decode(in.readRest()));
  }

  /// Adds the items of one partition, and pays for them. Gives where to go on if the page got full,
  /// null if there are no more here.
  private @Nullable WalkPlace fill(
      PageBuilder<Row> page, Visit visit, WalkPlace from, ReadTask task) {
    long bytesBefore = page.bytes();
    ReadView view = new ReadView(visit.route(), visit.view());
    long unpaid = 0;
    try (PartitionWalk items = PartitionWalk.items(view, task, from, page.itemsMax())) {
      WalkPlace last = from.from(view.range().min());
      while (items.next()) {
        Row row = items.row();
        if (!page.offer(row, PageBuilder.bytes(row.key(), row.item()))) {
          unpaid = 1;
          return last;
        }
        last = items.place();
      }
      return null;
    } finally {
      RequestCharge charge =
          RequestCharge.scan(view.entries() - unpaid, page.bytes() - bytesBefore);
      page.spend(admission, visit.route(), charge, visit.lsn(), task.context());
    }
  }

  private Visit visit(ItemKey at, ContainerHandle container, RequestContext context) {
    return Visit.at(
        at, container, settings.clock().millis(), route -> admit(route, context), context);
  }

  private void admit(Route route, RequestContext context) {
    admission.admitRead(route, context);
  }
}
