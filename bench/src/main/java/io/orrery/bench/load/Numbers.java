// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.util.Arrays;

/// What several measurements of one thing say together.
public final class Numbers {
  private Numbers() {}

  public static double median(double[] numbers) {
    return percentile(numbers, 0.5);
  }

  public static double min(double[] numbers) {
    return percentile(numbers, 0);
  }

  public static double max(double[] numbers) {
    return percentile(numbers, 1);
  }

  public static double percentile(double[] numbers, double share) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
