// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A request on its way in: the head is there, the body grows to at most its limit. Memory follows
/// the bytes that really arrived, never the length a client announces.
final class RequestAssembly {
  private static final byte[] EMPTY = {};

  private final HttpRequest head;
  private final RequestTarget target;
  private final Service service;
  private byte[] body = EMPTY;
  private int bodyBytes;

  RequestAssembly(HttpRequest head, RequestTarget target, Service service) {
    this.head = head;
    this.target = target;
    this.service = service;
  }

  /// Takes a copy of the bytes, or says why not.
  @Nullable Refusal append(ByteBuf part) {
    int length = part.readableBytes();
    int maxBodyBytes = service.limits().maxBodyBytes();
    if (length > maxBodyBytes - bodyBytes) {
      return Refusal.bodyTooLarge(service.limits());
    }
    if (length > body.length - bodyBytes) {
      int grown = Math.max(bodyBytes + length, Math.min(2 * bodyBytes, maxBodyBytes));
      if (!service.bodies().take(grown - body.length)) {
        return Refusal.full();
      }
      body = Arrays.copyOf(body, grown);
    }
    part.readBytes(body, bodyBytes, length);
    bodyBytes += length;
    return null;
  }

  /// Nobody will look at the body again.
  void discard() {
    service.bodies().giveBack(body.length);
    body = EMPTY;
    bodyBytes = 0;
  }

  io.orrery.wire.HttpHeaders headers() {
    return new ReceivedHeaders(head.headers());
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
        headers(),
        bodyBytes == body.length ? body : Arrays.copyOf(body, bodyBytes),
        caller);
  }

  /// For the log: no header, no query, no body, since these may hold secrets.
  String describe() {
    return head.method().name() + " " + target.path();
  }
}
