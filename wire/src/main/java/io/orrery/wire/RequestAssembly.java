// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Arrays;

/// A request on its way in: the head is there, the body grows to at most its limit. Memory follows
/// the bytes that really arrived, never the length a client announces.
final class RequestAssembly {
  private static final byte[] EMPTY = {};

  private final HttpRequest head;
  private final RequestTarget target;
  private final int maxBodyBytes;
  private byte[] body = EMPTY;
  private int bodyBytes;

  RequestAssembly(HttpRequest head, RequestTarget target, int maxBodyBytes) {
    this.head = head;
    this.target = target;
    this.maxBodyBytes = maxBodyBytes;
  }

  /// Takes a copy of the bytes; false if the body is too large with them.
  boolean append(ByteBuf part) {
    int length = part.readableBytes();
    if (length > maxBodyBytes - bodyBytes) {
      return false;
    }
    if (length > body.length - bodyBytes) {
      body =
          Arrays.copyOf(body, Math.max(bodyBytes + length, Math.min(2 * bodyBytes, maxBodyBytes)));
    }
    part.readBytes(body, bodyBytes, length);
    bodyBytes += length;
    return true;
  }

  boolean keepAlive() {
    return HttpUtil.isKeepAlive(head);
  }

  boolean isHttp10() {
    return head.protocolVersion().equals(HttpVersion.HTTP_1_0);
  }

  boolean wantsBody() {
    return !head.method().equals(HttpMethod.HEAD);
  }

  io.orrery.wire.HttpRequest complete(Caller caller) {
    return new io.orrery.wire.HttpRequest(
        head.method().name(),
        target.path(),
        target.query(),
        new ReceivedHeaders(head.headers()),
        bodyBytes == body.length ? body : Arrays.copyOf(body, bodyBytes),
        caller);
  }

  /// For the log: no header, no query, no body, since these may hold secrets.
  String describe() {
    return head.method().name() + " " + target.path();
  }
}
