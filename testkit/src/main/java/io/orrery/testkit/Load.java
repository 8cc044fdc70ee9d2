// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

/// How much the tests write that want traffic while something happens to a server: enough for that
/// by default, and `-Dorrery.load.times=3` makes it three times as much.
public final class Load {
  private static final int TIMES = Integer.getInteger("orrery.load.times", 1);

  private Load() {}

  /// How many a test writes.
  ///
  /// @param enough how many are enough for the test to mean something
  public static int of(int enough) {
    return enough * TIMES;
  }

  /// For programs that are not Java.
  static String times() {
    return Integer.toString(TIMES);
  }
}
