// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;

/// The head of an answer in HTTP/2, where all names are lower case.
final class Http2Fields {
  private Http2Fields() {}

  static Http2Headers of(HttpResponse response) {
    var fields = new DefaultHttp2Headers(false);
    fields.status(HttpResponseStatus.valueOf(response.status()).codeAsText());
    for (HttpHeaders.Field field : response.headers().fields()) {
      fields.add(field.name().toLowerCase(Locale.ROOT), field.value());
    }
    fields.set(HttpHeaderNames.DATE, HttpDate.now());
    if (response.mayHaveBody()) {
      fields.setInt(HttpHeaderNames.CONTENT_LENGTH, response.body().remaining());
    }
    return fields;
  }
}
