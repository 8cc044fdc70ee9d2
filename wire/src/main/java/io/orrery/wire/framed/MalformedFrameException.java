// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import java.io.Serial;

/// What a client sends is no frame. Without a stack trace: it says nothing about us.
public final class MalformedFrameException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /// @param message one sentence for the client
  public MalformedFrameException(String message) {
    super(message, null, false, false);
  }
}
