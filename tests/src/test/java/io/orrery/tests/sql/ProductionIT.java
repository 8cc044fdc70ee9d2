// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Production mode: keys of its own, which stay, and nothing for those without.
class ProductionIT {
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /// 127.0.0.1 as the kernel writes it, alone or behind the mark of mapped addresses.
  private static final String LOOPBACK = "0100007F";

  @TempDir private Path directory;

  private ServerProcess serve() {
    return ServerProcess.serve(directory, "--mode", "production", "--protocol", "both");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void nothingIsOpenThatNobodyAskedFor() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (ServerProcess server = ServerProcess.serve(directory, "--mode", "production")) {
      URI sql = server.endpoint("sql");
      assertThat(sql.getScheme()).isEqualTo("https");
      URI plain = URI.create("http://" + sql.getAuthority() + "/");
      try (HttpClient client = HttpClient.newHttpClient()) {
        int status =
            client
                .send(HttpRequest.newBuilder(plain).build(), BodyHandlers.ofString())
                .statusCode();
        assertThat(status).isEqualTo(400);
      }
      assertThat(listensOn(server.endpoint("health").getPort()))
          .isNotEmpty()
          .allMatch(address -> address.endsWith(LOOPBACK));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
          .isEqualTo("rwx------");
      assertThat(server.standardError()).contains("open to other users");
    }
  }

  /// The local addresses of listening sockets with this port, as the kernel writes them.
  private static List<String> listensOn(int port) throws IOException {
    String end = ":%04X".formatted(port);
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields[1].endsWith(end) && fields[3].equals("0A")) {
          addresses.add(fields[1].substring(0, fields[1].length() - end.length()));
        }
      }
    }
    return addresses;
  }

  @Test
  void keysAreRandomAndKept() {
    String key;
    try (ServerProcess server = serve()) {
      key = server.ready("key");
      assertThat(key).isNotEqualTo(WELL_KNOWN_KEY).hasSize(88);
      SqlHttp owner = SqlHttp.owner(server);
      assertThat(owner.post("/dbs", "{\"id\":\"db\"}").statusCode()).isEqualTo(201);
      assertThat(owner.unsigned("GET", "/", Map.of()).statusCode()).isEqualTo(401);
      SqlHttp stranger = new SqlHttp(server.endpoint("sql"), WELL_KNOWN_KEY);
      assertThat(stranger.get("/dbs/db").statusCode()).isEqualTo(401);
      server.kill();
    }
    try (ServerProcess server = serve()) {
      assertThat(server.ready("key")).isEqualTo(key);
      assertThat(SqlHttp.owner(server).get("/dbs/db").statusCode()).isEqualTo(200);
    }
  }
}
