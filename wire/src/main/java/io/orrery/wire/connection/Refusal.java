// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

/// Why a client is answered without its door, or in its place. What the answer looks like is the
/// door's business.
///
/// @param message one sentence for the client
public record Refusal(Reason reason, String message) {

  public enum Reason {
    MALFORMED,
    /// The request did not arrive in time.
    TIMED_OUT,
    TOO_LARGE,
    LINE_TOO_LONG,
    HEADERS_TOO_LARGE,
    /// A bug of ours.
    FAILED,
    UNAVAILABLE,
    VERSION_NOT_SUPPORTED
  }

  public static Refusal malformed(String why) {
    return new Refusal(Reason.MALFORMED, why);
  }

  /// Something is over its limit.
  ///
  /// @param what grew, as the subject of a sentence
  public static Refusal tooLarge(String what, int bytesMax) {
    return new Refusal(Reason.TOO_LARGE, what + " is larger than " + bytesMax + " bytes.");
  }

  public static Refusal lateRequest() {
    return new Refusal(Reason.TIMED_OUT, "The request did not arrive in time.");
  }

  public static Refusal overdue() {
    return new Refusal(Reason.UNAVAILABLE, "The request took too long.");
  }

  public static Refusal tooManyConnections() {
    return new Refusal(Reason.UNAVAILABLE, "The server has too many connections; try again later.");
  }

  public static Refusal full() {
    return new Refusal(
        Reason.UNAVAILABLE, "The server has too many large requests in hand; try again later.");
  }

  public static Refusal noRoomForAnswer() {
    return new Refusal(
        Reason.UNAVAILABLE,
        "The server has too many large answers in hand. If this was to change something, look"
            + " whether it did; try again later.");
  }

  public static Refusal internal() {
    return new Refusal(Reason.FAILED, "The server failed; see its log.");
  }
}
