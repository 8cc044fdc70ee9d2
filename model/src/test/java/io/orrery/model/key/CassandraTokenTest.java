// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenFactory;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CassandraTokenTest {
  private static final long SEED = 4711;
  private final Random random = new Random(SEED);

  @Test
  void textK1HasItsPublishedToken() {
    assertThat(CassandraToken.of("k1".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(-8074529310846540294L);
  }

  @Test
  void tokensAreThoseOfTheDriver() {
    var driver = new Murmur3TokenFactory();
    for (int length = 1; length <= 100; length++) {
      for (int i = 0; i < 50; i++) {
        byte[] key = randomBytes(length);
        long expected = ((Murmur3Token) driver.hash(ByteBuffer.wrap(key))).getValue();
        assertThat(CassandraToken.of(key))
            .as("seed %d, %s", SEED, HexFormat.of().formatHex(key))
            .isEqualTo(expected);
      }
    }
  }

  /// Cassandra's partitioner has a rule of its own here, which the driver does not know: no table
  /// has an empty partition key.
  @Test
  void theEmptyKeyHasTheLowestToken() {
    assertThat(CassandraToken.of(new byte[0])).isEqualTo(Long.MIN_VALUE);
    assertThat(CassandraToken.positionOf(new byte[0])).hasToString("00" + "00".repeat(16));
  }

  @Test
  void positionsStandInTheOrderOfTokensInsideTheRing() {
    byte[] previous = randomBytes(1 + random.nextInt(40));
    for (int i = 0; i < 10_000; i++) {
      byte[] next = randomBytes(1 + random.nextInt(40));
      int byToken = Long.compare(CassandraToken.of(previous), CassandraToken.of(next));
      EffectivePartitionKey position = CassandraToken.positionOf(next);
      int byPosition = CassandraToken.positionOf(previous).compareTo(position);
      assertThat(Integer.signum(byPosition)).as("seed %d", SEED).isEqualTo(byToken);
      assertThat(HashRange.FULL.contains(position)).isTrue();
      assertThat(CassandraToken.tokenAt(position)).isEqualTo(CassandraToken.of(next));
      previous = next;
    }
  }

  @Test
  void tokensStartWhereTheirKeysBegin() {
    byte[] key = "k1".getBytes(StandardCharsets.UTF_8);
    long token = CassandraToken.of(key);
    var position = CassandraToken.positionOf(key);
    assertThat(CassandraToken.startOf(token)).isLessThan(position);
    assertThat(CassandraToken.startOf(token + 1)).isGreaterThan(position);
    assertThat(HashRange.FULL.contains(CassandraToken.startOf(Long.MAX_VALUE))).isTrue();
    assertThat(CassandraToken.tokenAt(CassandraToken.startOf(token))).isEqualTo(token);
    assertThat(CassandraToken.tokenAt(EffectivePartitionKey.MIN)).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> CassandraToken.tokenAt(EffectivePartitionKey.MAX))
        .isInstanceOf(OrreryException.class);
  }

  @Test
  void oneComponentIsHashedAsItIs() {
    UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    assertThat(routingKey(new Value.Text("k1"))).isEqualTo("6b31");
    assertThat(routingKey(new Value.Int32(-2))).isEqualTo("fffffffe");
    assertThat(routingKey(new Value.Int64(258))).isEqualTo("0000000000000102");
    assertThat(routingKey(new Value.Float64(1))).isEqualTo("3ff0000000000000");
    assertThat(routingKey(new Value.Binary(new byte[] {1, 2}, 0))).isEqualTo("0102");
    assertThat(routingKey(Value.Bool.TRUE)).isEqualTo("01");
    assertThat(routingKey(Value.Bool.FALSE)).isEqualTo("00");
    assertThat(routingKey(new Value.Uuid(uuid))).isEqualTo("0123456789abcdef0123456789abcdef");
  }

  @Test
  void severalComponentsAreFramed() {
    assertThat(routingKey(new Value.Text("ab"), new Value.Int32(7)))
        .isEqualTo("0002616200" + "00040000000700");
    var table = PartitionKeyDefinition.token("a", "b");
    var key = PartitionKey.of(new Value.Text("ab"), new Value.Int32(7));
    assertThat(table.position(key))
        .isEqualTo(CassandraToken.positionOf(HexFormat.of().parseHex("000261620000040000000700")));
  }

  @Test
  void whatHasNoBytesInCqlIsRefused() {
    for (Value value : List.of(Value.Null.NULL, Value.Undefined.UNDEFINED)) {
      assertThatThrownBy(() -> CassandraToken.routingKey(PartitionKey.of(value)))
          .isInstanceOf(OrreryException.class)
          .hasMessageContaining(value.kind().toString());
    }
    var tooLong = PartitionKey.text("a".repeat(65_536), "b");
    assertThatThrownBy(() -> CassandraToken.routingKey(tooLong))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("65535");
  }

  private static String routingKey(Value... components) {
    return HexFormat.of().formatHex(CassandraToken.routingKey(PartitionKey.of(components)));
  }

  /// Half of them with many high bytes, where signs matter.
  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      Arrays.fill(bytes, length / 2, length, (byte) -1);
    }
    return bytes;
  }
}
