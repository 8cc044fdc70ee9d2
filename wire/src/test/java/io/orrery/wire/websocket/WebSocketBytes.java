// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import io.orrery.wire.RawClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Frames as a client sends and reads them, right or wrong.
final class WebSocketBytes {
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;
  static final int LAST = 0x80;

  static final String UPGRADE =
      String.join(
          "\r\n",
          "GET /gremlin HTTP/1.1",
          "Host: a",
          "Upgrade: websocket",
          "Connection: keep-alive, Upgrade",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "",
          "");

  private static final byte[] MASK = {1, 2, 3, 4};

  private WebSocketBytes() {}

  /// A frame that is the whole message.
  static byte[] frame(int opcode, String payload) {
    return frame(LAST | opcode, payload.getBytes(StandardCharsets.UTF_8));
  }

  /// @param first the first byte
  static byte[] frame(int first, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(14 + payload.length).put((byte) first);
    if (payload.length < 126) {
      frame.put((byte) (0x80 | payload.length));
    } else if (payload.length < 65_536) {
      frame.put((byte) 0xfe).putShort((short) payload.length);
    } else {
      frame.put((byte) 0xff).putLong(payload.length);
    }
    frame.put(MASK);
    for (int i = 0; i < payload.length; i++) {
      frame.put((byte) (payload[i] ^ MASK[i % 4]));
    }
    byte[] bytes = new byte[frame.flip().remaining()];
    frame.get(bytes);
    return bytes;
  }

  /// What the server sent: the opcode and the payload.
  record Received(int opcode, byte[] payload) {
    String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    /// Of a close frame.
    int code() {
      return ByteBuffer.wrap(payload).getShort();
    }
  }

  static Received read(RawClient client) throws IOException {
    byte[] head = client.readBytes(2);
    long length =
        switch (head[1]) {
          case 126 -> Short.toUnsignedInt(ByteBuffer.wrap(client.readBytes(2)).getShort());
          case 127 -> ByteBuffer.wrap(client.readBytes(8)).getLong();
          default -> head[1];
        };
    return new Received(head[0] & 0x0f, client.readBytes((int) length));
  }
}
