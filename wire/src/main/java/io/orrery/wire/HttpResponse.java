// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.nio.charset.StandardCharsets;

/// A complete answer. Length and connection headers are added by the server; to HEAD the body's
/// length is announced, the body itself not sent.
public record HttpResponse(int status, HttpHeaders headers, byte[] body) {

  public static HttpResponse text(int status, String body) {
    return of(status, "text/plain; charset=utf-8", body);
  }

  public static HttpResponse json(int status, String body) {
    return of(status, "application/json", body);
  }

  public static HttpResponse of(int status, String contentType, String body) {
    return new HttpResponse(
        status, HttpHeaders.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
  }
}
