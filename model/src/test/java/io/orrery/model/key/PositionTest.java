// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Positions computed by the published Java SDK, version 4.81.0.
class PositionTest {
  private static final PartitionKeyDefinition V1 = PartitionKeyDefinition.hash("/pk", 1);
  private static final PartitionKeyDefinition V2 = PartitionKeyDefinition.hash("/pk");
  private static final PartitionKeyDefinition HIERARCHY =
      PartitionKeyDefinition.multiHash("/tenant", "/user", "/session");

  @ParameterizedTest
  @MethodSource
  void keysLieWhereTheSdkPutsThem(Value component, String v1, String v2) {
    PartitionKey key = PartitionKey.of(component);
    assertThat(V1.position(key)).hasToString(v1);
    assertThat(V2.position(key)).hasToString(v2);
    assertThat(PartitionKeyDefinition.multiHash("/pk").position(key)).hasToString(v2);
  }

  static Stream<Arguments> keysLieWhereTheSdkPutsThem() {
    String hundred = "05C1EB5921F70608" + "62".repeat(100) + "00";
    return Stream.of(
        text("", "05C1CF33970FF80800", "32E9366E637A71B4E710384B2F4970A0"),
        text("a", "05C1D78593652C086200", "3A5381E1114EB8D3FCC90795045B49B7"),
        text("abc", "05C1ED155F4F7C0862636400", "2424691CC38A7EEF2A65ADE404E1F528"),
        text("redmond", "05C1EFE313830C087366656E706F6500", "22E342F38A486A088463DFF7838A5963"),
        text("ü", "05C1D143F1078008C4BD00", "37D92BE2B32495A87CD16033AB6626B4"),
        text("你好", "05C1D37361259408E5BEA1E6A6BE00", "004DC6466F1ECD29F3606AEBC7AFC317"),
        text("a".repeat(100), hundred, "0DBD7D229437BB665DE6417747994D57"),
        text("a".repeat(101), hundred, "08042541D30C8BF90D7092B1519AE0BC"),
        number(0, "05C1BF6DA11560058000", "155B95BEDAC4B1E9EC1CDC9BB0DDDE58"),
        number(1, "05C1ED172B6B2605BFF0", "20CD98B339BA78A5D0CF6953B87070B0"),
        number(-1, "05C1D1A5BDDF9C054010", "19938E7A936C1C5B9E3AE842BBC16839"),
        number(0.5, "05C1EF2577DF1805BFE0", "216489229658E4F310F4D80B7076D562"),
        number(1e10, "05C1E70B0FEF5A05C2035117E4", "34920875C69EEFF345391E04228E4434"),
        number(5, "05C1D9C1C5517C05C014", "19C08621B135968252FB34B4CF66F811"),
        Arguments.of(Value.Bool.TRUE, "05C1D7C5A903D803", "0E711127C5B5A8E4726AC6DD306A3E59"),
        Arguments.of(Value.Bool.FALSE, "05C1DB857D857C02", "2FE1BE91E90A3439635E0E9E37361EF2"),
        Arguments.of(Value.Null.NULL, "05C1ED45D7475601", "378867E4430E67857ACE5C908374FE16"),
        Arguments.of(
            Value.Undefined.UNDEFINED, "05C1D529E345DC00", "11622DAA78F835834610ABE56EFF5CB5"));
  }

  private static Arguments text(String value, String v1, String v2) {
    return Arguments.of(new Value.Text(value), v1, v2);
  }

  private static Arguments number(double value, String v1, String v2) {
    return Arguments.of(new Value.Float64(value), v1, v2);
  }

  @Test
  void equalNumbersOfAllTypesLieInOnePlace() {
    for (PartitionKeyDefinition definition : List.of(V1, V2)) {
      var position = definition.position(PartitionKey.of(new Value.Float64(5)));
      assertThat(definition.position(PartitionKey.of(new Value.Int32(5)))).isEqualTo(position);
      assertThat(definition.position(PartitionKey.of(new Value.Int64(5)))).isEqualTo(position);
      var decimal = Value.Decimal128.of(new BigDecimal("5.000"));
      assertThat(definition.position(PartitionKey.of(decimal))).isEqualTo(position);
      var zero = definition.position(PartitionKey.of(new Value.Int32(0)));
      assertThat(definition.position(PartitionKey.of(new Value.Float64(-0.0)))).isEqualTo(zero);
      assertThat(definition.position(PartitionKey.of(Value.Decimal128.NEGATIVE_ZERO)))
          .isEqualTo(zero);
    }
  }

  @Test
  void infiniteAndUndefinedNumbersHaveOnePlaceEach() {
    assertThat(V2.position(PartitionKey.of(Value.Decimal128.NAN)))
        .isEqualTo(V2.position(PartitionKey.of(new Value.Float64(Double.NaN))));
    assertThat(V2.position(PartitionKey.of(Value.Decimal128.POSITIVE_INFINITY)))
        .isEqualTo(V2.position(PartitionKey.of(new Value.Float64(Double.POSITIVE_INFINITY))));
    assertThat(V2.position(PartitionKey.of(Value.Decimal128.NEGATIVE_INFINITY)))
        .isEqualTo(V2.position(PartitionKey.of(new Value.Float64(Double.NEGATIVE_INFINITY))));
  }

