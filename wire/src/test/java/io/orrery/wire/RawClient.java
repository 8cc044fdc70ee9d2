// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;

/// A client that sends exactly the bytes it is told to, as no HTTP library would.
public final class RawClient implements AutoCloseable {
  private static final int READ_TIMEOUT_MILLIS = 60_000;

  private final Socket socket;

  public RawClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /// Over TLS, whoever answers.
  public static RawClient overTls(int port, SSLContext context) throws IOException {
    return new RawClient(
        context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
  }

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
  }

  /// One that takes few bytes without being asked for more.
  public static RawClient withSmallWindow(int port) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawClient(socket);
  }

  public RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /// A server that refuses may close while we still talk; what matters is what it said.
  public RawClient sendAsMuchAsIsTaken(byte[] bytes) {
    try {
      send(bytes);
    } catch (IOException _) {
      return this;
    }
    return this;
  }

  public RawClient endOutput() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /// Everything until the server closes.
  public String readAll() throws IOException {
    var all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    InputStream in = socket.getInputStream();
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        all.write(buffer, 0, n);
      }
    } catch (SocketException _) {
      // A reset ends the input as well as a close.
      return all.toString(StandardCharsets.ISO_8859_1);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /// What comes next, however little.
  public String readSome() throws IOException {
    byte[] buffer = new byte[8192];
    int length = socket.getInputStream().read(buffer);
    if (length < 0) {
      throw new EOFException("The server has closed");
    }
    return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
  }

  /// One answer: its head and as much body as it announces.
  public String readAnswer() throws IOException {
    String head = readUntil("\r\n\r\n");
    int at = head.toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
    if (at < 0) {
      return head;
    }
    int start = at + "content-length: ".length();
    int length = Integer.parseInt(head.substring(start, head.indexOf("\r\n", start)));
    return head + new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  /// Exactly so many bytes.
  public byte[] readBytes(int count) throws IOException {
    byte[] bytes = socket.getInputStream().readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("The server has closed");
    }
    return bytes;
  }

  public String readUntil(String end) throws IOException {
    var text = new StringBuilder();
    while (text.indexOf(end) < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        return text.toString();
      }
      text.append((char) next);
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
