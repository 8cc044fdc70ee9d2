// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

/// The platform threads that carry virtual ones: two more than there are processors. Those who
/// compute for long leave one to the others (docs/adr/0017), and one may be waiting for the disk
/// with what its virtual thread writes (docs/adr/0019).
final class Carriers {
  /// The JDK's own setting, and the only way to tell it.
  private static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

  private static final int SPARE = 2;

  private Carriers() {}

  /// To be called before there is a virtual thread: the first one reads the setting. Whoever starts
  /// the JVM with another number gets that.
  static void reserve() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, Integer.toString(processors() + SPARE));
    }
  }

  /// How many of them may be held by those who compute for long.
  static int forComputing() {
    return Math.max(1, Integer.getInteger(PROPERTY, processors() + SPARE) - SPARE);
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }
}
