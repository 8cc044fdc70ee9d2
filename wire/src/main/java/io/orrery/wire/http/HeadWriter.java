// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.FastThreadLocal;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Writes an answer as HTTP/1: head and body into one buffer, so that they leave in one piece.
final class HeadWriter {
  /// Whether the connection stays, said only where it is not what the client expects anyway.
  enum Connection {
    AS_EXPECTED(""),
    CLOSE("connection: close\r\n"),
    KEEP_ALIVE("connection: keep-alive\r\n");

    private final String line;

    Connection(String line) {
      this.line = line;
    }

    /// @param http10 where a connection ends unless it is said to stay
    static Connection of(boolean keepAlive, boolean http10) {
      if (!keepAlive) {
        return CLOSE;
      }
      return http10 ? KEEP_ALIVE : AS_EXPECTED;
    }
  }

  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] DATE = ascii("date: ");
  private static final byte[] LENGTH = ascii("content-length: ");
  private static final byte[] END_OF_LINE = ascii("\r\n");
  private static final byte[] @Nullable [] STATUS_LINES = new byte[HttpResponse.STATUS_MAX + 1][];
  private static final FastThreadLocal<ByteWriter> SCRATCH =
      new FastThreadLocal<>() {
        @Override
        protected ByteWriter initialValue() {
          return new ByteWriter(4096);
        }
      };

  private HeadWriter() {}

  static ByteBuf proceed(ByteBufAllocator allocator) {
    return allocator.directBuffer(CONTINUE.length).writeBytes(CONTINUE);
  }

  /// @param withBody false for the answer to HEAD
  static ByteBuf encode(
      HttpResponse response, Connection connection, boolean withBody, ByteBufAllocator allocator) {
    ByteWriter head = SCRATCH.get();
    head.truncate(0);
    head.writeBytes(statusLine(response.status()));
    HeaderList.copyOf(response.headers()).writeLines(head);
    head.writeBytes(DATE);
    writeText(head, HttpDate.now());
    head.writeBytes(END_OF_LINE);
    int bodyBytes = response.body().remaining();
    if (response.mayHaveBody()) {
      head.writeBytes(LENGTH);
      writeText(head, Integer.toString(bodyBytes));
      head.writeBytes(END_OF_LINE);
    }
    writeText(head, connection.line);
    head.writeBytes(END_OF_LINE);
    boolean sendBody = withBody && response.mayHaveBody();
    ByteBuf out = allocator.directBuffer(head.size() + (sendBody ? bodyBytes : 0));
    out.writeBytes(head.array(), 0, head.size());
    return sendBody ? out.writeBytes(response.body().duplicate()) : out;
  }

  static void writeLine(ByteWriter out, String name, String value) {
    writeText(out, name);
    byte[] rest = out.reserve(value.length() + 4);
    int at = out.size();
    rest[at] = ':';
    rest[at + 1] = ' ';
    copyLatin1(value, rest, at + 2);
    rest[at + 2 + value.length()] = '\r';
    rest[at + 3 + value.length()] = '\n';
    out.advance(value.length() + 4);
  }

  private static void writeText(ByteWriter out, String text) {
    byte[] target = out.reserve(text.length());
    copyLatin1(text, target, out.size());
    out.advance(text.length());
  }

  /// Deprecated since it drops the upper byte of each character; here there are none
  /// ([HeaderSyntax]), and it is the only way to copy a string's bytes without allocating.
  @SuppressWarnings("deprecation")
  private static void copyLatin1(String text, byte[] target, int at) {
    text.getBytes(0, text.length(), target, at);
  }

  private static byte[] statusLine(int status) {
    byte[] line = STATUS_LINES[status];
    if (line == null) {
      line = ascii("HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n");
      STATUS_LINES[status] = line;
    }
    return line;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
