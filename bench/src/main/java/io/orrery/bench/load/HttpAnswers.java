// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// HTTP/1.1: an answer ends by its length, after its head where it has no body, or with a last
/// chunk that is empty.
final class HttpAnswers implements AnswerReader {
  private static final int BUFFER_BYTES = 256 * 1024;
  private static final int STATUS_CLASS_AT = "HTTP/1.1 ".length();
  private static final byte[] LENGTH = "\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CLOSE = "\nconnection: close".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ROWS = "\nx-ms-item-count:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CHUNKED =
      "\ntransfer-encoding: chunked".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LAST_CHUNK = "\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_CONTENT = "204".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ROW = "\"RowKey\":".getBytes(StandardCharsets.US_ASCII);
  private static final int UNKNOWN = -1;

  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final byte[] bytes = buffer.array();
  private int scanned;
  private int headLength;
  private int wholeLength = UNKNOWN;
  private boolean chunked;
  private boolean endsConnection;

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    buffer.clear();
    scanned = 0;
    headLength = 0;
    wholeLength = UNKNOWN;
    chunked = false;
    endsConnection = false;
  }

  @Override
  public boolean endsConnection() {
    return endsConnection;
  }

  /// As the head says, or as many entities of the Table API as there are.
  @Override
  public int rows() {
    for (int i = 0; i < headLength; i++) {
      if (bytes[i] == '\n' && startsWith(ROWS, i)) {
        return number(i + ROWS.length);
      }
    }
    int rows = 0;
    for (int i = headLength; i < buffer.position() - ROW.length; i++) {
      rows += is(ROW, i) ? 1 : 0;
    }
    return rows;
  }

  @Override
  public boolean isComplete() {
    if (headLength == 0) {
      findEndOfHead();
    }
    if (chunked && endsWithLastChunk()) {
      wholeLength = buffer.position();
    }
    if (!buffer.hasRemaining() && buffer.position() != wholeLength) {
      throw new IllegalStateException("The answer is longer than " + BUFFER_BYTES + " bytes");
    }
    return buffer.position() == wholeLength;
  }

  private void findEndOfHead() {
    int end = buffer.position() - 3;
    for (int i = scanned; i < end; i++) {
      if (bytes[i] == '\r' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
        headLength = i + 4;
        readHead();
        return;
      }
    }
    scanned = Math.max(0, end);
  }

  private void readHead() {
    if (bytes[STATUS_CLASS_AT] != '2') {
      throw new IllegalStateException(
          "The server answered: "
              + new String(bytes, 0, buffer.position(), StandardCharsets.UTF_8));
    }
    for (int i = 0; i < headLength; i++) {
      if (bytes[i] == '\n') {
        endsConnection |= startsWith(CLOSE, i);
        chunked |= startsWith(CHUNKED, i);
        if (startsWith(LENGTH, i)) {
          wholeLength = headLength + number(i + LENGTH.length);
        }
      }
    }
    if (is(NO_CONTENT, STATUS_CLASS_AT)) {
      wholeLength = headLength;
      chunked = false;
    }
    if (wholeLength == UNKNOWN && !chunked) {
      throw new IllegalStateException("The answer does not tell its length");
    }
  }

  private boolean endsWithLastChunk() {
    int at = buffer.position() - LAST_CHUNK.length;
    return at >= headLength - 1 && is(LAST_CHUNK, at);
  }

  private boolean is(byte[] text, int at) {
    return Arrays.equals(bytes, at, at + text.length, text, 0, text.length);
  }

  private int number(int from) {
    int number = 0;
    for (int at = from; bytes[at] != '\r'; at++) {
      number = bytes[at] == ' ' ? number : number * 10 + bytes[at] - '0';
    }
    return number;
  }

  private boolean startsWith(byte[] text, int at) {
    for (int i = 1; i < text.length; i++) {
      byte next = bytes[at + i];
      if ((next >= 'A' && next <= 'Z' ? next + 32 : next) != text[i]) {
        return false;
      }
    }
    return true;
  }
}
