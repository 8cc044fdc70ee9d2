// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.geo;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.geo.Coordinates;
import java.util.LinkedHashMap;

/// Points that documents are near to, as values: they travel in filters, orders and expressions
/// that the server makes itself, under a name that no client can send.
public final class NearSpec {
  public static final String NAME = "$\0near";

  private NearSpec() {}

  public static Value.Document of(NearPoint near) {
    LinkedHashMap<String, Value> spec = new LinkedHashMap<>();
    spec.put("x", new Value.Float64(near.center().x()));
    spec.put("y", new Value.Float64(near.center().y()));
    spec.put("measure", new Value.Text(near.measure().name()));
    spec.put("least", new Value.Float64(near.least()));
    spec.put("most", new Value.Float64(near.most()));
    return new Value.Document(spec);
  }

  public static NearPoint read(Value value) {
    if (value instanceof Value.Document spec
        && spec.property("measure") instanceof Value.Text(String measure)) {
      return new NearPoint(
          new Coordinates(number(spec, "x"), number(spec, "y")),
          NearPoint.Measure.valueOf(measure),
          number(spec, "least"),
          number(spec, "most"));
    }
    throw OrreryException.corrupted("a point that documents are near to has other parts");
  }

  private static double number(Value.Document spec, String name) {
    return BsonNumbers.toDouble(spec.property(name));
  }
}
