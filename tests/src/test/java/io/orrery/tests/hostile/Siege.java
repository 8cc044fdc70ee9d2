// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ServerProcess;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/// Attacks a server from several sides, twice: by the first the server becomes as large as it gets,
/// the second must leave nothing behind. `-Dorrery.hostile.seed` repeats one.
///
/// @param <T> the port under attack
final class Siege<T extends Closeable> {
  private static final long SEED = Long.getLong("orrery.hostile.seed", System.nanoTime());
  private static final int ATTACKERS = 8;

  /// A kind of input that no honest client sends, and what must come of it.
  interface Kind<T> {
    /// How often it is made, in relation to others.
    int weight();

    void make(T target, RandomGenerator random) throws Exception;
  }

  /// Finds the port of a server.
  interface Opening<T> {
    T open(ServerProcess server) throws Exception;
  }

  private final ServerProcess server;
  private final Opening<T> opening;
  private final List<? extends Kind<T>> kinds;
  private final String connections;
  private final int keptPerAttacker;

  /// @param connections the metric that counts those of the port
  /// @param keptPerAttacker how many of them honest clients keep
  Siege(
      ServerProcess server,
      Opening<T> opening,
      List<? extends Kind<T>> kinds,
      String connections,
      int keptPerAttacker) {
    this.server = server;
    this.opening = opening;
    this.kinds = kinds;
    this.connections = connections;
    this.keptPerAttacker = keptPerAttacker;
  }

  void leavesNothingBehind(int warmUp, int requests) throws Exception {
    attack(warmUp, new SplittableRandom(SEED));
    Vitals before = calm();
    int connectionsBefore = Vitals.number(server, connections);
    attack(requests, new SplittableRandom(SEED + 1));
    Vitals after = calm();
    int connectionsAfter = Vitals.number(server, connections);
    System.out.printf("%d hostile requests: %s, then %s%n", requests, before, after);

    assertThat(server.standardError()).as("what the server logged, seed %d", SEED).isEmpty();
    assertThat(after.heapMegabytes()).isLessThan(before.heapMegabytes() + 20);
    assertThat(after.residentMegabytes()).isLessThan(before.residentMegabytes() + 200);
    assertThat(after.platformThreads()).isLessThan(before.platformThreads() + 5);
    assertThat(after.openFiles() - connectionsAfter)
        .isLessThan(before.openFiles() - connectionsBefore + 10);
  }

  private void attack(int requests, SplittableRandom seeds) throws Exception {
    try (T target = opening.open(server);
        ExecutorService threads = Executors.newFixedThreadPool(ATTACKERS)) {
      List<Future<?>> attackers = new ArrayList<>();
      for (int i = 0; i < ATTACKERS; i++) {
        SplittableRandom random = seeds.split();
        attackers.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < requests / ATTACKERS; n++) {
                    make(choose(random), target, random);
                  }
                  return null;
                }));
      }
      for (Future<?> each : attackers) {
        each.get();
      }
    }
  }

  private Kind<T> choose(RandomGenerator random) {
    int left = random.nextInt(kinds.stream().mapToInt(Kind::weight).sum());
    for (Kind<T> each : kinds) {
      left -= each.weight();
      if (left < 0) {
        return each;
      }
    }
    throw new IllegalStateException("the weights do not add up");
  }

  private void make(Kind<T> kind, T target, SplittableRandom random) {
    try {
      kind.make(target, random);
    } catch (Exception | AssertionError e) {
      throw new AssertionError("%s with the seed %d".formatted(kind, SEED), e);
    }
  }

  /// Once nobody is connected any more but honest clients.
  private Vitals calm() throws Exception {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Vitals.number(server, connections) <= keptPerAttacker * ATTACKERS);
    return Vitals.of(server);
  }
}
