// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import io.netty.buffer.ByteBuf;
import io.orrery.wire.connection.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The last frame of a connection: a code (RFC 6455, 7.4.1) and a sentence.
final class CloseFrame {
  static final int NOT_TEXT = 1007;

  private static final int GOING_AWAY = 1001;
  private static final int PROTOCOL_ERROR = 1002;
  private static final int POLICY = 1008;
  private static final int TOO_LARGE = 1009;
  private static final int INTERNAL = 1011;
  private static final int TRY_LATER = 1013;

  private CloseFrame() {}

  static ByteBuf goingAway() {
    return of(GOING_AWAY, "");
  }

  static ByteBuf of(Refusal refusal) {
    int code =
        switch (refusal.reason()) {
          case MALFORMED, LINE_TOO_LONG, HEADERS_TOO_LARGE, VERSION_NOT_SUPPORTED -> PROTOCOL_ERROR;
          case TIMED_OUT -> POLICY;
          case TOO_LARGE -> TOO_LARGE;
          case FAILED -> INTERNAL;
          case UNAVAILABLE -> TRY_LATER;
        };
    return of(code, refusal.message());
  }

  static ByteBuf of(int code, String sentence) {
    byte[] text = sentence.getBytes(StandardCharsets.US_ASCII);
    int length = Math.min(text.length, 120);
    ByteBuffer payload = ByteBuffer.allocate(2 + length).putShort((short) code);
    return FrameHead.encode(FrameHead.Opcode.CLOSE, payload.put(text, 0, length).flip());
  }

  /// The answer to a client's: the same code, if it has one.
  static ByteBuf echo(ByteBuffer payload) {
    ByteBuffer code = payload.remaining() < 2 ? ByteBuffer.allocate(0) : payload.slice(0, 2);
    return FrameHead.encode(FrameHead.Opcode.CLOSE, code);
  }
}
