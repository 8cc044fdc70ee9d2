// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.frame;

import io.orrery.api.mongo.frame.WireRequest.Form;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes answers in the form of their requests.
public final class ReplyEncoder {
  /// "The server supports the awaitable option", which all clients expect to be set.
  private static final int AWAIT_CAPABLE = 8;

  private static final int LEGACY_HEAD_BYTES = 20;
  private static final int MESSAGE_HEAD_BYTES = Integer.BYTES + 1;

  private ReplyEncoder() {}

  /// The answer to a request, written in front of its body.
  ///
  /// @param id any number that tells this message from others of the connection
  /// @param body from its position on, with room for the longest head in front of it
  public static ByteBuffer encode(WireRequest request, int id, ByteBuffer body) {
    boolean legacy = request.form() == Form.LEGACY;
    int opCode = legacy ? OpCode.REPLY : OpCode.MSG;
    ByteBuffer content = withHead(body, legacy);
    if (request.compressor().isPresent()) {
      byte[] small = compressed(request.compressor().get(), opCode, content);
      int length = OpCode.HEADER_BYTES + small.length;
      return header(buffer(length), length, request, id, OpCode.COMPRESSED).put(small).flip();
    }
    int start = content.position() - OpCode.HEADER_BYTES;
    ByteBuffer message = content.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(start);
    return header(message, message.remaining(), request, id, opCode).position(start);
  }

  private static ByteBuffer header(
      ByteBuffer out, int length, WireRequest request, int id, int opCode) {
    return out.putInt(length).putInt(id).putInt(request.id()).putInt(opCode);
  }

  /// The body with what stands in front of it, but for the header.
  private static ByteBuffer withHead(ByteBuffer body, boolean legacy) {
    int start = body.position() - (legacy ? LEGACY_HEAD_BYTES : MESSAGE_HEAD_BYTES);
    ByteBuffer out = body.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(start);
    if (legacy) {
      out.putInt(AWAIT_CAPABLE)
          .putLong(0) // cursor
          .putInt(0) // from the first
          .putInt(1); // one document
    } else {
      out.putInt(0) // flags
          .put((byte) 0); // the kind of the only section
    }
    return out.position(start);
  }

  private static byte[] compressed(Compressor compressor, int opCode, ByteBuffer content) {
    byte[] plain = new byte[content.remaining()];
    content.get(plain);
    byte[] small = compressor.compress(plain);
    return buffer(2 * Integer.BYTES + 1 + small.length)
        .putInt(opCode)
        .putInt(plain.length)
        .put((byte) compressor.number())
        .put(small)
        .array();
  }

  private static ByteBuffer buffer(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
