// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

/// What is demanded, a line for each: ok, or MISSED.
public final class Targets {
  private Targets() {}

  public static void atLeast(String what, double measured, double limit) {
    say(what, measured, "at least", limit, measured >= limit);
  }

  public static void atMost(String what, double measured, double limit) {
    say(what, measured, "at most", limit, measured <= limit);
  }

  private static void say(String what, double measured, String bound, double limit, boolean holds) {
    System.out.printf(
        "%-62s %8.2f, %-8s %6.2f  %s%n", what, measured, bound, limit, holds ? "ok" : "MISSED");
  }
}
