// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import io.orrery.bench.load.AnswerReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// PostgreSQL's protocol, version 3: messages of a letter and a length, the last of an answer says
/// that the server is ready for the next.
final class PostgresAnswers implements AnswerReader {
  private static final int BUFFER_BYTES = 256 * 1024;
  private static final int LENGTH_BYTES = 4;
  private static final byte READY = 'Z';
  private static final byte ERROR = 'E';
  private static final byte COMPLETE = 'C';

  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private int at;
  private int completeAt;

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    buffer.clear();
    at = 0;
  }

  @Override
  public boolean isComplete() {
    while (at + 1 + LENGTH_BYTES <= buffer.position()) {
      int end = at + 1 + buffer.getInt(at + 1);
      if (end > buffer.position()) {
        break;
      }
      byte kind = buffer.get(at);
      if (kind == ERROR) {
        throw new IllegalStateException("PostgreSQL said: " + text(at, end));
      }
      if (kind == COMPLETE) {
        completeAt = at;
      }
      at = end;
      if (kind == READY) {
        return true;
      }
    }
    if (!buffer.hasRemaining()) {
      throw new IllegalStateException("The answer is longer than " + BUFFER_BYTES + " bytes");
    }
    return false;
  }

  /// The statement's tag ends with it: `SELECT 20`.
  @Override
  public int rows() {
    int end = completeAt + buffer.getInt(completeAt + 1);
    String tag = text(completeAt + 1 + LENGTH_BYTES, end);
    return Integer.parseInt(tag.substring(tag.lastIndexOf(' ') + 1));
  }

  @Override
  public boolean endsConnection() {
    return false;
  }

  private String text(int from, int to) {
    return new String(buffer.array(), from, to - from, StandardCharsets.UTF_8);
  }
}
