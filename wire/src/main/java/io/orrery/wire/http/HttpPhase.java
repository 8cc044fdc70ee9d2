// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

/// What a connection of HTTP/1 is doing.
enum HttpPhase {
  AWAITING_HEAD(true),
  RECEIVING_BODY(true),
  /// The door is asked whether the body may come.
  ADMITTING(false),
  HANDLING(false),
  ANSWERING(false),
  /// Its client was refused.
  DISCARDING(true),
  /// Another protocol has taken over.
  CHANGED(false);

  private final boolean takesInput;

  HttpPhase(boolean takesInput) {
    this.takesInput = takesInput;
  }

  /// Otherwise what comes has to wait.
  boolean takesInput() {
    return takesInput;
  }
}
