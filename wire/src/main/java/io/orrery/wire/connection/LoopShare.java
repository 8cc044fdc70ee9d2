// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

/// How much of its event loop a connection may take at a time. A client may send any number of
/// requests in one go; were they all answered at once, the other connections would wait.
public final class LoopShare {
  private static final int ANSWERS_MAX = 16;

  private int answers;

  /// Whether one more request may be answered on the event loop.
  public boolean isLeft() {
    return answers < ANSWERS_MAX;
  }

  public void take() {
    answers++;
  }

  /// The event loop has been with others meanwhile.
  public void renew() {
    answers = 0;
  }
}
