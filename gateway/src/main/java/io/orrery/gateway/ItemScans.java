// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.RowRange;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.RowValue;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Scans of items: of one logical partition by row key, or along the ring, partition after
/// partition.
final class ItemScans {
  /// A read feed is the plan that leaves out nothing.
  private static final Plan ALL_ITEMS = new Plan.Scan(Condition.Anything.ANYTHING, Set.of());

  private final GatewaySettings settings;
  private final PartitionCalls calls;

  ItemScans(GatewaySettings settings, PartitionCalls calls) {
    this.settings = settings;
    this.calls = calls;
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
    PageBuilder<Row> page = new PageBuilder<>(request, settings.limits());
    WalkPlace from = place(container, request.continuation());
    EffectivePartitionKey at = scope.firstFrom(from.start());
    PartitionReads.Opening opening = new PartitionReads.Opening(container, calls, context);
    while (at != null) {
      PartitionRead read;
      try {
        read = opening.at(RouteTable.start(at));
      } catch (OrreryException e) {
        if (e.code() == ErrorCode.TOO_MANY_REQUESTS && !page.isEmpty()) {
          // What was found so far is paid for: the client shall have it.
          return continued(page, container, from.from(at));
        }
        throw e;
      }
      WalkPlace stop = fill(page, read, scope, from, context);
      if (stop != null) {
        return continued(page, container, stop);
      }
      at = scope.firstFrom(read.range().max());
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
      PageBuilder<Row> page,
      PartitionRead read,
      Scope scope,
      WalkPlace from,
      RequestContext context) {
    try {
      if (!(read.page(fragment(page, read, scope, from, context))
          instanceof FragmentPage.Streamed(var rows, _, byte[] place, _))) {
        throw new IllegalStateException("a partition gave something else than a stream");
      }
      for (RowValue row : rows) {
        if (row instanceof RowValue.Stored(KeyedItem item)) {
          page.add(new Row(item.key(), item.item()), item.bytes());
        }
      }
      return place == null ? null : from.at(read.range(), place);
    } finally {
      RequestCharge charge = read.close(true, scope.logicalPartition());
      context.book(charge, read.seen());
      page.count(charge, read.seen());
    }
  }

  private static Fragment fragment(
      PageBuilder<Row> page,
      PartitionRead read,
      Scope scope,
      WalkPlace from,
      RequestContext context) {
    FragmentBounds bounds =
        new FragmentBounds(
            0,
            page.itemsLeft(),
            page.bytesLeft(),
            page.isEmpty(),
            true,
            Long.MAX_VALUE,
            context.remaining().toNanos(),
            page.itemsMax());
    return new Fragment(
        ALL_ITEMS,
        AccessPath.FullScan.FULL_SCAN,
        scope.items(),
        read.state().termBytesMax(),
        new FragmentStage.Stream(from.in(read.range())),
        bounds);
  }
}
