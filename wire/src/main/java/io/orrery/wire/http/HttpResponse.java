// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A complete answer. Date, length and connection headers are added by the server; to HEAD the
/// body's length is announced, the body itself not sent. What a body holds must not change any
/// more.
public record HttpResponse(int status, HttpHeaders headers, ByteBuffer body) {
  static final int STATUS_MAX = 599;

  private static final HttpHeaders TEXT =
      HttpHeaders.of("Content-Type", "text/plain; charset=utf-8");
  private static final HttpHeaders JSON = HttpHeaders.of("Content-Type", "application/json");

  public HttpResponse {
    if (status < 200 || status > STATUS_MAX) {
      throw new IllegalArgumentException("There is no final status " + status);
    }
  }

  public HttpResponse(int status, HttpHeaders headers, byte[] body) {
    this(status, headers, ByteBuffer.wrap(body));
  }

  public static HttpResponse text(int status, String body) {
    return new HttpResponse(status, TEXT, body.getBytes(StandardCharsets.UTF_8));
  }

  public static HttpResponse json(int status, String body) {
    return new HttpResponse(status, JSON, body.getBytes(StandardCharsets.UTF_8));
  }

  public static HttpResponse of(int status, String contentType, String body) {
    return new HttpResponse(
        status, HttpHeaders.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
  }

  /// The statuses that end with their headers: the protocol has no place for a body.
  boolean mayHaveBody() {
    return status != 204 && status != 304;
  }
}
