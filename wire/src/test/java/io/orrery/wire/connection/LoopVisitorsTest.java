// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopVisitorsTest {
  private static final String ONE = "one";
  private static final String OTHER = "other";

  private final LoopVisitors visitors = new LoopVisitors();

  private boolean isAlone(String visitor, long micros) {
    // The clock passes the end of its numbers on the way.
    return visitors.arrivesAlone(visitor, Long.MAX_VALUE - 1000 + micros * 1000);
  }

  @Test
  void whoeverComesBackIsAloneUntilSomebodyElseComes() {
    assertThat(isAlone(ONE, 0)).isTrue();
    assertThat(isAlone(ONE, 10)).isTrue();
    assertThat(isAlone(ONE, 5000)).isTrue();
    assertThat(isAlone(OTHER, 5010)).isFalse();
    assertThat(isAlone(ONE, 5020)).isFalse();
    assertThat(isAlone(ONE, 5900)).isFalse();
    assertThat(isAlone(ONE, 6010)).isTrue();
  }

  @Test
  void thoseWhoComeSeldomAreAlone() {
    assertThat(isAlone(ONE, 0)).isTrue();
    assertThat(isAlone(OTHER, 1000)).isTrue();
    assertThat(isAlone(ONE, 2000)).isTrue();
  }
}
