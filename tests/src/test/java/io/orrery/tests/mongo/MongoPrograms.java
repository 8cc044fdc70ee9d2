// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongo;

import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// Where the MongoDB API of a server is, for programs.
final class MongoPrograms {
  private MongoPrograms() {}

  static Map<String, String> environment(ServerProcess server, boolean tls, Path directory)
      throws IOException {
    return Map.of(
        "ORRERY_MONGO_URI",
        uri(server)
            + (tls ? "&tls=true&tlsCAFile=" + ClientPrograms.certificate(server, directory) : ""),
        "ORRERY_MONGO_RUN",
        tls ? "Tls" : "Plain",
        "ORRERY_PID",
        Long.toString(server.pid()));
  }

  static String uri(ServerProcess server) {
    return "mongodb://localhost:%s@127.0.0.1:%d/?replicaSet=globaldb&serverSelectionTimeoutMS=30000"
        .formatted(
            URLEncoder.encode(server.ready("key"), StandardCharsets.UTF_8),
            server.endpoint("mongo").getPort());
  }
}
