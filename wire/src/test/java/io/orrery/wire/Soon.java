// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// Waits for what is about to happen. It looks at once and often: a tenth of a second before each
/// first look, which is Awaitility's habit, was most of the time that this room's tests took.
public final class Soon {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private Soon() {}

  public static ConditionFactory await() {
    return Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(BETWEEN_LOOKS);
  }
}
