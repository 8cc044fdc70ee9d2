// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A part that fails is told of, and the others go on: nothing is left half dead behind a `/ready`
/// that says all is well.
///
/// `-Dorrery.zombies.rounds=100` damages more places.
class ZombiesIT {
  private static final int ROUNDS = Integer.getInteger("orrery.zombies.rounds", 1);
  private static final int ITEMS = 300;
  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final String DAMAGED = "/dbs/d/colls/damaged";
  private static final String WHOLE = "/dbs/d/colls/whole";

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void aDamagedBlockFailsWhatTouchesItAndIsTold() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Path home = Files.createDirectory(directory.resolve("round" + round));
      fill(home, new Random(round));
      damage(home.resolve("data").resolve("store"), new Random(~round));
      try (ServerProcess server = ServerProcess.serve(home, "--throttling", "off")) {
        assertThat(health(server, "/ready").statusCode()).isEqualTo(200);
        List<Integer> lost = use(SqlHttp.owner(server));
        assertThat(lost).as("items nobody can read, round %d", round).isNotEmpty();
        assertThat(lost).as("round %d", round).hasSizeLessThan(ITEMS / 2);

        HttpResponse<String> ready = health(server, "/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body())
            .contains("\"server\":\"ready\"", "damaged data was met", "d/damaged partition 0")
            .doesNotContain("whole", ".sst");
        assertThat(health(server, "/alive").statusCode()).isEqualTo(200);
        assertThat(health(server, "/metrics").body())
            .contains(
                "orrery_partition_faulty{container=\"damaged\",database=\"d\",partition=\"0\"} 1.0")
            .contains(
                "orrery_partition_faulty{container=\"whole\",database=\"d\",partition=\"0\"} 0.0");
        assertThat(server.stop()).isZero();
      }
    }
  }

  /// The first container's items make up most of the largest file.
  private static void fill(Path home, Random random) {
    try (ServerProcess server = ServerProcess.serve(home, "--throttling", "off")) {
      SqlHttp client = SqlHttp.owner(server);
      client.post("/dbs", "{\"id\":\"d\"}");
      for (String name : List.of("damaged", "whole")) {
        String definition =
            """
            {"id":"%s","partitionKey":{"paths":["/id"],"kind":"Hash","version":2},
             "indexingPolicy":{"indexingMode":"none","automatic":false}}
            """
                .formatted(name);
        assertThat(client.post("/dbs/d/colls", definition).statusCode()).isEqualTo(201);
      }
      for (int i = 0; i < ITEMS; i++) {
        write(client, DAMAGED, i, random, 201);
      }
      for (int i = 0; i < 10; i++) {
        write(client, WHOLE, i, random, 201);
      }
      assertThat(server.stop()).isZero();
    }
  }

  /// Uses every item of both containers; gives those that cannot be.
  private static List<Integer> use(SqlHttp client) {
    Random random = new Random(1);
    List<Integer> lost = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      HttpResponse<String> read = read(client, DAMAGED, i);
      if (read.statusCode() == 500) {
        assertThat(read.body()).contains("damaged").doesNotContain(".sst", "store/");
        lost.add(i);
        write(client, DAMAGED, i, random, 500);
      } else {
        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        write(client, DAMAGED, i, random, 200);
      }
    }
    for (int i = 0; i < 10; i++) {
      assertThat(read(client, WHOLE, i).statusCode()).isEqualTo(200);
      write(client, WHOLE, i, random, 200);
      write(client, WHOLE, 100 + i, random, 201);
    }
    return lost;
  }

  private static HttpResponse<String> read(SqlHttp client, String container, int id) {
    return client.send("GET", container + "/docs/i" + id, "", KEY, "[\"i" + id + "\"]");
  }

  private static void write(SqlHttp client, String container, int id, Random random, int expected) {
    byte[] value = new byte[500];
    random.nextBytes(value);
    String body = "{\"id\":\"i%d\",\"v\":\"%s\"}".formatted(id, HexFormat.of().formatHex(value));
    HttpResponse<String> written =
        client.send(
            "POST",
            container + "/docs",
            body,
            KEY,
            "[\"i" + id + "\"]",
            "x-ms-documentdb-is-upsert",
            "True");
    assertThat(written.statusCode()).as(written.body()).isEqualTo(expected);
  }

  /// Turns one byte over, in a block of the first container's items.
  private static void damage(Path store, Random random) throws IOException {
    Path largest;
    try (Stream<Path> files = Files.list(store)) {
      largest =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
    }
    try (FileChannel channel =
        FileChannel.open(largest, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long position = (long) (channel.size() * (0.2 + random.nextDouble() / 2));
      ByteBuffer one = ByteBuffer.allocate(1);
      assertThat(channel.read(one, position)).isEqualTo(1);
      one.put(0, (byte) ~one.get(0)).flip();
      assertThat(channel.write(one, position)).isEqualTo(1);
    }
  }

  private HttpResponse<String> health(ServerProcess server, String path)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(server.endpoint("health").resolve(path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
