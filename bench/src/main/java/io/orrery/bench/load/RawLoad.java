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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client that costs next to nothing: one thread, each connection sends its next request when the
/// answer to the last is complete, and is made anew only where the server closes it after an
/// answer. Every answer must be a success.
public final class RawLoad implements AutoCloseable {

  /// Requests made ahead, so that making them is nobody's cost.
  @FunctionalInterface
  public interface Requests {
    /// The next one, null after the last.
    byte @Nullable [] next();
  }

  private static final int WAIT_MILLIS = 100;

  private final Selector selector = Selector.open();
  private final List<Connection> connections = new ArrayList<>();
  private Requests requests = () -> null;
  private long answers;
  private int open;

  private final class Connection {
    private final InetSocketAddress address;
    private final AnswerReader answer = new AnswerReader();
    private SocketChannel channel;

    Connection(int port) throws IOException {
      address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      channel = connect();
    }

    private SocketChannel connect() throws IOException {
      SocketChannel fresh = SocketChannel.open(address);
      fresh.setOption(StandardSocketOptions.TCP_NODELAY, true);
      fresh.configureBlocking(false);
      fresh.register(selector, SelectionKey.OP_READ, this);
      return fresh;
    }

    void send(byte[] request) throws IOException {
      if (!channel.isOpen()) {
        channel = connect();
      }
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
      boolean complete = answer.isComplete();
      if (complete && answer.endsConnection()) {
        channel.close();
      }
      return complete;
    }
  }

  public RawLoad(int port, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      connections.add(new Connection(port));
    }
  }

  /// How many answers came in this time, or until all requests were answered.
  public long run(Requests source, Duration time) throws IOException {
    requests = source;
    answers = 0;
    long end = System.nanoTime() + time.toNanos();
    for (Connection connection : connections) {
      send(connection);
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
      open = 0;
      throw new UncheckedIOException(e);
    } catch (IllegalStateException refused) {
      open = 0; // Nobody waits for the others then.
      throw refused;
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
    for (Connection connection : connections) {
      connection.channel.close();
    }
    selector.close();
  }
}
