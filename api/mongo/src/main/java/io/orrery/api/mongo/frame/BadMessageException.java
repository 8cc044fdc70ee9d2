// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.frame;

/// Bytes that are no message of the protocol. There is no answer to these; the connection ends.
public final class BadMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadMessageException(String message) {
    super(message);
  }

  BadMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
