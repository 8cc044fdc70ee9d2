// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Answers to requests that never reach a handler, or that a handler failed to answer.
final class Refusal {
  private Refusal() {}

  /// Why a request with this head is not read any further; null if nothing speaks against it.
  static @Nullable HttpResponse ofHead(HttpRequest head, RequestTarget target, HttpLimits limits) {
    if (head.decoderResult().isFailure()) {
      return ofDecoderFailure(head.decoderResult().cause());
    }
    if (head.protocolVersion().majorVersion() != 1) {
      return answer(
          HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "Only HTTP/1.0 and HTTP/1.1 are spoken.");
    }
    if (head.protocolVersion().equals(HttpVersion.HTTP_1_1)
        && !hasOne(head.headers().valueCharSequenceIterator(HttpHeaderNames.HOST))) {
      return malformed("The request needs exactly one Host header.");
    }
    if (!target.isValid()) {
      return malformed("The request's path does not start with a slash.");
    }
    if (HttpUtil.getContentLength(head, 0L) > limits.maxBodyBytes()) {
      return bodyTooLarge(limits);
    }
    return null;
  }

  private static boolean hasOne(Iterator<? extends CharSequence> values) {
    if (!values.hasNext()) {
      return false;
    }
    values.next();
    return !values.hasNext();
  }

  private static HttpResponse ofDecoderFailure(Throwable cause) {
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

  static HttpResponse malformed(String why) {
    return answer(HttpResponseStatus.BAD_REQUEST, why);
  }

  static HttpResponse bodyTooLarge(HttpLimits limits) {
    return answer(
        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is larger than " + limits.maxBodyBytes() + " bytes.");
  }

  static HttpResponse timedOut(String why) {
    return answer(HttpResponseStatus.REQUEST_TIMEOUT, why);
  }

  static HttpResponse overdue() {
    return answer(HttpResponseStatus.SERVICE_UNAVAILABLE, "The request took too long.");
  }

  static HttpResponse plainNotSpoken() {
    return malformed("This port speaks https only.");
  }

  static HttpResponse full() {
    return answer(
        HttpResponseStatus.SERVICE_UNAVAILABLE,
        "The server has too many large requests in hand; try again later.");
  }

  static HttpResponse internal() {
    return answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, "The server failed; see its log.");
  }

  private static HttpResponse answer(HttpResponseStatus status, String body) {
    return HttpResponse.text(status.code(), body + "\n");
  }
}
