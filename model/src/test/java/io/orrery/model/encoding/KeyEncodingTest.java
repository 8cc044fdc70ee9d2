// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.value.RandomValues;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyEncodingTest {
  private static final long SEED = 20_260_101;
  private static final String PAIR = "%s, seed %d, pair %d: %s and %s";

  @ParameterizedTest
  @EnumSource
  void orderOfBytesIsOrderOfValues(ValueOrder order) {
    var values = new RandomValues(SEED);
    assertSameOrder(order, values::next, 60_000);
  }

  @ParameterizedTest
  @EnumSource
  void orderOfBytesIsOrderOfNumbers(ValueOrder order) {
    var values = new RandomValues(SEED + 1);
    assertSameOrder(order, values::number, 100_000);
  }

  @ParameterizedTest
  @EnumSource
  void orderOfBytesIsOrderOfTexts(ValueOrder order) {
    var values = new RandomValues(SEED + 2);
    assertSameOrder(order, () -> new Text(values.text()), 20_000);
  }

  private static void assertSameOrder(ValueOrder order, Supplier<Value> values, int pairs) {
    Value left = values.get();
    for (int i = 0; i < pairs; i++) {
      Value right = values.get();
      byte[] leftKey = key(left, order);
      byte[] rightKey = key(right, order);
      int expected = Integer.signum(order.compare(left, right));
      assertThat(Integer.signum(Arrays.compareUnsigned(leftKey, rightKey)))
          .as(PAIR, order, SEED, i, left, right)
          .isEqualTo(expected);
      assertThat(
              Integer.signum(
                  Arrays.compareUnsigned(descending(right, order), descending(left, order))))
          .as(PAIR, order, SEED, i, left, right)
          .isEqualTo(expected);
      assertThat(expected != 0 && isPrefix(leftKey, rightKey))
          .as(PAIR, order, SEED, i, left, right)
          .isFalse();
      left = right;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsReadComparesEqualAndEndsWhereItWasWritten(ValueOrder order) {
    var values = new RandomValues(SEED + 3);
    for (int i = 0; i < 20_000; i++) {
      Value first = values.next();
      Value second = values.next();
      var out = new ByteWriter();
      KeyEncoding.write(out, first, order);
      int middle = out.size();
      KeyEncoding.writeDescending(out, second, order);
      var in = new ByteReader(out.toByteArray());
      assertThat(order.compare(KeyEncoding.read(in, order), first)).as("%s", first).isZero();
      assertThat(in.position()).isEqualTo(middle);
      assertThat(order.compare(KeyEncoding.readDescending(in, order), second))
          .as("%s", second)
          .isZero();
      in.requireEnd();
    }
  }

  /// SQL's keys stand on disks.
  @Test
  void keysOfSqlStayAsTheyAre() {
    var properties = new LinkedHashMap<String, Value>();
    properties.put("b", new Int32(1));
    properties.put("a", new Text("x"));
    assertHex(Value.Undefined.UNDEFINED, "08");
    assertHex(Value.Null.NULL, "10");
    assertHex(Value.Bool.FALSE, "18");
    assertHex(Value.Bool.TRUE, "20");
    assertHex(new Int32(1), "28bff0");
    assertHex(new Int64(-70_000), "283f0f7540");
    assertHex(new Int64(Long.MAX_VALUE), "28c3dfffffffffffffff4013b92f4b2949ab5f97a18c");
    assertHex(new Float64(0.1), "28bfb9cd673399cd6734");
    assertHex(new Float64(Double.NaN), "280000");
    assertHex(decimal("0.1"), "28bfb9cd673399cd6733400014");
    assertHex(decimal("-1E+6144"), "28001101010101010101a7feeb");
    assertHex(new Text("a\0b"), "306101016200");
    assertHex(new Value.Binary(new byte[] {0, 1, 2}, 4), "3801010102020004");
    assertHex(new Value.Uuid(new UUID(1, -2)), "400000000000000001fffffffffffffffe");
    assertHex(new Value.ObjectId(1, 2), "48000000000000000100000002");
    assertHex(new Value.Date(-1), "507fffffff");
    assertHex(new Value.Time(5), "580000000000000005");
    assertHex(new Value.DateTime(-1, 7), "607fffffffffffffff00000007");
    assertHex(new Value.Timestamp(9), "680000000000000009");
    assertHex(new Array(List.of(new Int32(2), Value.Null.NULL)), "7028c0001000");
    assertHex(new Value.Document(properties), "7830610030780030620028bff000");
  }

  private static void assertHex(Value value, String hex) {
    assertThat(HexFormat.of().formatHex(key(value))).as("%s", value).isEqualTo(hex);
  }

  @Test
  void numbersOfEqualValueHaveEqualBytes() {
    byte[] one = key(new Int32(1));
    assertThat(key(new Int64(1))).isEqualTo(one);
    assertThat(key(new Float64(1))).isEqualTo(one);
    assertThat(key(decimal("1.00"))).isEqualTo(one);
    assertThat(key(new Int64(Long.MAX_VALUE))).isEqualTo(key(decimal("9223372036854775807")));
    assertThat(key(new Float64(-0.0))).isEqualTo(key(new Int32(0)));
    assertThat(key(Decimal128.NAN)).isEqualTo(key(new Float64(Double.NaN)));
  }

  @Test
  void smallIntegersAreShort() {
    for (int i = -1000; i <= 1000; i++) {
      assertThat(key(new Int32(i)).length).as("%d", i).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void numbersComeBackInTheSimplestExactType() {
    assertThat(readBack(new Float64(5))).isEqualTo(new Int64(5));
    assertThat(readBack(new Int64((1L << 53) + 1))).isEqualTo(new Int64((1L << 53) + 1));
    assertThat(readBack(new Int64(Long.MAX_VALUE))).isEqualTo(new Int64(Long.MAX_VALUE));
    assertThat(readBack(new Int64(Long.MIN_VALUE))).isEqualTo(new Int64(Long.MIN_VALUE));
    assertThat(readBack(new Float64(0.1))).isEqualTo(new Float64(0.1));
    assertThat(readBack(decimal("0.5"))).isEqualTo(new Float64(0.5));
    assertThat(readBack(decimal("0.1"))).isEqualTo(decimal("0.1"));
    assertThat(readBack(decimal("1E+6144")).toString()).startsWith("1.0");
  }

  @ParameterizedTest
  @EnumSource
  void hostileBytesGiveAValueOrAnError(ValueOrder order) {
    var random = new SplittableRandom(SEED + 4);
    var values = new RandomValues(SEED + 5);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes =
          random.nextBoolean() ? key(values.next(), order) : new byte[random.nextInt(1, 40)];
      for (int flips = random.nextInt(1, 5); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) (random.nextInt(0x80) & ~7);
      }
      assertValueOrCorrupted(() -> KeyEncoding.read(new ByteReader(bytes), order), bytes);
      assertValueOrCorrupted(() -> KeyEncoding.readDescending(new ByteReader(bytes), order), bytes);
    }
  }

  @ParameterizedTest
  @EnumSource
  void valuesThatReadComeFromTheirOwnBytesOnly(ValueOrder order) {
    var random = new SplittableRandom(SEED + 6);
    var values = new RandomValues(SEED + 7);
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = key(values.number(), order);
      bytes[random.nextInt(1, bytes.length)] ^= (byte) (1 << random.nextInt(8));
      var in = new ByteReader(bytes);
      try {
        Value value = KeyEncoding.read(in, order);
        assertThat(key(value, order)).isEqualTo(Arrays.copyOf(bytes, in.position()));
      } catch (OrreryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
      }
    }
  }

  @Test
  void depthBombsAreRefused() {
    for (int tag : new int[] {KeyTag.ARRAY, KeyTag.OBJECT}) {
      var bomb = new ByteWriter();
      for (int i = 0; i < 100_000; i++) {
        bomb.writeByte(tag);
        if (tag == KeyTag.OBJECT) {
          bomb.writeByte(KeyTag.TEXT).writeByte(KeyTag.END);
        }
      }
      assertThatThrownBy(() -> KeyEncoding.read(new ByteReader(bomb.toByteArray())))
          .isInstanceOf(OrreryException.class)
          .hasMessageContaining("nests too deep");
    }
    Value deep = new Int32(1);
    for (int i = 0; i < Limits.ITEM_DEPTH; i++) {
      deep = new Array(List.of(deep));
    }
    assertThat(readBack(deep)).isInstanceOf(Array.class);
    Value tooDeep = new Array(List.of(deep));
    assertThatThrownBy(() -> key(tooDeep))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  private static void assertValueOrCorrupted(Runnable decoding, byte[] bytes) {
    Throwable thrown = catchThrowable(decoding::run);
    if (thrown != null
        && !(thrown instanceof OrreryException e && e.code() == ErrorCode.CORRUPTED)) {
      throw new AssertionError("seed " + SEED + ": " + Arrays.toString(bytes), thrown);
    }
  }

  private static Value readBack(Value value) {
    var in = new ByteReader(key(value));
    Value read = KeyEncoding.read(in);
    in.requireEnd();
    return read;
  }

  private static Decimal128 decimal(String text) {
    return Decimal128.of(new BigDecimal(text));
  }

  private static boolean isPrefix(byte[] left, byte[] right) {
    int common = Math.min(left.length, right.length);
    return Arrays.equals(left, 0, common, right, 0, common);
  }

  private static byte[] key(Value value) {
    return key(value, ValueOrder.SQL);
  }

  private static byte[] key(Value value, ValueOrder order) {
    var out = new ByteWriter();
    KeyEncoding.write(out, value, order);
    return out.toByteArray();
  }

  private static byte[] descending(Value value, ValueOrder order) {
    var out = new ByteWriter();
    KeyEncoding.writeDescending(out, value, order);
    return out.toByteArray();
  }
}
