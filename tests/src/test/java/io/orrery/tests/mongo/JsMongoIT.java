// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The unmodified Node driver, mongoose and mongosh, each with and without TLS, on one server.
class JsMongoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Pattern ORDINAL = Pattern.compile("\"ordinal\":(\\d+)");

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

  @Test
  void aSplitAndAKilledServerGoUnnoticed() throws Exception {
    Path data = directory.resolve("data");
    String[] arguments = {"--data-path", data.toString(), "--throttling", "off"};
    ServerProcess first = ServerProcess.serve(directory, arguments);
    String port = Integer.toString(first.endpoint("mongo").getPort());
    Future<String> client;
    try (first) {
      Path begun = directory.resolve("begun");
      Map<String, String> environment =
          new HashMap<>(MongoPrograms.environment(first, false, directory));
      environment.put("ORRERY_BEGUN", begun.toString());
      client = ClientPrograms.begin(environment, "node", "mongo-load.test.js");
      await().atMost(PATIENCE).until(() -> Files.exists(begun) || client.isDone());
      split(first);
      first.kill();
    }
    String[] again = {"--data-path", data.toString(), "--throttling", "off", "--apis.mongo", port};
    try (ServerProcess _ = ServerProcess.serve(directory, again)) {
      assertThat(client.get(2, TimeUnit.MINUTES)).contains("pass 1");
    }
  }

  private static void split(ServerProcess server) {
    SqlHttp http = SqlHttp.owner(server);
    String partitions = "/_orrery/api/v1/databases/loadPlain/containers/things/partitions";
    String listed = http.get(partitions).body();
    Matcher ordinal = ORDINAL.matcher(listed);
    assertThat(ordinal.find()).as(listed).isTrue();
    var answer = http.post(partitions + "/" + ordinal.group(1) + "/split", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }
}
