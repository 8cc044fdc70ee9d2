// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills a process that writes, again and again, and looks at what it left.
///
/// A process opens a data directory and writes with nine threads: items, batches, deletes of whole
/// logical partitions; it splits partitions, has them indexed anew, makes and drops containers. It
/// tells over a pipe what it begins and what it was told is done. Somewhere in between it is killed
/// with SIGKILL, often in the middle of one of the larger steps. Then the directory must hold
/// everything that was acknowledged, of what was under way all or nothing, and fit together in
/// every other way. The next process goes on in the same directory.
///
/// The rounds of a normal build: 6. Many more:
///
/// ```
/// mvn -B verify -pl tests -am -Dit.test=CrashIT -Dorrery.crash.rounds=1000 \
///     -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
/// ```
///
/// `-Dorrery.crash.seed=…` chooses other moments; the moments repeat with the seed only roughly,
/// because the threads of the victim run as they like.
class CrashIT {
  private static final int ROUNDS_PER_DIRECTORY = 20;

  @TempDir Path root;

  @Test
  void nothingAcknowledgedIsEverLost() throws Exception {
    int rounds = Integer.getInteger("orrery.crash.rounds", 6);
    long seed = Long.getLong("orrery.crash.seed", System.nanoTime());
    run(root, rounds, seed);
  }

  /// The number of kills, and perhaps a seed: the same without a build tool.
  public static void main(String[] arguments) throws Exception {
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    run(Files.createTempDirectory("orrery-crash"), Integer.parseInt(arguments[0]), seed);
  }

  static void run(Path root, int rounds, long seed) throws Exception {
    System.out.printf("%d kills, -Dorrery.crash.seed=%d%n", rounds, seed);
    Unfinished unfinished = new Unfinished();
    for (int first = 0; first < rounds; first += ROUNDS_PER_DIRECTORY) {
      CrashDirectory directory =
          new CrashDirectory(Files.createDirectories(root.resolve("series" + first)));
      Ledger ledger = new Ledger();
      int last = Math.min(rounds, first + ROUNDS_PER_DIRECTORY);
      for (int round = first; round < last; round++) {
        try {
          round(directory, new Books(ledger, unfinished), round, seed, round == last - 1);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(
              "round %d of -Dorrery.crash.seed=%d, in %s".formatted(round, seed, directory.root()),
              e);
        }
      }
      System.out.printf(
          "%d kills: %,d operations acknowledged, %,d refused, %,d entries%n",
          last - first, ledger.acknowledged(), ledger.refused(), ledger.entries());
      directory.delete();
    }
    System.out.println(unfinished);
  }

  private record Books(Ledger ledger, Unfinished unfinished) {}

  private static void round(
      CrashDirectory directory, Books books, int round, long seed, boolean last) throws Exception {
    Random random = new Random(seed * 1_000_003 + round);
    Killing killing = Killing.random(random);
    Victim.runAndKill(directory, books.ledger(), killing, random.nextLong(), round * 10_000_000L);
    // Now and then the next process finds the directory as the kill left it.
    if (last || random.nextInt(4) > 0) {
      Inspection.run(directory, books.ledger(), books.unfinished());
    }
  }
}
