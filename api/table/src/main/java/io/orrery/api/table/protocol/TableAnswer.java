// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// An answer in the making.
public final class TableAnswer {
  private static final HttpHeaders SHARED =
      HttpHeaders.builder()
          .add("x-ms-version", "2019-02-02")
          .add("Cache-Control", "no-cache")
          .add("X-Content-Type-Options", "nosniff")
          .build();
  private static final byte[] NO_BODY = {};

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final List<HttpHeaders.Field> headers = new ArrayList<>();

  private TableAnswer(int status, String contentType, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  public static TableAnswer of(int status, String contentType, String body) {
    return new TableAnswer(status, contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  public static TableAnswer empty(int status) {
    return new TableAnswer(status, "", NO_BODY);
  }

  public TableAnswer header(String name, String value) {
    headers.add(new HttpHeaders.Field(name, value));
    return this;
  }

  public int status() {
    return status;
  }

  public String contentType() {
    return contentType;
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  public List<HttpHeaders.Field> headers() {
    return List.copyOf(headers);
  }

  /// With the headers that all answers share.
  ///
  /// @param clientRequestId what the client calls its request; empty if it has no name for it
  public HttpResponse toHttp(UUID requestId, String clientRequestId) {
    HttpHeaders.Builder all = HttpHeaders.builder(SHARED);
    all.add("x-ms-request-id", requestId.toString());
    all.add("x-ms-activity-id", requestId.toString());
    if (!clientRequestId.isEmpty()) {
      all.add("x-ms-client-request-id", clientRequestId);
    }
    if (body.length > 0) {
      all.add("Content-Type", contentType);
    }
    headers.forEach(field -> all.add(field.name(), field.value()));
    return new HttpResponse(status, all.build(), body);
  }
}
