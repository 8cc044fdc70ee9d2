// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a client of HTTP/2 sends that never lets the server send an answer's body.
final class Http2Frames {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final byte[] NO_WINDOW = {0, 4, 0, 0, 0, 0};

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int stream = 1;

  Http2Frames() {
    bytes.writeBytes(Attack.latin("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    frame(SETTINGS, 0, 0, NO_WINDOW);
  }

  /// @param headers name, value, name, value, …
  Http2Frames request(String method, String path, List<String> headers, String body) {
    var head = new ByteArrayOutputStream();
    literal(head, ":method", method);
    literal(head, ":scheme", "http");
    literal(head, ":path", path);
    literal(head, ":authority", "localhost");
    for (int i = 0; i < headers.size(); i += 2) {
      literal(head, headers.get(i), headers.get(i + 1));
    }
    frame(HEADERS, END_HEADERS | (body.isEmpty() ? END_STREAM : 0), stream, head.toByteArray());
    if (!body.isEmpty()) {
      frame(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.UTF_8));
    }
    stream += 2;
    return this;
  }

  private void frame(int type, int flags, int stream, byte[] payload) {
    bytes.writeBytes(
        ByteBuffer.allocate(9)
            .put((byte) (payload.length >> 16))
            .putShort((short) payload.length)
            .put((byte) type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    bytes.writeBytes(payload);
  }

  /// A field that is not to be remembered by either side (RFC 7541, 6.2.2).
  private static void literal(ByteArrayOutputStream out, String name, String value) {
    out.write(0);
    text(out, name);
    text(out, value);
  }

  /// Lengths are numbers of seven bits, and seven more for each byte that follows.
  private static void text(ByteArrayOutputStream out, String text) {
    byte[] encoded = Attack.latin(text);
    if (encoded.length < 127) {
      out.write(encoded.length);
    } else {
      out.write(127);
      int rest = encoded.length - 127;
      for (; rest >= 128; rest >>= 7) {
        out.write((rest & 127) | 128);
      }
      out.write(rest);
    }
    out.writeBytes(encoded);
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
