// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.value.Value;

/// What a request was and cost, for a client that asks afterwards: replies have no place for it.
///
/// @param at when it came
record LastRequest(String command, RequestCharge charge, long nanos, Value.DateTime at) {
  static final LastRequest NONE =
      new LastRequest("", RequestCharge.NONE, 0, new Value.DateTime(0, 0));

  private static final double NANOS_PER_MILLI = 1e6;

  void write(BsonBuilder reply) {
    reply
        .put("CommandName", command)
        .put("RequestCharge", charge.units())
        .put("RequestDurationInMilliSeconds", nanos / NANOS_PER_MILLI);
  }
}
