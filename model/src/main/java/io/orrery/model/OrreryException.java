// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import org.jspecify.annotations.Nullable;

/// The one exception of the engine: a protocol-neutral code and a sentence for the user.
///
/// Outcomes that are part of normal work inside the engine (an item exists, an etag differs) are
/// values there and become exceptions only where they leave it.
///
/// A subclass is for a failure that has more to say than one sentence; whoever knows nothing of it
/// handles it like any other.
public class OrreryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final long retryAfterMillis;
  private final int protocolNumber;

  public OrreryException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public OrreryException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, 0, 0, cause);
  }

  /// @param protocolNumber that the protocol of a door has for it
  public OrreryException(ErrorCode code, String message, int protocolNumber) {
    this(code, message, 0, protocolNumber, null);
  }

  private OrreryException(
      ErrorCode code,
      String message,
      long retryAfterMillis,
      int protocolNumber,
      @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.retryAfterMillis = retryAfterMillis;
    this.protocolNumber = protocolNumber;
  }

  /// A refusal that ends by itself: the caller may try again after the given time.
  public static OrreryException retryAfter(ErrorCode code, String message, long millis) {
    return new OrreryException(code, message, millis, 0, null);
  }

  /// Bytes that this software did not write, or that something damaged since.
  public static OrreryException corrupted(String message) {
    return new OrreryException(ErrorCode.CORRUPTED, message);
  }

  public ErrorCode code() {
    return code;
  }

  /// How long to wait before trying again; 0 when waiting does not help or no time is known.
  public long retryAfterMillis() {
    return retryAfterMillis;
  }

  /// The number that the protocol of a door has for it; 0 if nobody gave it one. A partition that
  /// evaluates an expression of that protocol fails with it, and tells it to the door.
  public int protocolNumber() {
    return protocolNumber;
  }
}
