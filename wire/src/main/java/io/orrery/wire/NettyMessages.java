// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Between Netty's messages and ours.
final class NettyMessages {
  private NettyMessages() {}

  static HttpRequest fromNetty(io.netty.handler.codec.http.HttpRequest head, byte[] body) {
    List<HttpHeaders.Field> fields = new ArrayList<>(head.headers().size());
    for (Map.Entry<String, String> entry : head.headers()) {
      fields.add(new HttpHeaders.Field(entry.getKey(), entry.getValue()));
    }
    RequestTarget target = RequestTarget.parse(head.uri());
    return new HttpRequest(
        head.method().name(), target.path(), target.query(), new HttpHeaders(fields), body);
  }

  /// Fails if a header holds characters that would let it smuggle in another one.
  static FullHttpResponse toNetty(HttpResponse response) {
    var answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(response.status()),
            Unpooled.wrappedBuffer(response.body()));
    for (HttpHeaders.Field field : response.headers().fields()) {
      answer.headers().add(field.name(), field.value());
    }
    return answer;
  }

  /// Adds what frames the message. HTTP/1.0 clients have to be told that the connection stays open.
  static void finish(FullHttpResponse answer, boolean keepAlive, boolean http10) {
    answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.content().readableBytes());
    if (!keepAlive) {
      answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    } else if (http10) {
      answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    }
  }
}