  /// These places are ours, no SDK computes them; data lies there, so they must stay.
  @Test
  void typesBeyondJsonHavePlacesToo() {
    PartitionKey key = PartitionKey.of(new Value.ObjectId(0x0102030405060708L, 0x090A0B0C));
    assertThat(V2.position(key)).hasToString("1965AC67EE167327BC0E9918593190E2");
    assertThat(V1.position(key).toString()).startsWith("05C1").endsWith("0102030405060708090A0B0C");
  }

  @Test
  void longMultibyteStringsLoseTheirEndInVersionOne() {
    String position = V1.position(PartitionKey.text("ü".repeat(80))).toString();
    // 160 bytes: 101 of them are kept, each one up, and there is no terminator.
    assertThat(position).hasSize(14 + 2 + 202).endsWith("08" + "C4BD".repeat(50) + "C4");
  }

  @Test
  void hierarchicalKeysAreHashedLevelByLevel() {
    assertThat(HIERARCHY.position(PartitionKey.text("t1", "u1", "s1")))
        .hasToString(
            "3D48BB14DA9D090D22112C96695028B6"
                + "2A947C94F6E254B945CEBC3196C9897C"
                + "2924A879AFFF52A411F93F1A83532751");
    assertThat(HIERARCHY.prefixRange(PartitionKey.text("t1")))
        .hasToString("[3D48BB14DA9D090D22112C96695028B6, 3D48BB14DA9D090D22112C96695028B6FF)");
  }

  @Test
  void nullAndUndefinedLevelsHaveTheirOwnHashes() {
    var key = PartitionKey.of(new Value.Text("t1"), Value.Null.NULL, Value.Undefined.UNDEFINED);
    assertThat(HIERARCHY.position(key))
        .hasToString(
            "3D48BB14DA9D090D22112C96695028B6"
                + "378867E4430E67857ACE5C908374FE16"
                + "11622DAA78F835834610ABE56EFF5CB5");
    assertThat(HIERARCHY.prefixRange(PartitionKey.text("t1")).contains(HIERARCHY.position(key)))
        .isTrue();
  }

  @Test
  void prefixesHoldTheirKeysAndNoOthers() {
    HashRange tenant = HIERARCHY.prefixRange(PartitionKey.text("t1"));
    HashRange user = HIERARCHY.prefixRange(PartitionKey.text("t1", "u1"));
    assertThat(tenant.contains(user)).isTrue();
    assertThat(user.contains(HIERARCHY.position(PartitionKey.text("t1", "u1", "s9")))).isTrue();
    assertThat(user.contains(HIERARCHY.position(PartitionKey.text("t1", "u2", "s9")))).isFalse();
    assertThat(HIERARCHY.prefixRange(PartitionKey.NONE)).isEqualTo(HashRange.FULL);
    assertThat(V2.prefixRange(PartitionKey.NONE)).isEqualTo(HashRange.FULL);
  }

  @Test
  void fullKeysHaveRangesOfTheirOwn() {
    long seed = 20;
    Random random = new Random(seed);
    var definitions = List.of(V1, V2, PartitionKeyDefinition.token("c"));
    for (int i = 0; i < 1000; i++) {
      String text = Long.toString(random.nextLong(), 36);
      PartitionKey key = PartitionKey.text(text);
      PartitionKey other = PartitionKey.text(text + "x");
      for (PartitionKeyDefinition definition : definitions) {
        HashRange range = definition.prefixRange(key);
        assertThat(range.contains(definition.position(key))).as("seed %d, %s", seed, key).isTrue();
        assertThat(range.contains(definition.position(other))).as("seed %d", seed).isFalse();
        assertThat(HashRange.FULL.contains(definition.position(key))).isTrue();
      }
    }
  }

  @Test
  void containersWithoutPartitionKeyHaveOnePosition() {
    assertThat(PartitionKeyDefinition.NONE.position(PartitionKey.NONE))
        .hasToString("11622DAA78F835834610ABE56EFF5CB5");
    assertRefused(
        () -> PartitionKeyDefinition.NONE.position(PartitionKey.text("a")), "1 components");
  }

  @Test
  void keysWithTheWrongNumberOfComponentsAreRefused() {
    assertRefused(() -> V2.position(PartitionKey.NONE), "0 components");
    assertRefused(() -> V2.position(PartitionKey.text("a", "b")), "2 components");
    assertRefused(() -> HIERARCHY.position(PartitionKey.text("a", "b")), "3 paths");
    assertRefused(() -> HIERARCHY.prefixRange(PartitionKey.text("a", "b", "c", "d")), "4 comp");
    var table = PartitionKeyDefinition.token("a", "b");
    assertRefused(() -> table.prefixRange(PartitionKey.text("a")), "1 components");
  }

  private static void assertRefused(Runnable action, String reason) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}
