// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static org.assertj.core.api.Assertions.fail;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// Whatever the arguments, a function gives a value or refuses them by name.
class HostileArgumentsTest {
  private static final int CALLS_PER_FUNCTION = 400;

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "aXbX",
          "\ud83d",
          "😀",
          "2020-01-02T03:04:05.6789123Z",
          "2020-01-02",
          "0000-00-00T00:00:00Z",
          "yyyy",
          "ns",
          "(a|b)*",
          "[[:alpha:]&&[^a]",
          "a{2,1}",
          "\\",
          "imsx",
          "[1,",
          "{\"a\":1}",
          "1e999",
          "null",
          "Point",
          "Polygon");

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @Test
  void noFunctionCrashes() {
    for (Function function : Functions.all()) {
      for (int i = 0; i < CALLS_PER_FUNCTION; i++) {
        call(function);
      }
    }
  }

  private void call(Function function) {
    int max = Math.min(function.argumentsMax(), function.argumentsMin() + 4);
    int count = function.argumentsMin() + random.nextInt(max - function.argumentsMin() + 1);
    Value[] arguments = new Value[count];
    boolean spatial = function.name().startsWith("ST_");
    Arrays.setAll(arguments, _ -> spatial && random.nextInt(5) > 0 ? shape() : value(3));
    try {
      function.body().apply(arguments, FixedSurroundings.ANY);
    } catch (OrreryException refused) {
      if (refused.code() != ErrorCode.NOT_SUPPORTED
          && refused.code() != ErrorCode.LIMIT_EXCEEDED
          && refused.code() != ErrorCode.INVALID_ARGUMENT) {
        fail("%s%s with seed %d", function.name(), Arrays.toString(arguments), seed, refused);
      }
    } catch (RuntimeException crashed) {
      fail(
          "%s%s with seed %d".formatted(function.name(), Arrays.toString(arguments), seed),
          crashed);
    }
  }

  private Value value(int depth) {
    return switch (random.nextInt(depth > 0 ? 14 : 9)) {
      case 0 -> Value.Undefined.UNDEFINED;
      case 1 -> Value.Null.NULL;
      case 2 -> Value.Bool.of(random.nextBoolean());
      case 3 -> new Value.Int32(random.nextInt(10) - 3);
      case 4 -> new Value.Int64(edge());
      case 5 -> new Value.Float64(Double.longBitsToDouble(random.nextLong()));
      case 6 -> Value.Decimal128.of(new BigDecimal("1e" + (random.nextInt(12_000) - 6000)));
      case 7, 8 -> text();
      case 9, 10 -> new Value.Array(elements(depth));
      case 11 -> shape();
      default -> document(depth);
    };
  }

  private long edge() {
    return random.nextBoolean() ? random.nextLong() : Long.MIN_VALUE - random.nextInt(2);
  }

  private Value text() {
    return new Value.Text(TEXTS.get(random.nextInt(TEXTS.size())));
  }

  /// Arrays of queries have no undefined elements.
  private List<Value> elements(int depth) {
    List<Value> elements = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      Value element = value(depth - 1);
      if (element != Value.Undefined.UNDEFINED) {
        elements.add(element);
      }
    }
    return elements;
  }

  private Value document(int depth) {
    SequencedMap<String, Value> properties = new LinkedHashMap<>();
    for (String name : List.of("type", "coordinates", "distanceFunction", "a")) {
      if (random.nextBoolean()) {
        properties.put(name, value(depth - 1));
      }
    }
    return new Value.Document(properties);
  }

  /// Polygons that may well cross themselves and others, turn either way and reach around the
  /// earth.
  private Value shape() {
    Value polygon = polygon();
    boolean several = random.nextBoolean();
    SequencedMap<String, Value> properties = new LinkedHashMap<>();
    properties.put("type", new Value.Text(several ? "MultiPolygon" : "Polygon"));
    properties.put(
        "coordinates", several ? new Value.Array(List.of(polygon, polygon(), polygon())) : polygon);
    return new Value.Document(properties);
  }

  private Value polygon() {
    List<Value> ring = new ArrayList<>();
    double scale = Math.pow(10, random.nextInt(4) - 1);
    for (int i = random.nextInt(3) + 3; i > 0; i--) {
      ring.add(
          new Value.Array(
              List.of(
                  new Value.Float64((random.nextDouble() - 0.5) * 3.6 * scale),
                  new Value.Float64((random.nextDouble() - 0.5) * 1.8 * scale))));
    }
    ring.add(ring.getFirst());
    return new Value.Array(List.of(new Value.Array(ring)));
  }
}
