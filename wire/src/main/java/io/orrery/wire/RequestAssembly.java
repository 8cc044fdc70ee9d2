// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A request on its way in: the head is there, the body grows to at most its limit. Memory follows
/// the bytes that really arrived, never the length a client announces.
final class RequestAssembly {
  private final HttpRequest head;
  private final int maxBodyBytes;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);

  RequestAssembly(HttpRequest head, int maxBodyBytes) {
    this.head = head;
    this.maxBodyBytes = maxBodyBytes;
  }

  /// Takes a copy of the bytes; false if the body is too large with them.
  boolean append(ByteBuf part) {
    int length = part.readableBytes();
    if (length > maxBodyBytes - body.size()) {
      return false;
    }
    try {
      part.readBytes(body, length);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory failed", e);
    }
    return true;
  }

  boolean keepAlive() {
    return HttpUtil.isKeepAlive(head);
  }

  boolean isHttp10() {
    return head.protocolVersion().equals(HttpVersion.HTTP_1_0);
  }

  io.orrery.wire.HttpRequest complete() {
    return NettyMessages.fromNetty(head, body.toByteArray());
  }

  /// For the log: no header, no query, no body, since these may hold secrets.
  String describe() {
    return head.method().name() + " " + RequestTarget.parse(head.uri()).path();
  }
}
