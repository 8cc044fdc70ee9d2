// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.websocket.WebSocketConnection;
import io.orrery.wire.websocket.WebSocketDoor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Changes a connection of HTTP/1.1 to WebSocket (RFC 6455, 4.2). Extensions and subprotocols that
/// the client offers are not taken up.
record WebSocketUpgrade(WebSocketDoor door, ConversationLimits limits) {
  /// Says that it was WebSocket that answered, and not somebody who echoes keys.
  private static final String SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private static final String VERSION = "13";
  private static final int KEY_BYTES = 16;

  static boolean isAskedFor(HttpRequest head) {
    HttpHeaders headers = head.headers();
    return headers.contains(HttpHeaderNames.UPGRADE)
        && headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /// Why it cannot be done; null if nothing speaks against it.
  ///
  /// @param alone whether nothing more has come that was taken for HTTP
  static @Nullable Refusal objection(HttpRequest head, boolean alone) {
    if (!alone) {
      return Refusal.malformed("More was sent before the answer came.");
    }
    HttpHeaders headers = head.headers();
    if (!head.method().equals(HttpMethod.GET)
        || !head.protocolVersion().equals(HttpVersion.HTTP_1_1)
        || !headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)) {
      return Refusal.malformed("WebSocket begins with a GET that has Connection: Upgrade.");
    }
    if (!VERSION.equals(headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      return Refusal.malformed("Only version 13 of WebSocket is spoken.");
    }
    return isKey(headers.get(HttpHeaderNames.SEC_WEBSOCKET_KEY))
        ? null
        : Refusal.malformed("The request has no Sec-WebSocket-Key of 16 bytes.");
  }

  private static boolean isKey(@Nullable String key) {
    try {
      return key != null && Base64.getDecoder().decode(key).length == KEY_BYTES;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// Answers, and puts the handlers of WebSocket in place of those of HTTP.
  void begin(HttpRequest head, AcceptedConnection connection) {
    SocketChannel channel = connection.channel();
    channel.writeAndFlush(answer(head)).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addLast(new WebSocketConnection(connection, door, limits).cutter());
    pipeline.remove(HttpConnection.class);
    pipeline.remove(HeadDecoder.class); // Last: passes on what it has not decoded.
  }

  private static ByteBuf answer(HttpRequest head) {
    String key = head.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
    String text =
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            + "sec-websocket-accept: "
            + Base64.getEncoder().encodeToString(hash(key + SALT))
            + "\r\n\r\n";
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII));
  }

  /// Not for secrecy: the protocol asks for this one.
  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-1", e);
    }
  }
}
