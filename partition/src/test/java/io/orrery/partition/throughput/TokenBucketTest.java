// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.container.RequestCharge;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final long SEED = 99;

  private static RequestCharge units(double units) {
    return new RequestCharge(Math.round(units * 1000));
  }

  @Test
  void fullAtFirstThenOneSecondsWorth() {
    TokenBucket bucket = new TokenBucket(400, 0);
    for (int i = 0; i < 400; i++) {
      assertThat(bucket.admit(0)).isZero();
      bucket.spend(units(1));
    }
    assertThat(bucket.admit(0)).isPositive();
    assertThat(bucket.admit(100 * SECOND)).isZero();
    bucket.spend(units(400));
    assertThat(bucket.admit(100 * SECOND)).isPositive();
  }

  @Test
  void debtIsWaitedFor() {
    TokenBucket bucket = new TokenBucket(400, 0);
    bucket.spend(units(400 + 800)); // one request that cost three seconds' worth

    long wait = bucket.admit(0);
    assertThat(wait).isEqualTo(2001);
    assertThat(bucket.admit(wait * MILLI - MILLI)).isPositive();
    assertThat(bucket.admit(wait * MILLI)).isZero();
  }

  /// Whoever is told to wait so long gets in then, and would not have much earlier.
  @ParameterizedTest
  @ValueSource(longs = {1, 7, 400, 999, 10_000, 1_000_000, 9_000_000})
  void waitIsHonest(long rate) {
    Random random = new Random(SEED);
    long now = random.nextLong(); // nanoTime begins anywhere, also just before it wraps
    TokenBucket bucket = new TokenBucket(rate, now);
    for (int i = 0; i < 2_000; i++) {
      bucket.spend(new RequestCharge(random.nextLong(rate * 3000)));
      now += random.nextLong(SECOND);
      long wait = bucket.admit(now);
      if (wait > 0) {
        assertThat(bucket.admit(now + (wait - 1) * MILLI)).as("seed %d", SEED).isPositive();
        now += wait * MILLI;
        assertThat(bucket.admit(now)).as("seed %d", SEED).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 700, 9_901, 600_000, 7_654_321})
  void neverMoreThanGrantedNorMuchLess(long rate) {
    Random random = new Random(SEED);
    long now = 0;
    TokenBucket bucket = new TokenBucket(rate, now);
    long charge = Math.max(1, rate / 3);
    long spent = 0;
    for (int i = 0; i < 50_000; i++) {
      now += random.nextInt(1, 3_000);
      if (bucket.admit(now) == 0) {
        bucket.spend(new RequestCharge(charge));
        spent += charge;
      }
    }
    double granted = rate * 1000.0 * (1 + now / 1e9);
    assertThat((double) spent).as("seed %d", SEED).isLessThanOrEqualTo(granted + charge);
    double burst = rate * 1000.0;
    assertThat((double) spent).isGreaterThanOrEqualTo(Math.min(granted, burst) - charge);
  }

  @Test
  void longIdleTimesOverflowNothing() {
    TokenBucket bucket = new TokenBucket(200_000, 0);
    bucket.spend(units(200_000 * 50.0));
    assertThat(bucket.admit(60 * SECOND)).isZero();
    bucket.spend(units(200_000 * 80.0));
    assertThat(bucket.admit(100 * SECOND)).isPositive();
    assertThat(bucket.admit(Long.MAX_VALUE)).isZero();
    assertThat(bucket.admit(0)).isZero(); // a clock that another thread read earlier
  }

  @Test
  void rateChanges() {
    TokenBucket bucket = new TokenBucket(1000, 0);
    bucket.setRate(400, 0);
    assertThat(bucket.unitsPerSecond()).isEqualTo(400);
    bucket.spend(units(400));
    assertThat(bucket.admit(0)).isPositive();
    bucket.spend(units(400));
    bucket.setRate(4000, 0);
    assertThat(bucket.admit(0)).isEqualTo(101);
    assertThatThrownBy(() -> bucket.setRate(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
