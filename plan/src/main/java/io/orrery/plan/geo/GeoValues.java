// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads shapes out of values: GeoJSON, or pairs of numbers as older programs have them. What
/// describes none gives none.
public final class GeoValues {
  private static final int DEPTH_MAX = 8;
  private static final int RING_MIN = 4;

  private GeoValues() {}

  /// The shapes of a value at a path: one, or those of an array of them.
  public static List<GeoShape> all(Value value) {
    Optional<GeoShape> one = shape(value);
    if (one.isPresent()) {
      return List.of(one.get());
    }
    return value instanceof Value.Array(List<Value> elements)
        ? elements.stream().map(GeoValues::shape).flatMap(Optional::stream).toList()
        : List.of();
  }

  /// Whether a value at a path is nothing at all, or shapes that all lie on the sphere.
  public static boolean isNothingElse(Value value) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> true;
      case Value.Array(List<Value> elements) when pair(value).isEmpty() ->
          elements.stream().allMatch(GeoValues::isOnSphere);
      case Value _ -> isOnSphere(value);
    };
  }

  private static boolean isOnSphere(Value value) {
    return shape(value).filter(GeoShape::isOnSphere).isPresent();
  }

  /// GeoJSON on the sphere, or a pair of numbers.
  public static Optional<GeoShape> shape(Value value) {
    Optional<GeoShape> json = json(value, 0).filter(GeoShape::isOnSphere);
    return json.isPresent() ? json : pair(value).map(GeoShape::point);
  }

  /// GeoJSON, on the sphere.
  public static Optional<GeoShape> json(Value value) {
    return json(value, 0).filter(GeoShape::isOnSphere);
  }

  /// Two numbers, as an array or as the first two fields of a document.
  public static Optional<Coordinates> pair(Value value) {
    List<Value> numbers =
        switch (value) {
          case Value.Array(List<Value> elements) -> elements;
          case Value.Document document when !document.properties().containsKey("type") ->
              List.copyOf(document.properties().values());
          case Value _ -> List.of();
        };
    return numbers.size() >= 2 ? coordinates(numbers) : Optional.empty();
  }

  private static Optional<Coordinates> coordinates(List<Value> numbers) {
    Optional<Double> x = number(numbers.get(0));
    Optional<Double> y = number(numbers.get(1));
    return x.isPresent() && y.isPresent()
        ? Optional.of(new Coordinates(x.get(), y.get()))
        : Optional.empty();
  }

  private static Optional<Double> number(Value value) {
    double number =
        switch (value) {
          case Value.Int32(int small) -> small;
          case Value.Int64(long large) -> large;
          case Value.Float64(double real) -> real;
          case Value.Decimal128 decimal when decimal.isFinite() ->
              decimal.toBigDecimal().doubleValue();
          case Value _ -> Double.NaN;
        };
    return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
  }

  private static Optional<GeoShape> json(Value value, int depth) {
    if (!(value instanceof Value.Document document)
        || !(document.property("type") instanceof Value.Text(String type))
        || depth > DEPTH_MAX) {
      return Optional.empty();
    }
    Value coordinates = document.property("coordinates");
    return switch (type) {
      case "Point" -> place(coordinates).map(GeoShape::point);
      case "MultiPoint" ->
          places(coordinates, 1).map(all -> new GeoShape(all, List.of(), List.of()));
      case "LineString" ->
          places(coordinates, 2).map(line -> new GeoShape(List.of(), List.of(line), List.of()));
      case "MultiLineString" ->
          lists(coordinates, 2).map(all -> new GeoShape(List.of(), all, List.of()));
      case "Polygon" ->
          rings(coordinates).map(one -> new GeoShape(List.of(), List.of(), List.of(one)));
      case "MultiPolygon" -> polygons(coordinates);
      case "GeometryCollection" -> collection(document.property("geometries"), depth);
      default -> Optional.empty();
    };
  }

  private static Optional<Coordinates> place(Value value) {
    return value instanceof Value.Array(List<Value> numbers) && numbers.size() >= 2
        ? coordinates(numbers)
        : Optional.empty();
  }

  private static Optional<List<Coordinates>> places(Value value, int least) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.size() < least) {
      return Optional.empty();
    }
    List<Coordinates> all =
        elements.stream().map(GeoValues::place).flatMap(Optional::stream).toList();
    return all.size() == elements.size() ? Optional.of(all) : Optional.empty();
  }

  private static Optional<List<List<Coordinates>>> lists(Value value, int least) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.isEmpty()) {
      return Optional.empty();
    }
    List<List<Coordinates>> all = new ArrayList<>();
    for (Value element : elements) {
      places(element, least).ifPresent(all::add);
    }
    return all.size() == elements.size() ? Optional.of(all) : Optional.empty();
  }

  private static Optional<List<List<Coordinates>>> rings(Value value) {
    return lists(value, RING_MIN)
        .filter(rings -> rings.stream().allMatch(ring -> ring.getFirst().equals(ring.getLast())));
  }

  private static Optional<GeoShape> polygons(Value value) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.isEmpty()) {
      return Optional.empty();
    }
    List<List<List<Coordinates>>> all = new ArrayList<>();
    for (Value element : elements) {
      rings(element).ifPresent(all::add);
    }
    return all.size() == elements.size()
        ? Optional.of(new GeoShape(List.of(), List.of(), all))
        : Optional.empty();
  }

  private static Optional<GeoShape> collection(Value value, int depth) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.isEmpty()) {
      return Optional.empty();
    }
    List<Coordinates> points = new ArrayList<>();
    List<List<Coordinates>> lines = new ArrayList<>();
    List<List<List<Coordinates>>> polygons = new ArrayList<>();
    for (Value element : elements) {
      Optional<GeoShape> part = json(element, depth + 1);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      points.addAll(part.get().points());
      lines.addAll(part.get().lines());
      polygons.addAll(part.get().polygons());
    }
    return Optional.of(new GeoShape(points, lines, polygons));
  }
}
