// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.AdminCalls;
import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The unmodified Node driver, mongoose and mongosh, each with and without TLS, on one server.
class JsMongoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private static Path shared;
  private static ServerProcess server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProcess.serve(shared, "--in-memory", "--throttling", "off");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void driverAndMongoose(boolean tls) throws Exception {
    ClientPrograms.run(
        MongoPrograms.environment(server, tls, directory),
        "node",
        "--test",
        "mongo.test.js",
        "mongoose.test.js");
  }

  /// A shell that reads from a pipe as a person would type: it greets, prompts and answers.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shell(boolean tls) throws Exception {
    Map<String, String> environment = MongoPrograms.environment(server, tls, directory);
    Path typed =
        Files.writeString(
            directory.resolve("typed"),
            """
            show dbs
            use shell
            db.c.insertMany([{_id: 1, a: "x"}, {_id: 2, a: "y"}]).insertedIds
            db.c.updateOne({_id: 2}, {$set: {b: true}}).modifiedCount
            db.c.find({a: "y"})
            show collections
            db.c.createIndex({a: 1})
            db.c.find({a: "y"}).explain().queryPlanner.winningPlan.inputStage.indexName
            sh.shardCollection("shell.orders", {city: "hashed"}).collectionsharded
            db.orders.insertOne({_id: 1, city: "x"}).acknowledged
            db.orders.getIndexes().map(each => each.name).join("+")
            db.orders.drop()
            db.c.deleteMany({}).deletedCount + " deleted"
            rs.status().members[0].stateStr
            db.serverStatus().process
            db.stats().db
            db.adminCommand({getParameter: 1, featureCompatibilityVersion: 1}).ok
            exit
            """);
    String said =
        ClientPrograms.run(
            environment,
            "sh",
            "-c",
            "exec node_modules/.bin/mongosh \"$ORRERY_MONGO_URI\" < " + typed);
    assertThat(said)
        .contains("Using MongoDB:", "globaldb [primary] shell>", "{ '0': 1, '1': 2 }")
        .contains("[ { _id: 2, a: 'y', b: true } ]", "2 deleted", "PRIMARY", "mongod")
        .contains("a_1", "shell.orders", "_id_+city_hashed")
        .doesNotContain("Uncaught", "MongoServerError");
  }

  @Test
  void scriptedShell() throws Exception {
    Map<String, String> environment = MongoPrograms.environment(server, false, directory);
    String script = "db.getSiblingDB('scripted').c.insertOne({_id: 7}).insertedId";
    assertThat(
            ClientPrograms.run(
                environment,
                "sh",
                "-c",
                "exec node_modules/.bin/mongosh --quiet \"$ORRERY_MONGO_URI\" --eval \"%s\""
                    .formatted(script)))
        .isEqualTo("7\n");
  }

  /// All of them at once, each with and without TLS.
  @Test
  void splitsAndAKilledServerGoUnnoticed() throws Exception {
    String[] arguments = {"--throttling", "off", "--apis.mongo", SteadyPort.any()};
    List<Future<String>> clients = new ArrayList<>();
    try (ServerProcess first = ServerProcess.serve(directory, arguments)) {
      for (boolean tls : List.of(false, true)) {
        Map<String, String> environment = MongoPrograms.environment(first, tls, directory);
        clients.add(begin(environment, "load", "node mongo-load.test.js"));
        clients.add(
            begin(
                environment,
                "shell",
                "node_modules/.bin/mongosh --quiet \"$ORRERY_MONGO_URI\" mongosh-load.js"));
      }
      for (String database : List.of("loadPlain", "loadTls", "shellPlain", "shellTls")) {
        awaitBegun(database, clients);
        AdminCalls.split(first, database, "things");
      }
      first.kill();
    }
    try (ServerProcess _ = ServerProcess.serve(directory, arguments)) {
      for (Future<String> client : clients) {
        assertThat(client.get(4, TimeUnit.MINUTES)).containsAnyOf("pass 1", "nothing is lost");
      }
    }
  }

  /// @param name of a database and a file, both by kind of connection: the file is there when the
  ///   database is worth splitting
  private Future<String> begin(Map<String, String> environment, String name, String command) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("ORRERY_BEGUN", directory.resolve(name + all.get("ORRERY_MONGO_RUN")).toString());
    return ClientPrograms.begin(all, "sh", "-c", "exec " + command);
  }

  private void awaitBegun(String name, List<Future<String>> clients) throws Exception {
    Path begun = directory.resolve(name);
    await()
        .atMost(PATIENCE)
        .until(() -> Files.exists(begun) || clients.stream().anyMatch(Future::isDone));
    for (Future<String> client : clients) {
      assertThat(client.isDone() ? client.get() : "").as("done too early").isEmpty();
    }
  }
}
