// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpendingMeterTest {
  private static final RequestCharge READ = Charges.read(1);
  private static final int REQUESTS = 200_000;

  private final AtomicLong nanos = new AtomicLong();
  private final SpendingMeter meter = new SpendingMeter(nanos::get);

  @Test
  void addsUpWhatManyThreadsSpend() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ItemKey key = HeavyKeysTest.key(i, 0);
      threads.add(
          Thread.startVirtualThread(
              () -> {
                for (int j = 0; j < 1000; j++) {
                  meter.spent(READ, key);
                  meter.served();
                  meter.turnedAway();
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(meter.total()).isEqualTo(new Spending(20_000 * READ.thousandths(), 40_000, 20_000));
  }

  /// Each sample stands for a stretch of spending, so the share of a key is off by the error of
  /// sampling and that of the sketch.
  @Test
  void sharesOfHotKeysAreNearTheTruth() {
    Random random = new Random(42);
    Map<Integer, Long> exact = new HashMap<>();
    for (int i = 0; i < REQUESTS; i++) {
      int number = HeavyKeysTest.skewed(random, 100_000);
      RequestCharge charge = i % 10 == 0 ? Charges.read(20_000) : READ;
      meter.spent(charge, HeavyKeysTest.key(number, i));
      exact.merge(number, charge.thousandths(), Long::sum);
    }
    long total = meter.total().thousandths();
    List<HotKey> hottest = meter.hottest(5);
    assertThat(hottest).hasSize(5);
    assertThat(HeavyKeysTest.number(hottest.getFirst().key())).isZero();
    for (HotKey each : hottest) {
      long truth = exact.getOrDefault(HeavyKeysTest.number(each.key()), 0L);
      long sampling = 6 * (long) Math.sqrt((double) truth * SpendingMeter.STRETCH);
      assertThat(each.thousandths())
          .isBetween(truth - sampling, truth + sampling + total / SpendingMeter.KEYS);
    }
  }

  /// Sixteen reads are about two stretches: every second sample would hit the same key, if samples
  /// were taken at fixed distances.
  @Test
  void keysInAFixedOrderAreSampledEvenly() {
    for (int i = 0; i < REQUESTS; i++) {
      meter.spent(new RequestCharge(1024), HeavyKeysTest.key(i % 16, 0));
    }
    long share = meter.total().thousandths() / 16;
    List<HotKey> hottest = meter.hottest(100);
    assertThat(hottest).hasSize(16);
    for (HotKey each : hottest) {
      assertThat(each.thousandths()).isBetween(share * 8 / 10, share * 12 / 10);
    }
  }

  @Test
  void sameRequestsGiveTheSameSamples() {
    SpendingMeter other = new SpendingMeter(nanos::get);
    for (int i = 0; i < 10_000; i++) {
      meter.spent(READ, HeavyKeysTest.key(i % 300, 0));
      other.spent(READ, HeavyKeysTest.key(i % 300, 0));
    }
    assertThat(meter.hottest(10)).isEqualTo(other.hottest(10)).hasSize(10);
  }

  @Test
  void whatWasHotLongAgoIsForgotten() {
    spend(1);
    nanos.addAndGet(SpendingMeter.WINDOW.toNanos());
    spend(2);
    assertThat(hottestNumbers()).containsExactlyInAnyOrder(1, 2);
    nanos.addAndGet(SpendingMeter.WINDOW.toNanos());
    assertThat(hottestNumbers()).containsExactly(2);
    nanos.addAndGet(3 * SpendingMeter.WINDOW.toNanos());
    assertThat(hottestNumbers()).isEmpty();
    spend(3);
    assertThat(hottestNumbers()).containsExactly(3);
  }

  @Test
  void whatIsSpentOnSeveralKeysIsOnlyAddedUp() {
    meter.spent(new RequestCharge(1_000_000), null);
    assertThat(meter.total().thousandths()).isEqualTo(1_000_000);
    assertThat(meter.hottest(10)).isEmpty();
  }

  private void spend(int number) {
    for (int i = 0; i < 100; i++) {
      meter.spent(READ, HeavyKeysTest.key(number, 0));
    }
  }

  private List<Integer> hottestNumbers() {
    return meter.hottest(10).stream().map(each -> HeavyKeysTest.number(each.key())).toList();
  }
}
