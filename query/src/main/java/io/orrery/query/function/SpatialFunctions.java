// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.function.GeoJson.Invalid;
import io.orrery.query.function.GeoJson.Valid;
import io.orrery.query.spatial.Shape;
import io.orrery.query.spatial.Space;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BiFunction;

/// Shapes as GeoJSON, on the earth or on a plane. What is no valid shape makes the result
/// undefined; only the `ST_ISVALID` functions have an answer for it.
final class SpatialFunctions {
  static final List<Function> ALL =
      List.of(
          ofOne("ST_AREA", SpatialFunctions::area),
          ofTwo("ST_DISTANCE", (one, other, space) -> Numbers.of(space.distance(one, other))),
          ofTwo("ST_INTERSECTS", (one, other, space) -> Bool.of(space.intersects(one, other))),
          ofOne("ST_ISVALID", SpatialFunctions::isValid),
          ofOne("ST_ISVALIDDETAILED", SpatialFunctions::validity),
          ofTwo("ST_WITHIN", (one, other, space) -> Bool.of(space.within(one, other))));

  private SpatialFunctions() {}

  @FunctionalInterface
  private interface OfTwo {
    Value apply(Shape first, Shape second, Space space);
  }

  private static Function ofOne(String name, BiFunction<Value, Space, Value> body) {
    return spatial(name, 1, (arguments, space) -> body.apply(arguments[0], space));
  }

  private static Function ofTwo(String name, OfTwo body) {
    return spatial(
        name,
        2,
        (arguments, space) ->
            GeoJson.read(arguments[0], space) instanceof Valid(Shape first)
                    && GeoJson.read(arguments[1], space) instanceof Valid(Shape second)
                ? body.apply(first, second, space)
                : UNDEFINED);
  }

  private static Function spatial(
      String name, int arguments, BiFunction<Value[], Space, Value> body) {
    return new Function(
        name,
        arguments,
        arguments,
        true,
        true,
        (values, surroundings) -> body.apply(values, surroundings.space()));
  }

  private static Value area(Value argument, Space space) {
    return GeoJson.read(argument, space) instanceof Valid(Shape shape)
        ? Numbers.of(space.area(shape))
        : UNDEFINED;
  }

  private static Value isValid(Value argument, Space space) {
    return argument instanceof Undefined
        ? UNDEFINED
        : Bool.of(GeoJson.read(argument, space) instanceof Valid);
  }

  private static Value validity(Value argument, Space space) {
    if (argument instanceof Undefined) {
      return UNDEFINED;
    }
    SequencedMap<String, Value> result = new LinkedHashMap<>();
    switch (GeoJson.read(argument, space)) {
      case Valid _ -> result.put("valid", Bool.TRUE);
      case Invalid(String reason) -> {
        result.put("valid", Bool.FALSE);
        result.put("reason", new Text(reason));
      }
    }
    return new Document(result);
  }
}
