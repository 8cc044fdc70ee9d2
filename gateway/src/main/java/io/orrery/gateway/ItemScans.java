// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.RowRange;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.throughput.RequestCharge;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Scans of items in the order of their keys: of one logical partition, or along the ring.
final class ItemScans {
  private final GatewaySettings settings;
  private final Admission admission;

  ItemScans(GatewaySettings settings, Admission admission) {
    this.settings = settings;
    this.admission = admission;
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
    try (Visit visit = visit(scan.partition(), container, context);
        ItemCursor cursor =
            visit.view().logicalPartition(scan.partition(), rows, scan.direction())) {
      ItemKey last = fill(page, visit, cursor, Scope.ALL, context);
      return last == null ? page.end() : page.continued(continuation(container, scan, last));
    }
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
    ItemKey after = after(container, request.continuation());
    for (HashRange range : scope.ranges()) {
      if (after != null && RouteTable.start(range.max()).compareTo(after) <= 0) {
        continue; // Was done in an earlier page.
      }
      boolean begun = after != null && RouteTable.start(range.min()).compareTo(after) <= 0;
      Stretch stretch = new Stretch(range, scope, begun ? after : null);
      ItemKey stop = scan(container, stretch, page, context);
      if (stop != null) {
        return page.continued(
            Continuation.end(Continuation.ITEMS.begin(container).writeBytes(stop.encoded())));
      }
    }
    return page.end();
  }

  private record Stretch(HashRange range, Scope scope, @Nullable ItemKey after) {}

  /// Adds one range to the page. Gives the key behind which to go on, null if there is no more.
  private @Nullable ItemKey scan(
      ContainerHandle container, Stretch stretch, PageBuilder<Row> page, RequestContext context) {
    ItemKey after = stretch.after();
    ItemKey at = after == null ? RouteTable.start(stretch.range().min()) : after;
    while (true) {
      EffectivePartitionKey end;
      try (Visit visit = visit(at, container, context);
          ItemCursor cursor = visit.view().items(stretch.range(), after, Direction.FORWARD)) {
        ItemKey last = fill(page, visit, cursor, stretch.scope(), context);
        if (last != null) {
          return last;
        }
        end = visit.route().range().max();
      } catch (OrreryException e) {
        if (e.code() == ErrorCode.TOO_MANY_REQUESTS && !page.isEmpty()) {
          return at; // What was found so far is paid for: the client shall have it.
        }
        throw e;
      }
      if (end.compareTo(stretch.range().max()) >= 0) {
        return null;
      }
      at = RouteTable.start(end);
      after = null;
    }
  }

  private static @Nullable ItemKey after(ContainerHandle container, @Nullable String continuation) {
    return continuation == null
        ? null
        : Continuation.ITEMS.read(continuation, container, in -> ItemKey.decode(in.readRest()));
  }

  /// Adds what the cursor finds, and pays for it. Gives the last key of a page that got full, null
  /// if the cursor came to its end.
  private @Nullable ItemKey fill(
      PageBuilder<Row> page, Visit visit, ItemCursor cursor, Scope scope, RequestContext context) {
    long bytesBefore = page.bytes();
    long entries = 0;
    ItemKey last = null;
    try {
      while (cursor.next()) {
        context.throwIfDone();
        ItemKey key = cursor.key();
        if (scope.includes(key)) {
          Item item = cursor.item();
          if (!page.offer(new Row(key, item), PageBuilder.bytes(key, item))) {
            return last == null ? page.rows().getLast().key() : last;
          }
        }
        last = key;
        entries++;
      }
      return null;
    } finally {
      RequestCharge charge = RequestCharge.scan(entries, page.bytes() - bytesBefore);
      page.spend(admission, visit.route(), charge, visit.lsn(), context);
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
