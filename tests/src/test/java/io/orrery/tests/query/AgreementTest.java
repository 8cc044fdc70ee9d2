// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.query;

import org.junit.jupiter.api.Test;

/// Random queries on random documents have the rows that the plainest evaluation gives: with
/// indexes, without, and while these are built; over one partition and over seven; in pages of
/// every size; with splits and restarts between the pages.
///
/// More than a normal build does:
///
/// ```
/// mvn -B test -pl tests -am -Dtest=AgreementTest -Dorrery.query.pairs=100000 \
///     -Dorrery.query.seed=1 -Dsurefire.failIfNoSpecifiedTests=false
/// ```
class AgreementTest {
  private static final int QUERIES_PER_SET = 20;

  @Test
  void everyWayGivesTheSameRows() {
    run(Long.getLong("orrery.query.pairs", 1_000), Long.getLong("orrery.query.seed", 1));
  }

  /// The number of pairs of a query and a set of documents, and the first seed: the same without a
  /// build tool. Goes on behind what fails.
  public static void main(String[] arguments) {
    long pairs = Long.parseLong(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    int failures = 0;
    int refused = 0;
    int lost = 0;
    for (long done = 0; done < pairs; done += QUERIES_PER_SET, seed++) {
      AgreementRun run = new AgreementRun(seed);
      try {
        run.run(QUERIES_PER_SET);
      } catch (AssertionError e) {
        failures++;
        System.out.println("FAILED " + e.getMessage());
        if (e.getCause() != null) {
          e.getCause().printStackTrace(System.out);
        }
      }
      refused += run.refused();
      lost += run.lost();
      if (done % 2000 == 0) {
        System.out.printf(
            "%,d pairs, %d refused, %d lost, %d failed, seed %d%n",
            done, refused, lost, failures, seed);
      }
    }
    System.out.printf(
        "%,d pairs, %d refused, %d lost, %d failed%n", pairs, refused, lost, failures);
  }

  private static void run(long pairs, long firstSeed) {
    long seed = firstSeed;
    for (long done = 0; done < pairs; done += QUERIES_PER_SET) {
      new AgreementRun(seed++).run(QUERIES_PER_SET);
    }
  }
}
