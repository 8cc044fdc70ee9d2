// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/// Our order and keys against MongoDB's library and documented order.
class BsonOrderTest {
  private static final long SEED = 20_261_116;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void anyTwoValues() {
    assertReferenceOrder(50_000, 2);
  }

  /// The place of every type, lowest first.
  @Test
  void typesFollowOneAnother() {
    List<BsonValue> ascending =
        List.of(
            new BsonMinKey(),
            new BsonUndefined(),
            BsonNull.VALUE,
            new BsonDouble(Double.NaN),
            new BsonDouble(Double.NEGATIVE_INFINITY),
            new BsonInt32(-1),
            new BsonDouble(-0.0),
            new BsonDecimal128(Decimal128.parse("0.1")),
            new BsonDouble(0.1), // a little more than 0.1
            new BsonInt64(1),
            new BsonString(""),
            new BsonSymbol("a"),
            new BsonString("b"),
            new BsonDocument(),
            BsonDocument.parse("{a: 1, b: 1}"),
            BsonDocument.parse("{b: 1, a: 1}"),
            BsonDocument.parse("{a: 'text'}"), // the type counts before the name
            new BsonArray(),
            new BsonBinary((byte) 0x80, new byte[] {9}),
            new BsonBinary((byte) 0, new byte[] {1, 1}),
            new BsonObjectId(new ObjectId("000000000000000000000000")),
            BsonBoolean.FALSE,
            BsonBoolean.TRUE,
            new BsonDateTime(-1),
            new BsonTimestamp(0),
            new BsonRegularExpression("a", "i"),
            new BsonDbPointer("b", new ObjectId("000000000000000000000000")),
            new BsonDbPointer("aa", new ObjectId("000000000000000000000000")),
            new BsonJavaScript("a"),
            new BsonJavaScriptWithScope("a", new BsonDocument()),
            new BsonMaxKey());
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(order(ascending.get(i), ascending.get(j)))
            .as("%s and %s", ascending.get(i), ascending.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  private void assertReferenceOrder(int pairs, int depth) {
    BsonValue left = next(depth);
    for (int i = 0; i < pairs; i++) {
      BsonValue right = next(depth);
      assertThat(order(left, right))
          .as("seed %d, pair %d: %s and %s", SEED, i, left, right)
          .isEqualTo(Integer.signum(BsonReference.compare(left, right)));
      left = right;
    }
  }

  /// What comparing the values says, and the keys of values and of stored values with it.
  private static int order(BsonValue left, BsonValue right) {
    Value one = BsonReference.value(left);
    Value other = BsonReference.value(right);
    int order = Integer.signum(ValueOrder.BSON.compare(one, other));
    assertThat(Integer.signum(Arrays.compareUnsigned(key(one), key(other)))).isEqualTo(order);
    return order;
  }

  private static byte[] key(Value value) {
    var out = new ByteWriter();
    KeyEncoding.write(out, value, ValueOrder.BSON);
    var stored = new ByteWriter();
    StoredCursor.over(StoredItems.encode(value))
        .writeKey(stored, ValueOrder.BSON, Integer.MAX_VALUE);
    byte[] key = out.toByteArray();
    assertThat(stored.toByteArray()).as("%s", value).isEqualTo(key);
    Value read = KeyEncoding.read(new ByteReader(key), ValueOrder.BSON);
    assertThat(ValueOrder.BSON.compare(read, value)).as("%s", value).isZero();
    return key;
  }

  private BsonValue next(int depth) {
    return switch (random.nextInt(depth > 0 ? 24 : 19)) {
      case 0 -> new BsonMinKey();
      case 1 -> new BsonMaxKey();
      case 2 -> new BsonUndefined();
      case 3 -> BsonNull.VALUE;
      case 4 -> new BsonInt32(random.nextInt(-2, 3));
      case 5 -> new BsonInt64(edge());
      case 6 -> new BsonDouble(number());
      case 7, 8 -> new BsonDecimal128(decimal());
      case 9, 10 -> new BsonString(text());
      case 11 -> new BsonSymbol(text());
      case 12 -> new BsonBinary((byte) random.nextInt(256), new byte[random.nextInt(3)]);
      case 13 -> new BsonObjectId(id());
      case 14 -> BsonBoolean.valueOf(random.nextBoolean());
      case 15 -> new BsonDateTime(edge());
      case 16 -> new BsonTimestamp(edge());
      case 17 -> new BsonRegularExpression(text(), random.nextBoolean() ? "i" : "");
      case 18 ->
          random.nextBoolean() ? new BsonDbPointer(text(), id()) : new BsonJavaScript(text());
      case 19 -> new BsonJavaScriptWithScope(text(), document(depth - 1));
      case 20, 21 -> new BsonArray(List.copyOf(elements(depth - 1)));
      default -> document(depth - 1);
    };
  }

  private List<BsonValue> elements(int depth) {
    List<BsonValue> elements = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      elements.add(next(depth));
    }
    return elements;
  }

  private BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    elements(depth).forEach(value -> document.append(text(), value));
    return document;
  }

  private long edge() {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(-2, 3);
      case 1 -> (1L << 53) + random.nextInt(-2, 3);
      default -> Long.MAX_VALUE + random.nextInt(-2, 3);
    };
  }

  private double number() {
    return switch (random.nextInt(6)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      case 3 -> random.nextInt(-20, 20) / 10.0;
      case 4 -> (double) edge();
      default -> random.nextBoolean() ? Double.MIN_VALUE : -Double.MAX_VALUE;
    };
  }

  private Decimal128 decimal() {
    return switch (random.nextInt(6)) {
      case 0 -> Decimal128.NaN;
      case 1 -> Decimal128.NEGATIVE_ZERO;
      case 2 -> random.nextBoolean() ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
      case 3 -> new Decimal128(BigDecimal.valueOf(random.nextInt(-20, 20), 1));
      case 4 -> new Decimal128(BigDecimal.valueOf(edge(), random.nextInt(2)));
      default -> Decimal128.parse("1E" + (random.nextBoolean() ? 6144 : -6176));
    };
  }

  private String text() {
    return List.of("", "a", "b", "aa", "ä", "\uFFFF", "😀").get(random.nextInt(7));
  }

  private ObjectId id() {
    byte[] bytes = new byte[12];
    bytes[random.nextInt(12)] = (byte) random.nextInt(256);
    return new ObjectId(bytes);
  }
}
