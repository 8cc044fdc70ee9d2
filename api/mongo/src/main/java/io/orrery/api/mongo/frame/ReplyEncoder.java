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

  private ReplyEncoder() {}

  /// The answer to a request.
  ///
  /// @param id any number that tells this message from others of the connection
  public static ByteBuffer encode(WireRequest request, int id, byte[] body) {
    boolean legacy = request.form() == Form.LEGACY;
    byte[] content = legacy ? reply(body) : message(body);
    int opCode = legacy ? OpCode.REPLY : OpCode.MSG;
    if (request.compressor().isPresent()) {
      content = compressed(request.compressor().get(), opCode, content);
      opCode = OpCode.COMPRESSED;
    }
    int length = OpCode.HEADER_BYTES + content.length;
    return buffer(length)
        .putInt(length)
        .putInt(id)
        .putInt(request.id())
        .putInt(opCode)
        .put(content)
        .flip();
  }

  private static byte[] message(byte[] body) {
    return buffer(Integer.BYTES + 1 + body.length)
        .putInt(0) // flags
        .put((byte) 0) // the kind of the only section
        .put(body)
        .array();
  }

  private static byte[] reply(byte[] body) {
    return buffer(LEGACY_HEAD_BYTES + body.length)
        .putInt(AWAIT_CAPABLE)
        .putLong(0) // cursor
        .putInt(0) // from the first
        .putInt(1) // one document
        .put(body)
        .array();
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
