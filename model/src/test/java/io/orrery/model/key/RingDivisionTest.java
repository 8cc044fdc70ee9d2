// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class RingDivisionTest {
  private static final long SEED = 99;
  private static final PartitionKeyDefinition V1 = PartitionKeyDefinition.hash("/pk", 1);
  private static final PartitionKeyDefinition V2 = PartitionKeyDefinition.hash("/pk");
  private static final PartitionKeyDefinition TOKEN = PartitionKeyDefinition.token("c");

  static final List<PartitionKeyDefinition> DIVISIBLE =
      List.of(V1, V2, PartitionKeyDefinition.multiHash("/pk"), TOKEN);

  /// The first lines of the Java SDK's tables for dividing a container among readers.
  @ParameterizedTest
  @CsvSource({
    "1, ''",
    "2, 05C1DFFFFFFFFC",
    "3, 05C1D5AB55AB54|05C1E5AB55AB54",
    "4, 05C1CFFFFFFFF8|05C1DFFFFFFFF8|05C1E7FFFFFFFA",
    "5, 05C1C9CD673398|05C1D9CD673398|05C1E399CD6732|05C1E9CD673398",
  })
  void versionOneIsDividedAsTheSdkDoes(int count, String boundaries) {
    assertThat(boundaries(V1, count)).isEqualTo(boundaries);
  }

  @ParameterizedTest
  @CsvSource({
    "1, ''",
    "2, 1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
    "3, 15555555555555555555555555555555|2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  })
  void versionTwoIsDividedAsTheSdkDoes(int count, String boundaries) {
    assertThat(boundaries(V2, count)).isEqualTo(boundaries);
    assertThat(boundaries(PartitionKeyDefinition.multiHash("/a", "/b"), count))
        .isEqualTo(boundaries);
  }

  @Test
  void tokensAreDividedOverAllSixtyFourBits() {
    assertThat(boundaries(TOKEN, 2)).isEqualTo("008000000000000000");
    assertThat(boundaries(TOKEN, 4))
        .isEqualTo("004000000000000000|008000000000000000|00C000000000000000");
    assertThat(CassandraToken.tokenAt(TOKEN.evenRanges(2).getLast().min())).isZero();
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void rangesTileTheRing(PartitionKeyDefinition definition) {
    for (int count : new int[] {1, 2, 3, 7, 10, 100, 1001}) {
      List<HashRange> ranges = definition.evenRanges(count);
      assertThat(ranges).hasSize(count);
      assertThat(ranges.getFirst().min()).isEqualTo(EffectivePartitionKey.MIN);
      assertThat(ranges.getLast().max()).isEqualTo(EffectivePartitionKey.MAX);
      for (int i = 1; i < count; i++) {
        assertThat(ranges.get(i).min()).isEqualTo(ranges.get(i - 1).max());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void rangesGetEqualNumbersOfKeys(PartitionKeyDefinition definition) {
    List<HashRange> ranges = definition.evenRanges(5);
    int[] counts = new int[ranges.size()];
    int keys = 20_000;
    for (int i = 0; i < keys; i++) {
      EffectivePartitionKey position = definition.position(PartitionKey.text("key-" + i));
      for (int range = 0; range < counts.length; range++) {
        counts[range] += ranges.get(range).contains(position) ? 1 : 0;
      }
    }
    // 4000 each; five standard deviations are under 300.
    for (int count : counts) {
      assertThat(count).isBetween(3700, 4300);
    }
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void theMiddleOfAllIsTheBoundaryOfTwo(PartitionKeyDefinition definition) {
    assertThat(definition.middle(HashRange.FULL))
        .isEqualTo(definition.evenRanges(2).getFirst().max());
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void rangesCanBeHalvedManyTimes(PartitionKeyDefinition definition) {
    Random random = new Random(SEED);
    HashRange range = HashRange.FULL;
    for (int i = 0; i < 25; i++) {
      EffectivePartitionKey middle = definition.middle(range);
      assertThat(middle).as("seed %d, %s", SEED, range).isGreaterThan(range.min());
      assertThat(middle).as("seed %d, %s", SEED, range).isLessThan(range.max());
      range =
          random.nextBoolean()
              ? new HashRange(range.min(), middle)
              : new HashRange(middle, range.max());
    }
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void rangesBetweenKeysCanBeHalved(PartitionKeyDefinition definition) {
    Random random = new Random(SEED);
    for (int i = 0; i < 1000; i++) {
      EffectivePartitionKey one = definition.position(PartitionKey.text("a" + random.nextLong()));
      EffectivePartitionKey two = definition.position(PartitionKey.text("b" + random.nextLong()));
      HashRange range = one.compareTo(two) < 0 ? new HashRange(one, two) : new HashRange(two, one);
      EffectivePartitionKey middle = definition.middle(range);
      assertThat(middle).as("seed %d, %s", SEED, range).isGreaterThan(range.min());
      assertThat(middle).as("seed %d, %s", SEED, range).isLessThan(range.max());
    }
  }

  @Test
  void aRangeInsideOneTenantCanBeHalved() {
    var hierarchy = PartitionKeyDefinition.multiHash("/tenant", "/user");
    HashRange tenant = hierarchy.prefixRange(PartitionKey.text("t1"));
    HashRange users = new HashRange(tenant.min(), hierarchy.position(PartitionKey.text("t1", "u")));
    assertThat(users.contains(hierarchy.middle(users))).isTrue();
    assertThat(tenant.contains(hierarchy.middle(tenant))).isTrue();
  }

  @Test
  void keysOfOneHashCanBeDividedInVersionOne() {
    HashRange range = range("05C1D78593652C086200", "05C1D78593652C086300");
    assertThat(range.contains(V1.middle(range))).isTrue();
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void rangesWithNothingInsideAreRefused(PartitionKeyDefinition definition) {
    HashRange tiny = range("00AB000000000000AB", "00AB000000000000AB00");
    assertRefused(() -> definition.middle(tiny), "too small");
  }

  @Test
  void aSingleTokenIsNotDivided() {
    var range = new HashRange(CassandraToken.startOf(7), CassandraToken.startOf(8));
    assertRefused(() -> TOKEN.middle(range), "too small");
  }

  @Test
  void containersWithoutPartitionKeyAreNotDivided() {
    assertThat(PartitionKeyDefinition.NONE.evenRanges(1)).containsExactly(HashRange.FULL);
    assertRefused(() -> PartitionKeyDefinition.NONE.evenRanges(2), "only one");
    assertRefused(() -> PartitionKeyDefinition.NONE.middle(HashRange.FULL), "only one");
    assertRefused(() -> V2.evenRanges(0), "0 ranges");
  }

  @ParameterizedTest
  @FieldSource("DIVISIBLE")
  void foreignBoundariesAreHalvedOrRefused(PartitionKeyDefinition definition) {
    Random random = new Random(SEED);
    for (int i = 0; i < 5000; i++) {
      EffectivePartitionKey one = randomPosition(random);
      EffectivePartitionKey two = randomPosition(random);
      if (one.compareTo(two) < 0) {
        HashRange range = new HashRange(one, two);
        try {
          EffectivePartitionKey middle = definition.middle(range);
          assertThat(middle).as("seed %d, %s", SEED, range).isGreaterThan(one).isLessThan(two);
        } catch (OrreryException refusal) {
          assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
      }
    }
  }

  private static EffectivePartitionKey randomPosition(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    if (bytes.length > 0) {
      bytes[0] = (byte) (random.nextBoolean() ? 5 : 0);
    }
    return random.nextInt(10) == 0 ? EffectivePartitionKey.MAX : EffectivePartitionKey.of(bytes);
  }

  private static HashRange range(String min, String max) {
    return new HashRange(EffectivePartitionKey.parse(min), EffectivePartitionKey.parse(max));
  }

  private static String boundaries(PartitionKeyDefinition definition, int count) {
    return definition.evenRanges(count).stream()
        .skip(1)
        .map(range -> range.min().toString())
        .collect(Collectors.joining("|"));
  }

  private static void assertRefused(Runnable action, String reason) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}
