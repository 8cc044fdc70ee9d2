// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

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
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A client that costs next to nothing: one thread, each connection sends its next request when the
/// answer to the last is complete. Every answer must be a success.
public final class RawLoad implements AutoCloseable {

  /// Requests made ahead, so that making them is nobody's cost.
  @FunctionalInterface
  public interface Requests {
    /// The next one, null after the last.
    byte @Nullable [] next();
  }

  private static final int WAIT_MILLIS = 100;

  private final Selector selector = Selector.open();
  private Requests requests = () -> null;
  private long answers;
  private int open;

  private static final class Connection {
    private final SocketChannel channel;
    private final AnswerReader answer = new AnswerReader();

    Connection(int port) throws IOException {
      channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
    }

    void send(byte[] request) throws IOException {
      ByteBuffer out = ByteBuffer.wrap(request);
      while (out.hasRemaining()) {
        channel.write(out);
      }
      answer.reset();
    }

    boolean receive() throws IOException {
      if (channel.read(answer.buffer()) < 0) {
        throw new EOFException("The server closed the connection");
      }
      return answer.isComplete();
    }
  }

  public RawLoad(int port, int connections) throws IOException {
    for (int i = 0; i < connections; i++) {
      var connection = new Connection(port);
      connection.channel.register(selector, SelectionKey.OP_READ, connection);
    }
  }

  /// How many answers came in this time, or until all requests were answered.
  public long run(Requests source, Duration time) throws IOException {
    requests = source;
    answers = 0;
    long end = System.nanoTime() + time.toNanos();
    for (SelectionKey key : selector.keys()) {
      send((Connection) key.attachment());
    }
    while (open > 0 && System.nanoTime() - end < 0) {
      selector.select(this::receive, WAIT_MILLIS);
    }
    return answers;
  }

  private void send(Connection connection) throws IOException {
    byte[] request = requests.next();
    if (request != null) {
      connection.send(request);
      open++;
    }
  }

  private void receive(SelectionKey key) {
    var connection = (Connection) key.attachment();
    try {
      if (connection.receive()) {
        answers++;
        open--;
        send(connection);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits for the answers that are still due: a server whose clients leave has other work to do
  /// than one that answers.
  @Override
  public void close() throws IOException {
    requests = () -> null;
    while (open > 0) {
      selector.select(this::receive, WAIT_MILLIS);
    }
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
