// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// A client that costs next to nothing: one thread, each connection sends its next request when the
/// answer to the last is complete, and is made anew only where the server closes it after an
/// answer. Every answer must be a success.
public final class RawLoad implements AutoCloseable {
  private static final int WAIT_MILLIS = 100;

  private final Endpoint endpoint;
  private final Selector selector = Selector.open();
  private final List<Connection> connections = new ArrayList<>();
  private final Latencies latencies = new Latencies();
  private Requests requests = () -> null;
  private int open;

  private final class Connection {
    private final AnswerReader answer = endpoint.answers().get();
    private SocketChannel channel;
    private long sentAt;

    Connection() throws IOException {
      channel = connect();
    }

    private SocketChannel connect() throws IOException {
      SocketChannel fresh = SocketChannel.open(endpoint.address());
      if (endpoint.address() instanceof InetSocketAddress) {
        fresh.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      endpoint
          .greeting()
          .greet(
              request -> {
                write(fresh, request);
                while (!read(fresh)) {
                  // The channel blocks until more has come.
                }
                return answer;
              });
      fresh.configureBlocking(false);
      fresh.register(selector, SelectionKey.OP_READ, this);
      return fresh;
    }

    void send(byte[] request) throws IOException {
      if (!channel.isOpen()) {
        channel = connect();
      }
      sentAt = System.nanoTime();
      write(channel, request);
    }

    private void write(SocketChannel to, byte[] request) throws IOException {
      ByteBuffer out = ByteBuffer.wrap(request);
      while (out.hasRemaining()) {
        to.write(out);
      }
      answer.reset();
    }

    boolean receive() throws IOException {
      boolean complete = read(channel);
      if (complete) {
        latencies.add(System.nanoTime() - sentAt);
        if (answer.endsConnection()) {
          channel.close();
        }
      }
      return complete;
    }

    private boolean read(SocketChannel from) throws IOException {
      if (from.read(answer.buffer()) < 0) {
        throw new EOFException("The server closed the connection");
      }
      return answer.isComplete();
    }
  }

  public RawLoad(Endpoint endpoint, int count) throws IOException {
    this.endpoint = endpoint;
    for (int i = 0; i < count; i++) {
      connections.add(new Connection());
    }
  }

  /// Sends requests for so long, or until there are no more, and waits for the answers that are due
  /// then: all of that is the window.
  ///
  /// @param cpuNanos what the server has used so far
  public Window measure(Requests source, Duration time, LongSupplier cpuNanos) throws IOException {
    requests = source;
    latencies.clear();
    long cpuBefore = cpuNanos.getAsLong();
    long begin = System.nanoTime();
    for (Connection connection : connections) {
      send(connection);
    }
    while (open > 0) {
      selector.select(this::receive, WAIT_MILLIS);
      if (System.nanoTime() - begin > time.toNanos()) {
        requests = () -> null;
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpuMicros = (cpuNanos.getAsLong() - cpuBefore) / 1e3;
    int answers = latencies.count();
    return new Window(
        answers / seconds, cpuMicros / answers, latencies.p99Millis(), latencies.longestMillis());
  }

  /// How many rows the answer to a query has.
  public int rows(byte[] query) throws IOException {
    measure(Requests.once(query), Duration.ZERO, () -> 0);
    return connections.getFirst().answer.rows();
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

  @Override
  public void close() throws IOException {
    for (Connection connection : connections) {
      connection.channel.close();
    }
    selector.close();
  }
}
