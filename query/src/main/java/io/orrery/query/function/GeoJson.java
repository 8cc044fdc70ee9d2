// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import io.orrery.query.spatial.Position;
import io.orrery.query.spatial.Shape;
import io.orrery.query.spatial.Space;
import java.util.ArrayList;
import java.util.List;

/// Reads GeoJSON objects of the types that Cosmos DB knows.
final class GeoJson {
  private static final int RING_LENGTH_MIN = 4;

  private final Space space;

  private GeoJson(Space space) {
    this.space = space;
  }

  /// What reading gave.
  sealed interface Outcome {}

  record Valid(Shape shape) implements Outcome {}

  record Invalid(String reason) implements Outcome {}

  /// Why an object describes no shape; kept from leaving this class.
  private static final class InvalidShape extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidShape(String reason) {
      super(reason, null, false, false);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  static Outcome read(Value value, Space space) {
    try {
      Shape shape = new GeoJson(space).shape(value);
      String flaw = space.flaw(shape);
      return flaw == null ? new Valid(shape) : new Invalid(flaw);
    } catch (InvalidShape invalid) {
      return new Invalid(invalid.reason());
    }
  }

  private Shape shape(Value value) throws InvalidShape {
    if (!(value instanceof Document object)
        || !(object.property("type") instanceof Text(String type))
        || !(object.property("coordinates") instanceof Array(List<Value> coordinates))) {
      throw new InvalidShape("A GeoJSON object needs a type and coordinates.");
    }
    return switch (type) {
      case "Point" -> new Shape.Point(position(new Array(coordinates)));
      case "LineString" -> lineString(coordinates);
      case "Polygon" -> polygon(coordinates);
      case "MultiPolygon" -> multiPolygon(coordinates);
      default ->
          throw new InvalidShape(
              "The type must be Point, LineString, Polygon or MultiPolygon, not " + type + ".");
    };
  }

  private Shape lineString(List<Value> coordinates) throws InvalidShape {
    List<Position> positions = positions(coordinates);
    if (positions.size() < 2) {
      throw new InvalidShape("A LineString needs at least two positions.");
    }
    return new Shape.LineString(positions);
  }

  private Shape.Polygon polygon(List<Value> coordinates) throws InvalidShape {
    if (coordinates.isEmpty()) {
      throw new InvalidShape("A Polygon needs at least one ring.");
    }
    List<List<Position>> rings = new ArrayList<>();
    for (Value ring : coordinates) {
      rings.add(ring(elements(ring), rings.size() + 1));
    }
    return new Shape.Polygon(rings);
  }

  private List<Position> ring(List<Value> coordinates, int number) throws InvalidShape {
    List<Position> ring = positions(coordinates);
    if (ring.size() < RING_LENGTH_MIN) {
      throw new InvalidShape("Ring " + number + " of a Polygon has less than four positions.");
    }
    if (!ring.getFirst().equals(ring.getLast())) {
      throw new InvalidShape(
          "Ring " + number + " of a Polygon does not end at the position where it begins.");
    }
    return ring;
  }

  private Shape multiPolygon(List<Value> coordinates) throws InvalidShape {
    if (coordinates.isEmpty()) {
      throw new InvalidShape("A MultiPolygon needs at least one polygon.");
    }
    List<Shape.Polygon> polygons = new ArrayList<>();
    for (Value polygon : coordinates) {
      polygons.add(polygon(elements(polygon)));
    }
    return new Shape.MultiPolygon(polygons);
  }

  private List<Position> positions(List<Value> coordinates) throws InvalidShape {
    List<Position> positions = new ArrayList<>(coordinates.size());
    for (Value position : coordinates) {
      positions.add(position(position));
    }
    return positions;
  }

  /// Longitude and latitude; an altitude is allowed and does not matter.
  private Position position(Value value) throws InvalidShape {
    List<Value> numbers = elements(value);
    if (numbers.size() < 2 || !numbers.stream().allMatch(number -> number.kind().isNumber())) {
      throw new InvalidShape("A position needs two numbers: longitude and latitude.");
    }
    Position position =
        new Position(Numbers.toDouble(numbers.get(0)), Numbers.toDouble(numbers.get(1)));
    String flaw = space.flaw(position);
    if (flaw != null) {
      throw new InvalidShape(flaw);
    }
    return position;
  }

  private static List<Value> elements(Value value) throws InvalidShape {
    if (value instanceof Array(List<Value> elements)) {
      return elements;
    }
    throw new InvalidShape("The coordinates are not nested as deep as the type needs.");
  }
}
