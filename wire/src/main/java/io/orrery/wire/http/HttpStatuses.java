// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.wire.connection.Refusal;

/// How HTTP says that a request is refused.
public final class HttpStatuses {
  private HttpStatuses() {}

  public static int of(Refusal refusal) {
    return switch (refusal.reason()) {
      case MALFORMED -> 400;
      case TIMED_OUT -> 408;
      case TOO_LARGE -> 413;
      case LINE_TOO_LONG -> 414;
      case HEADERS_TOO_LARGE -> 431;
      case FAILED -> 500;
      case UNAVAILABLE -> 503;
      case VERSION_NOT_SUPPORTED -> 505;
    };
  }

  static HttpResponse text(Refusal refusal) {
    return HttpResponse.text(of(refusal), refusal.message() + "\n");
  }
}
