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

  public OrreryException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public OrreryException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, 0, cause);
  }

  private OrreryException(
      ErrorCode code, String message, long retryAfterMillis, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.retryAfterMillis = retryAfterMillis;
  }

  /// A refusal that ends by itself: the caller may try again after the given time.
  public static OrreryException retryAfter(ErrorCode code, String message, long millis) {
    return new OrreryException(code, message, millis, null);
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
}
