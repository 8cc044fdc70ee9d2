// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.testkit.transport.ImaginaryNetwork.Weather;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random operations of every kind on several containers, each compared at once with a model that
/// is simple enough to be right: sorted maps. Partitions split meanwhile, by size, throughput and
/// force; items expire; policies change; the engine is stopped and opened again. Scans and feeds
/// are read a page at a time, with hundreds of other steps between one page and the next.
///
/// More than a normal build does:
///
/// ```
/// mvn -B test -pl tests -am -Dtest=ModelTest -Dorrery.model.operations=1000000 \
///     -Dorrery.model.seed=1 -Dsurefire.failIfNoSpecifiedTests=false
/// ```
///
/// The same seed gives the same operations as long as the background threads of the engine do not
/// matter: which partitions there are to split is theirs to decide.
class ModelTest {
  private static final int STEPS_PER_SEED = 20_000;
  private static final int STEPS_PER_COMPARISON = 2_500;
  private static final RocksSettings SMALL =
      new RocksSettings(8 << 20, 1 << 20, 2 << 20, 4 << 20, 1, 64);

  @TempDir Path directory;

  @Test
  void memoryStoreFollowsTheModel() {
    run(operations(8_000), seed(), false, _ -> ModelTest::memory);
  }

  @Test
  void partitionsBehindANetworkFollowTheModel() {
    run(operations(1_000), seed(), true, _ -> ModelTest::memory);
  }

  @Test
  void rocksStoreFollowsTheModel() {
    run(operations(2_000), seed(), false, seed -> rocks(directory.resolve("seed" + seed)));
  }

  /// The number of operations, the seed to begin with, and `memory`, `rocks` or `network`: the same
  /// without a build tool.
  public static void main(String[] arguments) throws Exception {
    long operations = Long.parseLong(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    Path root = Files.createTempDirectory("orrery-model");
    boolean network = arguments[2].equals("network");
    boolean memory = network || arguments[2].equals("memory");
    run(
        operations,
        seed,
        network,
        each -> memory ? ModelTest::memory : rocks(root.resolve("seed" + each)));
  }

  private static long operations(long standard) {
    return Long.getLong("orrery.model.operations", standard);
  }

  private static long seed() {
    return Long.getLong("orrery.model.seed", System.nanoTime());
  }

  /// Several seeds one after the other, so that no state grows old and large.
  private static void run(
      long operations,
      long firstSeed,
      boolean network,
      Function<Long, Function<@Nullable Store, Store>> stores) {
    long done = 0;
    for (long seed = firstSeed; done < operations; seed++) {
      int steps = (int) Math.min(STEPS_PER_SEED, operations - done);
      runSeed(seed, steps, network, stores.apply(seed));
      done += steps;
      System.out.printf("%,d of %,d operations, seed %d is done%n", done, operations, seed);
    }
  }

  private static void runSeed(
      long seed, int steps, boolean network, Function<@Nullable Store, Store> stores) {
    int step = 0;
    ImaginaryNetwork between = network ? new ImaginaryNetwork(seed, Weather.ROUGH) : null;
    try (World world = new World(seed, stores, between)) {
      ModelRun run = new ModelRun(world);
      run.begin();
      for (; step < steps; step++) {
        run.step();
        if (step % STEPS_PER_COMPARISON == STEPS_PER_COMPARISON - 1) {
          run.compareAll();
        }
      }
      run.compareAll();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("step %d of -Dorrery.model.seed=%d".formatted(step, seed), e);
    }
  }

  /// A store in memory outlives its engine.
  private static Store memory(@Nullable Store old) {
    return old == null ? new MemoryStore() : old;
  }

  private static Function<@Nullable Store, Store> rocks(Path path) {
    return old -> {
      if (old != null) {
        old.close();
      }
      return RocksStore.open(path, SMALL);
    };
  }
}
