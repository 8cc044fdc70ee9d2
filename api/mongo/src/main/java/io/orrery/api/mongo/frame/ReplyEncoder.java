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

  /// The answer to a request.
  ///
  /// @param id any number that tells this message from others of the connection
  public static ByteBuffer encode(WireRequest request, int id, byte[] body) {
    boolean legacy = request.form() == Form.LEGACY;
    int opCode = legacy ? OpCode.REPLY : OpCode.MSG;
    int contentBytes = (legacy ? LEGACY_HEAD_BYTES : MESSAGE_HEAD_BYTES) + body.length;
    if (request.compressor().isPresent()) {
      byte[] content = content(buffer(contentBytes), legacy, body).array();
      byte[] small = compressed(request.compressor().get(), opCode, content);
      return header(request, id, OpCode.COMPRESSED, small.length).put(small).flip();
    }
    return content(header(request, id, opCode, contentBytes), legacy, body).flip();
  }

  /// With room for the content behind it.
  private static ByteBuffer header(WireRequest request, int id, int opCode, int contentBytes) {
    int length = OpCode.HEADER_BYTES + contentBytes;
    return buffer(length).putInt(length).putInt(id).putInt(request.id()).putInt(opCode);
  }

  private static ByteBuffer content(ByteBuffer out, boolean legacy, byte[] body) {
    if (legacy) {
      out.putInt(AWAIT_CAPABLE)
          .putLong(0) // cursor
          .putInt(0) // from the first
          .putInt(1); // one document
    } else {
      out.putInt(0) // flags
          .put((byte) 0); // the kind of the only section
    }
    return out.put(body);
  }

  private static byte[] compressed(Compressor compressor, int opCode, byte[] content) {
    byte[] small = compressor.compress(content);
    return buffer(2 * Integer.BYTES + 1 + small.length)
        .putInt(opCode)
        .putInt(content.length)
        .put((byte) compressor.number())
        .put(small)
        .array();
  }

  private static ByteBuffer buffer(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
