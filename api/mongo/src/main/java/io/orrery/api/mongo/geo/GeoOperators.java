// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.geo;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.geo.NearPoint.Measure;
import io.orrery.model.value.Value;
import io.orrery.plan.geo.CoordinateBox;
import io.orrery.plan.geo.Coordinates;
import io.orrery.plan.geo.GeoShape;
import io.orrery.plan.geo.GeoValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads the operators of filters that are about places.
public final class GeoOperators {
  private static final int CORNERS_MIN = 3;

  private GeoOperators() {}

  /// `$geoWithin`, also by its old name.
  public static GeoTest within(Value value) {
    Map.Entry<String, Value> region = only("$geoWithin", value);
    Value operand = region.getValue();
    return switch (region.getKey()) {
      case "$geometry" -> {
        GeoShape shape = shape(operand);
        if (!shape.hasPolygons() || !shape.points().isEmpty() || !shape.lines().isEmpty()) {
          throw bad(
              "$geoWithin not supported with provided geometry: only polygons have an inside");
        }
        yield new GeoTest.InPolygons(shape);
      }
      case "$centerSphere" -> {
        List<Value> parts = parts(region.getKey(), operand);
        yield new GeoTest.InCap(onSphere(pair(parts.get(0))), distance(parts.get(1)));
      }
      case "$center" -> {
        List<Value> parts = parts(region.getKey(), operand);
        yield new GeoTest.InCircle(pair(parts.get(0)), distance(parts.get(1)));
      }
      case "$box" -> {
        List<Value> parts = parts(region.getKey(), operand);
        yield new GeoTest.InBox(CoordinateBox.of(List.of(pair(parts.get(0)), pair(parts.get(1)))));
      }
      case "$polygon" -> new GeoTest.InPlanePolygon(corners(operand));
      default -> throw bad("unknown geo specifier: " + region.getKey());
    };
  }

  public static GeoTest intersects(Value value) {
    Map.Entry<String, Value> geometry = only("$geoIntersects", value);
    if (!geometry.getKey().equals("$geometry")) {
      throw bad("$geoIntersects not supported with provided geometry: " + geometry.getKey());
    }
    return new GeoTest.Meets(shape(geometry.getValue()));
  }

  /// `$near` and `$nearSphere`.
  ///
  /// @param beside the operators next to it, where old programs have the distances
  public static GeoTest near(Value value, Value.Document beside, boolean sphere) {
    if (value instanceof Value.Document options && options.properties().containsKey("$geometry")) {
      GeoShape shape = shape(options.property("$geometry"));
      if (!shape.isPoint()) {
        throw bad("$near requires a point, given " + options.property("$geometry").kind());
      }
      for (String name : options.properties().keySet()) {
        if (!List.of("$geometry", "$minDistance", "$maxDistance").contains(name)) {
          throw bad("invalid argument in geo near query: " + name);
        }
      }
      return near(shape.points().getFirst(), Measure.METERS, options);
    }
    Coordinates center = pair(value);
    return sphere
        ? near(onSphere(center), Measure.RADIANS, beside)
        : near(center, Measure.PLANE, beside);
  }

  private static GeoTest near(Coordinates center, Measure measure, Value.Document distances) {
    return new GeoTest.Near(
        new NearPoint(
            center,
            measure,
            distance(distances.property("$minDistance"), 0),
            distance(distances.property("$maxDistance"), Double.POSITIVE_INFINITY)));
  }

  private static Map.Entry<String, Value> only(String operator, Value value) {
    if (value instanceof Value.Document document && document.properties().size() == 1) {
      return document.properties().firstEntry();
    }
    throw bad(operator + " must be an object with one geometry");
  }

  private static List<Value> parts(String name, Value value) {
    if (value instanceof Value.Array(List<Value> elements) && elements.size() == 2) {
      return elements;
    }
    throw bad(name + " needs an array of two elements");
  }

  private static List<Coordinates> corners(Value value) {
    List<Value> all =
        switch (value) {
          case Value.Array(List<Value> elements) -> elements;
          case Value.Document document -> List.copyOf(document.properties().values());
          case Value _ -> List.of();
        };
    if (all.size() < CORNERS_MIN) {
      throw bad("Polygon must have at least 3 points");
    }
    List<Coordinates> corners = new ArrayList<>();
    all.forEach(each -> corners.add(pair(each)));
    return corners;
  }

  /// GeoJSON that lies on the sphere.
  public static GeoShape shape(Value value) {
    return GeoValues.json(value)
        .orElseThrow(() -> bad("unknown GeoJSON type or invalid coordinates: " + value.kind()));
  }

  private static Coordinates pair(Value value) {
    return GeoValues.pair(value)
        .orElseThrow(() -> bad("Point must be an array or object of two numbers"));
  }

  private static Coordinates onSphere(Coordinates at) {
    if (Math.abs(at.x()) > 180 || Math.abs(at.y()) > 90) {
      throw bad("longitude/latitude is out of bounds, lng: %s lat: %s".formatted(at.x(), at.y()));
    }
    return at;
  }

  private static double distance(Value value, double otherwise) {
    return value == Value.Undefined.UNDEFINED ? otherwise : distance(value);
  }

  private static double distance(Value value) {
    double distance = value.kind().isNumber() ? BsonNumbers.toDouble(value) : Double.NaN;
    if (!(distance >= 0)) {
      throw bad("a distance must be a number and not negative");
    }
    return distance;
  }

  private static MongoFailure bad(String message) {
    return new MongoFailure(MongoError.BAD_VALUE, message);
  }
}
