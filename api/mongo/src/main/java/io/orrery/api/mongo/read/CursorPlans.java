// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.plan.PlanCodec;
import java.util.zip.CRC32C;

/// Tells the queries of cursors apart: what is a place in the one means nothing in the other.
public final class CursorPlans {
  private CursorPlans() {}

  public static long fingerprint(QueryRequest query) {
    CRC32C sum = new CRC32C();
    sum.update(PlanCodec.write(new ByteWriter(256), query.plan()).toByteArray());
    return sum.getValue();
  }

  /// Fails with QUERY_PLAN_KILLED if a query has not the fingerprint that a cursor of a process
  /// before this one was noted with.
  public static void requireSame(long noted, long now, Namespace namespace) {
    if (noted != now) {
      throw new MongoFailure(
          MongoError.QUERY_PLAN_KILLED,
          "the definition of %s has changed since the cursor was opened".formatted(namespace));
    }
  }
}
