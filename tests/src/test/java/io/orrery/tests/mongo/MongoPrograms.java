// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongo;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Where the MongoDB API of a server is, for programs.
final class MongoPrograms {
  private MongoPrograms() {}

  static Map<String, String> environment(ServerProcess server, boolean tls, Path directory)
      throws IOException {
    return Map.of(
        "ORRERY_MONGO_URI",
        uri(server) + (tls ? "&tls=true&tlsCAFile=" + certificate(server, directory) : ""),
        "ORRERY_MONGO_RUN",
        tls ? "Tls" : "Plain",
        "ORRERY_PID",
        Long.toString(server.pid()));
  }

  static String uri(ServerProcess server) {
    return "mongodb://localhost:%s@127.0.0.1:%d/?replicaSet=globaldb"
        .formatted(
            URLEncoder.encode(server.ready("key"), StandardCharsets.UTF_8),
            server.endpoint("mongo").getPort());
  }

  private static Path certificate(ServerProcess server, Path directory) throws IOException {
    String pem = SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of()).body();
    return Files.writeString(directory.resolve("server.pem"), pem);
  }
}
