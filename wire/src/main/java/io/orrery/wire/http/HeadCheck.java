// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.orrery.wire.connection.Refusal;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// What speaks against a request as far as its head and our limits tell.
final class HeadCheck {
  private HeadCheck() {}

  /// Why a request with this head is not read any further; null if nothing speaks against it.
  static @Nullable Refusal of(HttpRequest head, RequestTarget target, HttpLimits limits) {
    if (head.decoderResult().isFailure()) {
      return ofDecoderFailure(head.decoderResult().cause());
    }
    if (head.protocolVersion().majorVersion() != 1) {
      return new Refusal(
          Refusal.Reason.VERSION_NOT_SUPPORTED, "Only HTTP/1.0 and HTTP/1.1 are spoken.");
    }
    if (head.protocolVersion().equals(HttpVersion.HTTP_1_1)
        && !hasOne(head.headers().valueCharSequenceIterator(HttpHeaderNames.HOST))) {
      return Refusal.malformed("The request needs exactly one Host header.");
    }
    if (!target.isValid()) {
      return Refusal.malformed("The request's path does not start with a slash.");
    }
    if (HttpUtil.getContentLength(head, 0L) > limits.maxBodyBytes()) {
      return Refusal.tooLarge("The body", limits.maxBodyBytes());
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

  private static Refusal ofDecoderFailure(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          new Refusal(Refusal.Reason.LINE_TOO_LONG, "The request line is too long.");
      case TooLongHttpHeaderException _ ->
          new Refusal(Refusal.Reason.HEADERS_TOO_LARGE, "The request's headers are too large.");
      case FoldedHeaderException _ ->
          Refusal.malformed("A header is folded over several lines, which is obsolete.");
      default -> Refusal.malformed("The request is not HTTP.");
    };
  }
}
