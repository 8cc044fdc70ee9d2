// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.orrery.bench.load.Endpoint;
import io.orrery.bench.load.Greeting;
import io.orrery.bench.load.ServerProcess;
import java.io.IOException;

/// mongo-java-server with its data in memory, in a process of its own.
public final class MongoJavaServer {
  static final String NAME = "mongo-java-server";

  /// Its documents are objects.
  private static final String HEAP = "-Xmx3g";

  private MongoJavaServer() {}

  static ServerProcess start() throws IOException {
    Process process = ServerProcess.javaProcess(HEAP, MongoJavaServer.class);
    int port = Integer.parseInt(ServerProcess.output(process).readLine());
    return new ServerProcess(NAME, process, Endpoint.local(port, Greeting.NONE, MongoAnswers::new));
  }

  /// Prints its port.
  @SuppressWarnings("resource") // It serves until the process ends.
  public static void main(String[] arguments) {
    System.out.println(new MongoServer(new MemoryBackend()).bind().getPort());
  }
}
