// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.util.Random;

/// When a process is to be killed.
///
/// @param event what to wait for
/// @param afterMillis how long to wait then
record Killing(Event event, long afterMillis) {

  enum Event {
    /// The process begins to open the store.
    OPENING,
    /// It begins to write.
    READY,
    /// It begins to split, re-index, or delete more than an item.
    STRUCTURE
  }

  static Killing random(Random random) {
    int dice = random.nextInt(100);
    if (dice < 10) {
      return new Killing(Event.OPENING, random.nextInt(150));
    } else if (dice < 55) {
      return new Killing(Event.READY, 50 + random.nextInt(750));
    }
    return new Killing(Event.STRUCTURE, random.nextInt(12));
  }
}
