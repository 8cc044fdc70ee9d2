// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Chance, from a seed.
public final class Dice {
  private final Random random;

  public Dice(long seed) {
    this.random = new Random(seed);
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  /// From the first to the last, both included.
  public int between(int first, int last) {
    return first + random.nextInt(last - first + 1);
  }

  public boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  public <T> T oneOf(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }

  public String oneOf(String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  /// Something that comes up as often as its weight says.
  record Weighted(int weight, Supplier<String> text) {}

  String weighted(List<Weighted> choices) {
    int left = random.nextInt(choices.stream().mapToInt(Weighted::weight).sum());
    for (Weighted choice : choices) {
      left -= choice.weight();
      if (left < 0) {
        return choice.text().get();
      }
    }
    throw new IllegalStateException("no weight is left");
  }
}
