// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PartitionKeyTest {
  private static final long SEED = 12;
  private final Random random = new Random(SEED);

  @Test
  void messagesShowItAsJson() {
    PartitionKey key =
        PartitionKey.of(
            new Value.Text("a\"\\\n"),
            new Value.Int32(1),
            new Value.Float64(-2),
            new Value.Float64(0.5),
            Value.Bool.TRUE,
            Value.Null.NULL,
            Value.Undefined.UNDEFINED);
    assertThat(key).hasToString("[\"a\\\"\\\\\\u000a\",1,-2,0.5,true,null,{}]");
    assertThat(PartitionKey.NONE).hasToString("[]");
  }

  @Test
  void equalNumbersMakeEqualKeys() {
    List<Value> ones =
        List.of(
            new Value.Int32(1),
            new Value.Int64(1),
            new Value.Float64(1),
            Value.Decimal128.of(new BigDecimal("1.00")));
    for (Value one : ones) {
      assertThat(PartitionKey.of(one))
          .isEqualTo(PartitionKey.of(ones.getFirst()))
          .hasSameHashCodeAs(PartitionKey.of(ones.getFirst()));
    }
    assertThat(PartitionKey.of(new Value.Float64(-0.0)))
        .isEqualTo(PartitionKey.of(new Value.Int32(0)))
        .hasSameHashCodeAs(PartitionKey.of(new Value.Int32(0)));
    assertThat(PartitionKey.of(new Value.Int64((1L << 53) + 1)))
        .isNotEqualTo(PartitionKey.of(new Value.Int64(1L << 53)));
    assertThat(PartitionKey.text("a")).isNotEqualTo(PartitionKey.text("a", "b"));
    assertThat(PartitionKey.text("1")).isNotEqualTo(PartitionKey.of(new Value.Int32(1)));
  }

  @Test
  void arraysAndObjectsAreNoComponents() {
    List<Value> refused =
        List.of(new Value.Array(List.of()), new Value.Document(new LinkedHashMap<>()));
    for (Value value : refused) {
      assertThatThrownBy(() -> PartitionKey.of(value))
          .isInstanceOf(OrreryException.class)
          .hasMessageContaining("cannot be an array or object");
    }
  }

  @Test
  void keysAreWrittenInOrderAndReadBackInTheSamePlace() {
    var definition = PartitionKeyDefinition.multiHash("/a", "/b");
    PartitionKey previous = randomKey();
    for (int i = 0; i < 20_000; i++) {
      PartitionKey next = randomKey();
      ByteReader in = new ByteReader(bytes(next));
      PartitionKey read = PartitionKey.read(in, next.size());
      in.requireEnd();
      assertThat(read).as("seed %d", SEED).isEqualTo(next).hasSameHashCodeAs(next);
      assertThat(definition.position(read)).isEqualTo(definition.position(next));
      int byBytes = Arrays.compareUnsigned(bytes(previous), bytes(next));
      assertThat(Integer.signum(byBytes))
          .as("seed %d, %s and %s", SEED, previous, next)
          .isEqualTo(Integer.signum(compare(previous, next)));
      assertThat(previous.equals(next)).isEqualTo(byBytes == 0);
      previous = next;
    }
  }

  private static int compare(PartitionKey left, PartitionKey right) {
    int first = ValueOrder.SQL.compare(left.components().get(0), right.components().get(0));
    return first != 0
        ? first
        : ValueOrder.SQL.compare(left.components().get(1), right.components().get(1));
  }

  @Test
  void damagedBytesAreRefused() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(randomKey());
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      readsOrFailsCleanly(Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length)));
      byte[] noise = new byte[random.nextInt(30)];
      random.nextBytes(noise);
      readsOrFailsCleanly(noise);
    }
  }

  @Test
  void storedArraysAreRefused() {
    ByteWriter out = new ByteWriter();
    KeyEncoding.write(out, new Value.Array(List.of()));
    assertThatThrownBy(() -> PartitionKey.read(new ByteReader(out.toByteArray()), 1))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CORRUPTED));
  }

  private static void readsOrFailsCleanly(byte[] bytes) {
    try {
      PartitionKey key = PartitionKey.read(new ByteReader(bytes), 2);
      assertThat(PartitionKey.read(new ByteReader(bytes(key)), 2)).isEqualTo(key);
    } catch (OrreryException refusal) {
      assertThat(refusal.code()).as("seed %d", SEED).isEqualTo(ErrorCode.CORRUPTED);
    }
  }

  private static byte[] bytes(PartitionKey key) {
    ByteWriter out = new ByteWriter();
    key.write(out);
    return out.toByteArray();
  }

  private PartitionKey randomKey() {
    return PartitionKey.of(randomValue(), randomValue());
  }

  /// Few different ones, so that equal first components are frequent.
  private Value randomValue() {
    int small = random.nextInt(-3, 4);
    return switch (random.nextInt(14)) {
      case 0 -> Value.Undefined.UNDEFINED;
      case 1 -> Value.Null.NULL;
      case 2 -> Value.Bool.of(random.nextBoolean());
      case 3 -> new Value.Int32(small);
      case 4 -> new Value.Int64(random.nextBoolean() ? small : random.nextLong());
      case 5 -> new Value.Float64(random.nextBoolean() ? small / 2.0 : random.nextGaussian());
      case 6 -> new Value.Float64(-0.0);
      case 7 -> Value.Decimal128.of(BigDecimal.valueOf(random.nextInt(-30, 31), 1));
      case 8 -> new Value.Text("a".repeat(small + 3) + (random.nextBoolean() ? "\0ü" : ""));
      case 9 -> new Value.Binary(new byte[small + 3], 0);
      case 10 -> new Value.Uuid(new UUID(small, small));
      case 11 -> new Value.ObjectId(small, small);
      case 12 -> new Value.DateTime(small, 0);
      default -> new Value.Timestamp(small);
    };
  }
}
