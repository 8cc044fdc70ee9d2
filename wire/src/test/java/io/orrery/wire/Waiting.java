// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.orrery.wire.connection.Patience;
import java.time.Duration;
import java.util.Set;

/// How long a port of a test waits for its clients. Where a test is about a client that is late
/// with something, the port waits shortly for this one thing: a busy machine makes all clients late
/// with everything, and what a test does not look at must not go wrong for that.
public final class Waiting {
  public enum For {
    GREETING,
    IDLE,
    REQUEST,
    ANSWER
  }

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration ENOUGH = Duration.ofMinutes(1);

  /// For everything.
  public static final Patience LONG = new Patience(ENOUGH, ENOUGH, ENOUGH, ENOUGH);

  private Waiting() {}

  public static Patience shortlyFor(For... these) {
    return atMost(SHORT, these);
  }

  /// For tests that have to see something before the time is over.
  public static Patience atMost(Duration time, For... these) {
    Set<For> all = Set.of(these);
    return new Patience(
        all.contains(For.GREETING) ? time : ENOUGH,
        all.contains(For.IDLE) ? time : ENOUGH,
        all.contains(For.REQUEST) ? time : ENOUGH,
        all.contains(For.ANSWER) ? time : ENOUGH);
  }
}
