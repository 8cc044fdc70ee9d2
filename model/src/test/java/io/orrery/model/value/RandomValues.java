// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Code;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Duration;
import io.orrery.model.value.Value.Extreme;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Mapping;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.RegularExpression;
import io.orrery.model.value.Value.ScopedCode;
import io.orrery.model.value.Value.Symbol;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.TimeUuid;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/// Values that meet each other often: small alphabets, and numbers around every edge there is.
public final class RandomValues {
  private static final String[] FRAGMENTS = {
    "", "a", "b", "\0", "\u0001", "\u0002", "\"", "\\", "\n", "\u007f", "ä", "\u07ff", "\u0800",
    "\ud7ff", "\ud800", "\udbff", "\udc00", "\udfff", "\ue000", "\uffff", "😀", "\ud83d", "\ude00"
  };

  private final SplittableRandom random;

  public RandomValues(long seed) {
    random = new SplittableRandom(seed);
  }

  public Value next() {
    return next(3);
  }

  private Value next(int depth) {
    return switch (random.nextInt(depth > 0 ? 26 : 22)) {
      case 0 -> Undefined.UNDEFINED;
      case 1 -> Null.NULL;
      case 2 -> Bool.of(random.nextBoolean());
      case 3, 4, 5 -> number();
      case 6 -> new Text(text());
      case 7 -> new Binary(bytes(random.nextInt(4)), random.nextInt(3));
      case 8 -> new Uuid(new UUID(edgeLong(), edgeLong()));
      case 9 -> new ObjectId(edgeLong(), (int) edgeLong());
      case 10 -> new Date((int) edgeLong());
      case 11 -> new Time(random.nextLong(86_400_000_000_000L));
      case 12 -> new DateTime(edgeLong(), random.nextInt(3) * 499_999);
      case 13 -> new Timestamp(edgeLong());
      case 14 -> new TimeUuid(new UUID((edgeLong() & ~0xF000L) | 0x1000, edgeLong()));
      case 15 -> new Duration((int) edgeLong(), (int) edgeLong(), edgeLong());
      case 16 -> new Symbol(text());
      case 17 -> new RegularExpression(text(), random.nextBoolean() ? "" : "im");
      case 18 -> new DbPointer(text(), new ObjectId(edgeLong(), (int) edgeLong()));
      case 19 -> new Code(text());
      case 20 -> Extreme.MIN_KEY;
      case 21 -> Extreme.MAX_KEY;
      case 22 -> array(depth - 1);
      case 23 -> new ScopedCode(text(), document(depth - 1));
      case 24 -> mapping(depth - 1);
      default -> document(depth - 1);
    };
  }

  public Value number() {
    return switch (random.nextInt(5)) {
      case 0 -> new Int32((int) edgeLong());
      case 1 -> new Int64(edgeLong());
      case 2 -> new Float64(edgeDouble());
      case 3 -> new Decimal(unboundedDecimal());
      default -> decimal();
    };
  }

  public String text() {
    var text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
    }
    return text.toString();
  }

  public byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(3) : random.nextInt(256));
    }
    return bytes;
  }

  private Array array(int depth) {
    List<Value> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(next(depth));
    }
    return new Array(elements);
  }

  private Mapping mapping(int depth) {
    List<Mapping.Entry> entries = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      entries.add(new Mapping.Entry(next(depth), next(depth)));
    }
    return new Mapping(entries);
  }

  /// Near doubles, long, and with exponents of every size.
  public BigDecimal unboundedDecimal() {
    return switch (random.nextInt(6)) {
      case 0 -> BigDecimal.valueOf(edgeLong(), random.nextInt(-3, 4));
      case 1 -> {
        double value = edgeDouble();
        yield Double.isFinite(value) ? new BigDecimal(value) : BigDecimal.ZERO;
      }
      case 2 -> new BigDecimal(new BigInteger(bytes(random.nextInt(1, 40))), random.nextInt(60));
      case 3 -> BigDecimal.valueOf(edgeLong(), random.nextInt(-20_000, 20_000));
      case 4 ->
          BigDecimal.valueOf(random.nextInt(-9, 10), random.nextInt(-2_000_000_000, 2_000_000_001));
      default -> decimal128().add(BigDecimal.valueOf(random.nextInt(-1, 2), 40));
    };
  }

  private BigDecimal decimal128() {
    return BigDecimal.valueOf(random.nextInt(-100, 100), 1);
  }

  private Document document(int depth) {
    var properties = new LinkedHashMap<String, Value>();
    for (int i = random.nextInt(4); i > 0; i--) {
      properties.put(text(), next(depth));
    }
    return new Document(properties);
  }

  private long edgeLong() {
    long near = random.nextInt(-2, 3);
    return switch (random.nextInt(6)) {
      case 0 -> near;
      case 1 -> (1L << random.nextInt(64)) + near;
      case 2 -> -(1L << random.nextInt(64)) + near;
      case 3 -> (random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE) + near;
      case 4 -> random.nextInt(-1000, 1000);
      default -> random.nextLong();
    };
  }

  public double edgeDouble() {
    double value =
        switch (random.nextInt(8)) {
          case 0 -> (double) edgeLong();
          case 1 -> Double.longBitsToDouble(random.nextLong());
          case 2 -> random.nextInt(-100, 100) / 10.0;
          case 3 -> Double.MIN_VALUE * random.nextInt(4);
          case 4 -> Double.MAX_VALUE;
          case 5 -> Double.POSITIVE_INFINITY;
          case 6 -> Double.MIN_NORMAL;
          default -> Double.NaN;
        };
    double moved =
        switch (random.nextInt(4)) {
          case 0 -> Math.nextUp(value);
          case 1 -> Math.nextDown(value);
          default -> value;
        };
    return random.nextBoolean() ? -moved : moved;
  }

  private Decimal128 decimal() {
    return switch (random.nextInt(7)) {
      case 0 -> new Decimal128(random.nextLong(), random.nextLong());
      case 1 -> Decimal128.of(BigDecimal.valueOf(edgeLong(), random.nextInt(-3, 4)));
      case 2 -> nearDouble();
      case 3 -> Decimal128.of(BigDecimal.valueOf(random.nextInt(-100, 100), 1));
      case 4 -> extreme();
      case 5 -> Decimal128.of(new BigDecimal(BigInteger.valueOf(edgeLong())));
      default ->
          switch (random.nextInt(4)) {
            case 0 -> Decimal128.NAN;
            case 1 -> Decimal128.NEGATIVE_INFINITY;
            case 2 -> Decimal128.POSITIVE_INFINITY;
            default -> Decimal128.NEGATIVE_ZERO;
          };
    };
  }

  private Decimal128 nearDouble() {
    double value = edgeDouble();
    return Double.isFinite(value)
        ? Decimal128.of(new BigDecimal(value).round(java.math.MathContext.DECIMAL128))
        : Decimal128.NAN;
  }

  private Decimal128 extreme() {
    BigInteger digits = BigInteger.TEN.pow(34).subtract(BigInteger.valueOf(random.nextInt(1, 4)));
    BigInteger coefficient = random.nextBoolean() ? digits : BigInteger.valueOf(random.nextInt(4));
    int scale = random.nextBoolean() ? 6176 : -6111;
    return Decimal128.of(
        new BigDecimal(random.nextBoolean() ? coefficient : coefficient.negate(), scale));
  }
}
