// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Frames of HTTP/2, written by hand so that they can be wrong.
final class Http2Bytes {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /// The preface and empty settings: what every client starts with.
  static Http2Bytes opening() {
    var opening = new Http2Bytes();
    opening.bytes.writeBytes(
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return opening.frame(SETTINGS, 0, 0, new byte[0]);
  }

  Http2Bytes frame(int type, int flags, int stream, byte[] payload) {
    bytes.writeBytes(
        ByteBuffer.allocate(9)
            .put((byte) (payload.length >> 16))
            .putShort((short) payload.length)
            .put((byte) type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    bytes.writeBytes(payload);
    return this;
  }

  /// `GET path`, or whatever the flags leave open.
  Http2Bytes get(String path, int flags, int stream) {
    return frame(HEADERS, flags, stream, head(path));
  }

  /// Settings that forbid to send anything of an answer's body.
  Http2Bytes noWindow() {
    return frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0});
  }

  /// Allows to send that many bytes more, on a stream or (0) on the connection.
  Http2Bytes moreWindow(int stream, int bytes) {
    return frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  Http2Bytes reset(int stream) {
    return frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
  }

  /// Indexed `:method: GET` and `:scheme: http`, then path and authority as literals.
  static byte[] head(String path) {
    var head = new ByteArrayOutputStream();
    head.write(0x82);
    head.write(0x86);
    head.write(0x44);
    writeText(head, path);
    head.write(0x41);
    writeText(head, "a");
    return head.toByteArray();
  }

  /// A field that is not to be remembered by either side.
  static byte[] literal(String name, String value) {
    var field = new ByteArrayOutputStream();
    field.write(0);
    writeText(field, name);
    writeText(field, value);
    return field.toByteArray();
  }

  /// Lengths below 127 take one byte.
  private static void writeText(ByteArrayOutputStream out, String text) {
    out.write(text.length());
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  static Http2Bytes more() {
    return new Http2Bytes();
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
