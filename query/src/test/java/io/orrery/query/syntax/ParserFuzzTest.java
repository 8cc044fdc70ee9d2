// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.query.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Recorded texts with random damage: whatever comes out is a query or a [QueryException], and the
/// canonical form of a query is its own canonical form.
class ParserFuzzTest {
  private static final int TEXTS = 20_000;
  private static final String ALPHABET =
      " ()[]{}'\"\\.,:?@*-+<>=!|&^~%/#_aEe0129\n\u00e9\ud83d\u0000";

  @Test
  void damagedTextsAreQueriesOrErrors() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> texts = texts();
    int read = 0;
    for (int i = 0; i < TEXTS; i++) {
      String text = damaged(texts, random);
      Query query;
      try {
        query = Parser.parse(text);
      } catch (QueryException e) {
        assertThat(e.errors()).as("seed %d: %s", seed, text).isNotEmpty();
        for (QueryError error : e.errors()) {
          assertThat(error.start()).as("seed %d: %s", seed, text).isBetween(0, error.end());
          assertThat(error.end()).as("seed %d: %s", seed, text).isLessThanOrEqualTo(text.length());
        }
        continue;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + text, e);
      }
      read++;
      String canonical = Printer.print(query);
      assertThat(Printer.print(reread(canonical, seed)))
          .as("seed %d: %s", seed, text)
          .isEqualTo(canonical);
    }
    assertThat(read).as("texts that are queries, seed %d", seed).isGreaterThan(TEXTS / 20);
  }

  private static Query reread(String canonical, long seed) {
    try {
      return Parser.parse(canonical);
    } catch (QueryException e) {
      throw new AssertionError("seed " + seed + ": cannot read back " + canonical, e);
    }
  }

  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (String file : ParserConformanceTest.FILES) {
      Recorded.results("parser/" + file + ".xml")
          .forEach(result -> texts.add(Recorded.text(result, "Input", "Query")));
    }
    return texts;
  }

  private static String damaged(List<String> texts, Random random) {
    StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(6));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 2 -> text.insert(at, text.substring(at, end));
        default -> text.insert(at, piece(texts.get(random.nextInt(texts.size())), random));
      }
    }
    return text.toString();
  }

  private static String piece(String text, Random random) {
    int from = random.nextInt(text.length());
    return text.substring(from, from + random.nextInt(text.length() - from + 1));
  }
}
