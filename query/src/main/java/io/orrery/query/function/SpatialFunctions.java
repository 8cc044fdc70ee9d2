// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.costly;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.function.GeoJson.Invalid;
import io.orrery.query.function.GeoJson.Valid;
import io.orrery.query.spatial.Geography;
import io.orrery.query.spatial.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Shapes on the earth as GeoJSON. What is no valid shape makes the result undefined; only the
/// `ST_ISVALID` functions have an answer for it.
final class SpatialFunctions {
  static final List<Function> ALL =
      List.of(
          costly("ST_AREA", 1, 1, arguments -> area(arguments[0])),
          ofTwo("ST_DISTANCE", (first, second) -> Numbers.of(Geography.distance(first, second))),
          ofTwo("ST_INTERSECTS", (first, second) -> Bool.of(Geography.intersects(first, second))),
          costly("ST_ISVALID", 1, 1, arguments -> isValid(arguments[0])),
          costly("ST_ISVALIDDETAILED", 1, 1, arguments -> validity(arguments[0])),
          ofTwo("ST_WITHIN", (first, second) -> Bool.of(Geography.within(first, second))));

  private SpatialFunctions() {}

  @FunctionalInterface
  private interface OfTwo {
    Value apply(Shape first, Shape second);
  }

  private static Function ofTwo(String name, OfTwo body) {
    return costly(
        name,
        2,
        2,
        arguments ->
            GeoJson.read(arguments[0]) instanceof Valid(Shape first)
                    && GeoJson.read(arguments[1]) instanceof Valid(Shape second)
                ? body.apply(first, second)
                : UNDEFINED);
  }

  private static Value area(Value argument) {
    return GeoJson.read(argument) instanceof Valid(Shape shape)
        ? Numbers.of(Geography.area(shape))
        : UNDEFINED;
  }

  private static Value isValid(Value argument) {
    return argument instanceof Undefined
        ? UNDEFINED
        : Bool.of(GeoJson.read(argument) instanceof Valid);
  }

  private static Value validity(Value argument) {
    if (argument instanceof Undefined) {
      return UNDEFINED;
    }
    SequencedMap<String, Value> result = new LinkedHashMap<>();
    switch (GeoJson.read(argument)) {
      case Valid _ -> result.put("valid", Bool.TRUE);
      case Invalid(String reason) -> {
        result.put("valid", Bool.FALSE);
        result.put("reason", new Text(reason));
      }
    }
    return new Document(result);
  }
}
