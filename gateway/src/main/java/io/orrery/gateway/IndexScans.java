// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.indexing.TermRange;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ordered scans of the index, over as many partitions as the scope needs.
final class IndexScans {
  private final GatewaySettings settings;
  private final Admission admission;

  IndexScans(GatewaySettings settings, Admission admission) {
    this.settings = settings;
    this.admission = admission;
  }

  Page<IndexRow> scan(
      ContainerHandle container, IndexScan scan, PageRequest request, RequestContext context) {
    PageBuilder<IndexRow> page = new PageBuilder<>(request, settings.limits());
    TermRange terms = terms(container, scan, request.continuation());
    if (terms.isEmpty()) {
      return page.end();
    }
    RouteTable table = container.table();
    while (true) {
      List<Route> routes = table.overlapping(scan.scope().ranges());
      routes.forEach(route -> admission.admitRead(route, context));
      try (IndexMerge merge = new IndexMerge(scan, routes, page, context)) {
        merge.open(terms, settings.clock().millis());
        byte[] last = fill(merge);
        return last == null ? page.end() : page.continued(continuation(container, scan, last));
      } catch (OrreryException e) {
        table = container.afterFailedRead(table, e, context);
      }
    }
  }

  private byte @Nullable [] fill(IndexMerge merge) {
    try {
      return merge.fill();
    } finally {
      merge.spend(admission);
    }
  }

  private static String continuation(ContainerHandle container, IndexScan scan, byte[] last) {
    return Continuation.end(
        Continuation.INDEX
            .begin(container)
            .writeByte(Continuation.code(scan.direction()))
            .writeBytes(last));
  }

  /// What is left of the scan's terms behind the continuation.
  private static TermRange terms(
      ContainerHandle container, IndexScan scan, @Nullable String continuation) {
    TermRange terms = scan.terms();
    if (continuation == null) {
      return terms;
    }
    byte[] last =
        Continuation.INDEX.read(
            continuation,
            container,
            in -> {
              Continuation.requireDirection(in, scan.direction());
              return in.readRest();
            });
    if (Arrays.compareUnsigned(terms.from(), last) > 0
        || Arrays.compareUnsigned(last, terms.to()) >= 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The continuation belongs to another range of the index.");
    }
    return terms.behind(last, scan.direction());
  }
}
