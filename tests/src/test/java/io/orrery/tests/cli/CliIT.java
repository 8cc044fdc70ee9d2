// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line against a running server: what is printed, and how it ends.
class CliIT {
  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static CommandRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (!all.contains("--endpoint")) {
      all.addAll(List.of("--endpoint", server.endpoint("sql").toString()));
    }
    return CommandRun.here(all);
  }

  @Test
  void databasesAndTheirThroughput() {
    String created = run("database", "create", "-n", "shop", "--throughput", "500").done();
    assertThat(created).startsWith("{\n  \"id\": \"shop\",\n").endsWith("}");
    assertThat(run("database", "list", "-o", "tsv").done().lines()).contains("shop\t500\t0");
    assertThat(run("database", "exists", "-n", "shop").done()).isEqualTo("true");
    assertThat(run("database", "exists", "-n", "nothing").done()).isEqualTo("false");
    String throughput =
        run("database", "throughput", "update", "-n", "shop", "--throughput", "700").done();
    assertThat(throughput).isEqualTo("{\n  \"kind\": \"manual\",\n  \"throughput\": 700\n}");
    assertThat(
            run("database", "throughput", "migrate", "-n", "shop", "-t", "autoscale", "-o", "jsonl")
                .done())
        .startsWith("{\"kind\":\"autoscale\",\"maxThroughput\":1000,");
    run("database", "create", "-n", "shop").failed(1, "(409)");
    run("database", "delete", "-n", "shop").failed(2, "--yes");
    run("database", "delete", "-n", "shop", "--yes").done();
    run("database", "show", "-n", "shop").failed(1, "shop");
  }

  @Test
  void containersAndTheirItems() throws Exception {
    run("database", "create", "-n", "store").done();
    Path policy =
        Files.writeString(
            directory.resolve("policy.json"), "{\"uniqueKeys\":[{\"paths\":[\"/email\"]}]}");
    List<String> create = new ArrayList<>(List.of("container", "create", "-d", "store"));
    create.addAll(List.of("-n", "orders", "-p", "/tenant", "-p", "/user", "--ttl", "-1"));
    create.addAll(List.of("--throughput", "800", "--unique-key-policy", "@" + policy));
    String created = run(create.toArray(String[]::new)).done();
    assertThat(created).contains("\"kind\": \"MultiHash\"", "\"/email\"", "\"defaultTtl\": -1");
    String updated =
        run("container", "update", "-d", "store", "-n", "orders", "--ttl", "60").done();
    assertThat(updated).contains("\"defaultTtl\": 60");
    assertThat(run("container", "throughput", "show", "-d", "store", "-n", "orders").done())
        .contains("\"throughput\": 800");
    run("container", "throughput", "update", "-d", "store", "-n", "orders", "--throughput", "1")
        .failed(1, "minimum");
    String[] put = {"item", "put", "-d", "store", "-c", "orders", "-b"};
    String body = "{\"id\":\"1\",\"tenant\":\"ü\",\"user\":5,\"email\":\"a@b\"}";
    run(with(put, body)).done();
    run(with(put, body.replace("\"1\"", "\"2\""))).failed(1, "(409)");
    run(with(put, body, "-k", "other", "-k", "5")).failed(1, "(400)");
    String[] item = {"-d", "store", "-c", "orders", "-i", "1", "-k", "ü", "-k", "5"};
    assertThat(run(with(new String[] {"item", "get", "-o", "yaml"}, item)).done())
        .startsWith("id: \"1\"\ntenant: \"ü\"\nuser: 5\n");
    String patch = "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":2}]";
    assertThat(run(with(new String[] {"item", "patch", "-b", patch}, item)).done())
        .contains("\"n\": 2");
    assertThat(run("item", "list", "-d", "store", "-c", "orders", "-k", "ü", "-o", "jsonl").done())
        .hasLineCount(1)
        .startsWith("{\"id\":\"1\"");
    String[] query = {"query", "SELECT VALUE c.user FROM c WHERE c.n = 2", "-d", "store"};
    assertThat(run(with(query, "-c", "orders", "-o", "jsonl")).done()).isEqualTo("5");
    assertThat(run(with(query, "-c", "orders", "-o", "jsonl", "--explain")).done())
        .contains("\"rows\":1", "index /n/? = 2", "RU", "\"partitions\":[{\"id\":\"0\"");
    run("query", "SELECT nothing", "-d", "store", "-c", "orders").failed(1, "SC2001");
    run(with(new String[] {"item", "delete", "--if-match", "\"old\""}, item)).failed(1, "(412)");
    run(with(new String[] {"item", "delete"}, item)).done();
    run(with(new String[] {"item", "get"}, item)).failed(1, "(404)");
    String large = "{\"id\":\"l\",\"x\":\"%s\"}".formatted("x".repeat(2_200_000));
    Path file = Files.writeString(directory.resolve("large.json"), large);
    run(with(put, "@" + file)).failed(4, "(413)");
    assertThat(run("partitions", "list", "-d", "store", "-n", "orders").done())
        .contains("\"items\": 0");
    run("container", "delete", "-d", "store", "-n", "orders", "-y").done();
  }

  @Test
  void listsSayWhatPeopleLookFor() {
    run("database", "create", "-n", "lists", "--max-throughput", "4000").done();
    String[] create = {"container", "create", "-d", "lists", "-p", "/tenant"};
    run(with(create, "-n", "alone", "-p", "/user", "--throughput", "800")).done();
    run(with(create, "-n", "sharing")).done();
    String[] put = {"item", "put", "-d", "lists", "-c", "alone", "-b"};
    run(with(put, "{\"id\":\"1\",\"tenant\":\"t\",\"user\":\"u\",\"tags\":[1]}")).done();
    assertThat(run("database", "list", "-o", "table").done().lines())
        .first()
        .asString()
        .matches("id +throughput +containers");
    assertThat(run("database", "list", "-o", "table").done())
        .containsPattern("(?m)^lists +autoscale 4000 +2$");
    assertThat(run("container", "list", "-d", "lists", "-o", "table").done())
        .matches(
            """
            id       partition key   throughput  partitions  items  +bytes
            alone    /tenant, /user  800                  1      1  +[1-9]\\d+
            sharing  /tenant         shared               1      0  +\\d+\
            """);
    assertThat(run("container", "list", "-d", "lists", "-o", "jsonl").done())
        .hasLineCount(2)
        .contains("\"partitionKey\":{\"paths\":[\"/tenant\",\"/user\"]");
    assertThat(run("partitions", "list", "-d", "lists", "-n", "alone", "-o", "table").done())
        .startsWith("ordinal  minInclusive  maxExclusive  lsn  items  dataBytes  indexBytes");
    String[] topKeys = {"partitions", "top-keys", "-d", "lists", "-n", "alone"};
    assertThat(run(with(topKeys, "--by", "bytes", "-o", "jsonl")).done())
        .contains("\"partitionKey\":\"[\\\"t\\\",\\\"u\\\"]\",\"items\":1");
    run(with(topKeys, "--by", "color")).failed(1, "ru or bytes");
    assertThat(run("partitions", "heatmap", "-d", "lists", "-n", "alone", "--step", "30").done())
        .contains("\"stepSeconds\": 30");
    assertThat(run("item", "list", "-d", "lists", "-c", "alone", "-o", "table").done())
        .isEqualTo("id  tenant  user  tags\n1   t       u     […]");
    run("database", "delete", "-n", "lists", "--yes").done();
  }

  private static String[] with(String[] first, String... more) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void keysAreReplacedAndConnectionStringsFollow() {
    String before = run("connection-strings", "-o", "env").done();
    for (String door : List.of("SQL", "TABLE", "MONGO")) {
      assertThat(before.lines()).filteredOn(line -> line.startsWith("export " + door)).hasSize(4);
    }
    assertThat(before.lines())
        .first()
        .asString()
        .startsWith("export SQL_PRIMARY_CONNECTION_STRING='AccountEndpoint=http://127.0.0.1:")
        .endsWith("/;AccountKey=" + server.ready("key") + ";'");
    String keys = run("keys", "list", "-o", "jsonl").done();
    String secondary = keys.replaceAll(".*\"secondary\":\"([^\"]*)\".*", "$1");
    run("database", "list", "--key", secondary).done();
    run("keys", "regenerate", "--key-kind", "secondary", "--yes").done();
    run("database", "list", "--key", secondary).failed(1, "(401)");
    run("keys", "regenerate", "--key-kind", "primary", "--yes").failed(1, "production");
    run("keys", "list", "--key", server.ready("readOnlyKey")).failed(1, "(403)");
    run("connection-strings", "--key", server.ready("readOnlyKey")).failed(1, "(403)");
  }

  @Test
  void encryptedWithTheCertificateThatTheServerKeeps() {
    String secure = server.endpoint("sql").toString().replace("http:", "https:");
    run("database", "list", "--endpoint", secure).failed(1, "--certificate");
    run("database", "list", "--endpoint", secure, "--certificate", certificate()).done();
  }

  /// The server's own, which it makes when somebody first asks for it.
  private static String certificate() {
    SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of());
    return directory.resolve("data/certificate/certificate.pem").toString();
  }

  @Test
  void environmentNamesTheServer() {
    Map<String, String> environment =
        Map.of(
            "ORRERY_ENDPOINT",
            server.endpoint("sql").toString().replace("http:", "https:"),
            "ORRERY_CERTIFICATE",
            certificate(),
            "ORRERY_KEY",
            server.ready("key"));
    List<String> arguments = List.of("connection-strings");
    assertThat(CommandRun.inProcess(directory, environment, arguments).done())
        .contains("AccountEndpoint=https://");
  }

  @Test
  void saysWhatIsWrong() {
    run("database", "list", "--endpoint", "http://127.0.0.1:1/").failed(3, "Nothing answers at");
    run("database", "list", "--endpoint", "localhost").failed(2, "http://host:port/");
    run("database", "list", "--key", "?").failed(2, "base64");
    CommandRun.here(List.of("database")).failed(2, "Say what to do: ");
    run("item", "get", "-d", "a", "-c", "b", "-i", "1").failed(2, "--partition-key");
    CommandRun.here(List.of("databse")).failed(2, "did you mean database?");
    CommandRun.here(List.of("srve")).failed(2, "mean serve?");
    CommandRun.here(List.of("serve", "--healthport=1")).failed(2, "mean --health-port?");
    CommandRun.here(List.of("config")).failed(2, "show");
    CommandRun.here(List.of()).failed(2, "serve");
  }

  @Test
  void everyRequestOfTheRehearsalIsAnswered() {
    String tables = server.endpoint("table").toString();
    String mongo = server.endpoint("mongo").toString();
    // Two of each kind and more, on three orders.
    run("rehearse", "--requests", "32", "--table-endpoint", tables, "--mongo-endpoint", mongo)
        .done();
    String count = "SELECT VALUE COUNT(1) FROM c";
    assertThat(run("query", "-d", "rehearsal", "-c", "orders", count, "-o", "tsv").done())
        .isEqualTo("5");
  }
}
