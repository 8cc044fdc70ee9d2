// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.mongo.MongoFrames;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Sends what it is told to, as no HTTP client would. Closing resets the connection.
final class RawConnection implements AutoCloseable {
  private static final int READ_TIMEOUT_MILLIS = 60_000;
  private static final int STATUS_LINE = "HTTP/1.1 200".length();

  private final Socket socket;

  RawConnection(URI address) throws IOException {
    this(new Socket(address.getHost(), address.getPort()));
  }

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    socket.setSoLinger(true, 0);
  }

  /// One with a receive buffer so small that an answer stays with the server.
  static RawConnection thatTakesLittle(URI address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    return new RawConnection(socket);
  }

  void send(String text) {
    send(Attack.latin(text));
  }

  /// As much as the server takes: it may have hung up already.
  void send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException _) {
      return; // What it said before that is still to be read.
    }
  }

  void endOutput() {
    try {
      socket.shutdownOutput();
    } catch (IOException _) {
      return; // The server has ended it already.
    }
  }

  /// The status of the first answer; 0 if the server closed without one. Fails if neither comes.
  int status() throws IOException {
    try {
      InputStream in = socket.getInputStream();
      String line = new String(in.readNBytes(STATUS_LINE), StandardCharsets.ISO_8859_1);
      return line.matches("HTTP/1\\.1 \\d{3}")
          ? Integer.parseInt(line.substring(STATUS_LINE - 3))
          : 0;
    } catch (SocketException _) {
      return 0; // Reset by the server.
    }
  }

  /// The next message of MongoDB's protocol; empty if the server closed without one. Fails if
  /// neither comes.
  byte[] message() throws IOException {
    try {
      InputStream in = socket.getInputStream();
      byte[] head = in.readNBytes(MongoFrames.HEADER_BYTES);
      if (head.length < MongoFrames.HEADER_BYTES) {
        return new byte[0];
      }
      byte[] rest = in.readNBytes(MongoFrames.length(head) - head.length);
      byte[] whole = Arrays.copyOf(head, head.length + rest.length);
      System.arraycopy(rest, 0, whole, head.length, rest.length);
      return whole;
    } catch (SocketException _) {
      return new byte[0]; // Reset by the server.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
