// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.mongo;

import io.orrery.bench.load.AnswerReader;
import io.orrery.testkit.mongo.MongoFrames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// OP_MSG: an answer begins with its length. Of its body only the names of the first level are
/// looked at.
final class MongoAnswers implements AnswerReader {
  private static final int BUFFER_BYTES = 256 * 1024;
  private static final int BODY_AT = MongoFrames.HEADER_BYTES + Integer.BYTES + 1;
  private static final byte[] OK = name("ok");
  private static final byte[] WRITE_ERRORS = name("writeErrors");

  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private static byte[] name(String text) {
    return (text + '\0').getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    buffer.clear();
  }

  @Override
  public boolean isComplete() {
    if (buffer.position() < Integer.BYTES || buffer.position() < buffer.getInt(0)) {
      if (!buffer.hasRemaining()) {
        throw new IllegalStateException("The answer is longer than " + BUFFER_BYTES + " bytes");
      }
      return false;
    }
    if (!isSuccess()) {
      throw new IllegalStateException("The server answered: " + MongoFrames.body(bytes()).toJson());
    }
    return true;
  }

  /// From its header on.
  byte[] bytes() {
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  private boolean isSuccess() {
    boolean ok = false;
    int at = BODY_AT + Integer.BYTES;
    for (byte type = buffer.get(at); type != 0; type = buffer.get(at)) {
      at++;
      if (is(WRITE_ERRORS, at)) {
        return false;
      }
      boolean isOk = is(OK, at);
      while (buffer.get(at++) != 0) {
        // Walks over the name.
      }
      if (isOk) {
        ok = type == 1 && buffer.getDouble(at) == 1;
      }
      at += valueBytes(type, at);
    }
    return ok;
  }

  private boolean is(byte[] name, int at) {
    return Arrays.equals(buffer.array(), at, at + name.length, name, 0, name.length);
  }

  /// Of the types that answers have on their first level.
  private int valueBytes(byte type, int at) {
    return switch (type) {
      case 0x01, 0x09, 0x11, 0x12 -> Long.BYTES;
      case 0x02 -> Integer.BYTES + buffer.getInt(at);
      case 0x03, 0x04 -> buffer.getInt(at);
      case 0x05 -> Integer.BYTES + 1 + buffer.getInt(at);
      case 0x07 -> 12;
      case 0x08 -> 1;
      case 0x0A -> 0;
      case 0x10 -> Integer.BYTES;
      default -> throw new IllegalStateException("An answer has a value of type " + type);
    };
  }

  @Override
  public int rows() {
    return MongoFrames.body(bytes()).getDocument("cursor").getArray("firstBatch").size();
  }

  @Override
  public boolean endsConnection() {
    return false;
  }
}
