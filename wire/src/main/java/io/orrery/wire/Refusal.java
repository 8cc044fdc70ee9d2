// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// Why a request is answered without its handler, or in its place. What the answer looks like is
/// the door's business ([HttpHandler#refuse]).
///
/// @param message one sentence for the client
public record Refusal(Reason reason, String message) {

  public enum Reason {
    MALFORMED(400),
    TIMED_OUT(408),
    BODY_TOO_LARGE(413),
    LINE_TOO_LONG(414),
    HEADERS_TOO_LARGE(431),
    FAILED(500),
    UNAVAILABLE(503),
    VERSION_NOT_SUPPORTED(505);

    private final int status;

    Reason(int status) {
      this.status = status;
    }
  }

  /// The status of HTTP for it.
  public int status() {
    return reason.status;
  }

  static Refusal malformed(String why) {
    return new Refusal(Reason.MALFORMED, why);
  }

  static Refusal bodyTooLarge(HttpLimits limits) {
    return new Refusal(
        Reason.BODY_TOO_LARGE, "The body is larger than " + limits.maxBodyBytes() + " bytes.");
  }

  static Refusal lateRequest() {
    return new Refusal(Reason.TIMED_OUT, "The request did not arrive in time.");
  }

  static Refusal overdue() {
    return new Refusal(Reason.UNAVAILABLE, "The request took too long.");
  }

  static Refusal plainNotSpoken() {
    return malformed("This port speaks https only.");
  }

  static Refusal tooManyConnections() {
    return new Refusal(Reason.UNAVAILABLE, "The server has too many connections; try again later.");
  }

  static Refusal full() {
    return new Refusal(
        Reason.UNAVAILABLE, "The server has too many large requests in hand; try again later.");
  }

  static Refusal noRoomForAnswer() {
    return new Refusal(
        Reason.UNAVAILABLE,
        "The server has too many large answers in hand. If this was to change something, look"
            + " whether it did; try again later.");
  }

  static Refusal internal() {
    return new Refusal(Reason.FAILED, "The server failed; see its log.");
  }

  HttpResponse asText() {
    return HttpResponse.text(status(), message + "\n");
  }
}
