// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;

/// Answers to requests that never reach a handler, or that a handler failed to answer.
final class Refusal {
  private Refusal() {}

  /// Why a request with this head is not read any further; null if nothing speaks against it.
  static @Nullable FullHttpResponse ofHead(HttpRequest head, HttpLimits limits) {
    if (head.decoderResult().isFailure()) {
      return ofDecoderFailure(head.decoderResult().cause());
    }
    if (head.protocolVersion().majorVersion() != 1) {
      return answer(
          HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "Only HTTP/1.0 and HTTP/1.1 are spoken.");
    }
    if (head.protocolVersion().equals(HttpVersion.HTTP_1_1)
        && head.headers().getAll(HttpHeaderNames.HOST).size() != 1) {
      return malformed("The request needs exactly one Host header.");
    }
    if (!RequestTarget.parse(head.uri()).isValid()) {
      return malformed("The request's path does not start with a slash.");
    }
    if (HttpUtil.getContentLength(head, 0L) > limits.maxBodyBytes()) {
      return bodyTooLarge(limits);
    }
    return null;
  }

  private static FullHttpResponse ofDecoderFailure(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          answer(HttpResponseStatus.REQUEST_URI_TOO_LONG, "The request line is too long.");
      case TooLongHttpHeaderException _ ->
          answer(
              HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
              "The request's headers are too large.");
      default -> malformed("The request is not HTTP.");
    };
  }

  static FullHttpResponse malformed(String why) {
    return answer(HttpResponseStatus.BAD_REQUEST, why);
  }

  static FullHttpResponse bodyTooLarge(HttpLimits limits) {
    return answer(
        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is larger than " + limits.maxBodyBytes() + " bytes.");
  }

  static FullHttpResponse timedOut(String why) {
    return answer(HttpResponseStatus.REQUEST_TIMEOUT, why);
  }

  static FullHttpResponse overdue() {
    return answer(HttpResponseStatus.SERVICE_UNAVAILABLE, "The request took too long.");
  }

  static FullHttpResponse internal() {
    return answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, "The server failed; see its log.");
  }

  /// Not a refusal but its opposite: the client asked whether to send the body.
  static FullHttpResponse proceed() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
  }

  private static FullHttpResponse answer(HttpResponseStatus status, String body) {
    return NettyMessages.toNetty(HttpResponse.text(status.code(), body + "\n"));
  }
}
