// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/// A client that costs next to nothing: one thread, each connection sends its next request when the
/// answer to the last is complete. All answers have the length of the first.
final class RawLoad implements AutoCloseable {
  /// About as many headers as the official clients send.
  private static final byte[] REQUEST =
      """
      GET /dbs/database/colls/container/docs/item-0001 HTTP/1.1\r
      Host: localhost:8081\r
      Accept: application/json\r
      User-Agent: raw-load/1\r
      Cache-Control: no-cache\r
      Content-Type: application/json\r
      Authorization: type%3dmaster%26ver%3d1.0%26sig%3d0123456789012345678901234567890123456789012%3d\r
      x-ms-date: Sun, 15 Nov 2026 12:00:00 GMT\r
      x-ms-version: 2020-07-15\r
      x-ms-documentdb-partitionkey: ["partition-0001"]\r
      x-ms-activity-id: 0c8a6fbe-6b3d-4ac1-9e6b-6b9c2f1f8a11\r
      \r
      """
          .getBytes(StandardCharsets.US_ASCII);

  private static final String LENGTH = "content-length: ";
  private static final int BUFFER_BYTES = 8192;

  private final Selector selector = Selector.open();
  private final int answerBytes;
  private long answers;

  private static final class Connection {
    private final SocketChannel channel;
    private final ByteBuffer request = ByteBuffer.wrap(REQUEST);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    Connection(int port) throws IOException {
      channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    void send() throws IOException {
      request.clear();
      while (request.hasRemaining()) {
        channel.write(request);
      }
      answer.clear();
    }

    /// Blocking; the length of the whole answer.
    int measureAnswer() throws IOException {
      send();
      while (true) {
        if (channel.read(answer) < 0) {
          throw new EOFException("The server closed the connection");
        }
        String text = StandardCharsets.US_ASCII.decode(answer.duplicate().flip()).toString();
        int head = text.indexOf("\r\n\r\n");
        if (head >= 0) {
          int at = text.toLowerCase(Locale.ROOT).indexOf(LENGTH) + LENGTH.length();
          int whole = head + 4 + Integer.parseInt(text.substring(at, text.indexOf('\r', at)));
          if (text.length() == whole) {
            return whole;
          }
        }
      }
    }
  }

  RawLoad(int port, int connections) throws IOException {
    int length = 0;
    for (int i = 0; i < connections; i++) {
      var connection = new Connection(port);
      length = connection.measureAnswer();
      connection.channel.configureBlocking(false);
      connection.channel.register(selector, SelectionKey.OP_READ, connection);
    }
    answerBytes = length;
    for (SelectionKey key : selector.keys()) {
      ((Connection) key.attachment()).send();
    }
  }

  /// Answers that came in this time.
  long run(Duration time) throws IOException {
    long before = answers;
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      selector.select(this::ready, 100);
    }
    return answers - before;
  }

  private void ready(SelectionKey key) {
    var connection = (Connection) key.attachment();
    try {
      if (connection.channel.read(connection.answer) < 0) {
        throw new EOFException("The server closed the connection");
      }
      if (connection.answer.position() == answerBytes) {
        answers++;
        connection.send();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
