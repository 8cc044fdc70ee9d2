// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Another port in front of a server, as containers and tunnels map them: bytes go through
/// unchanged in both directions.
public final class TcpProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final URI target;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

  private TcpProxy(ServerSocket listening, URI target) {
    this.listening = listening;
    this.target = target;
  }

  /// Listens on a free port of this machine.
  public static TcpProxy before(URI target) {
    try {
      var proxy = new TcpProxy(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), target);
      proxy.threads.execute(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the proxy", e);
    }
  }

  /// The proxy's own address.
  public URI endpoint(String scheme) {
    return URI.create(scheme + "://localhost:" + listening.getLocalPort() + "/");
  }

  /// How many clients are connected.
  public int connections() {
    return clients.size();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket server = new Socket(target.getHost(), target.getPort());
        sockets.add(client);
        sockets.add(server);
        clients.add(client);
        threads.execute(() -> pump(client, server));
        threads.execute(() -> pump(server, client));
      } catch (IOException e) {
        if (!listening.isClosed()) {
          throw new UncheckedIOException("The proxy cannot connect", e);
        }
      }
    }
  }

  /// A connection ends when either side ends it.
  private void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // The other direction was closed, and this one with it.
    } finally {
      clients.remove(from);
      clients.remove(to);
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot stop the proxy", e);
    }
    threads.shutdown();
  }
}
