// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongodriver;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// The unmodified Java drivers of MongoDB, blocking and reactive, with and without TLS.
class JavaMongoIT {
  private static final int COUNT = 300;

  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory", "--throttling", "off");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static MongoClientSettings settings(boolean tls, String options) throws Exception {
    return MongoAccess.settings(server, tls, options);
  }

  private static List<Document> numbered() {
    return IntStream.range(0, COUNT).mapToObj(n -> new Document("_id", n).append("n", n)).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void blocking(boolean tls) throws Exception {
    try (MongoClient client = MongoClients.create(settings(tls, "&compressors=zlib"))) {
      MongoCollection<Document> things =
          client.getDatabase("blocking" + tls).getCollection("things");
      assertThat(things.insertMany(numbered()).getInsertedIds()).hasSize(COUNT);
      assertThatThrownBy(() -> things.insertOne(new Document("_id", 1)))
          .isInstanceOfSatisfying(
              MongoWriteException.class,
              failure -> assertThat(failure.getError().getCode()).isEqualTo(11_000));
      List<Integer> found = new ArrayList<>();
      things
          .find(gte("n", 100))
          .sort(Sorts.descending("n"))
          .batchSize(7)
          .map(each -> each.getInteger("n"))
          .into(found);
      assertThat(found).hasSize(200).isSortedAccordingTo((a, b) -> b - a);
      Document changed =
          things.findOneAndUpdate(
              eq("_id", 5),
              Updates.push("list", "a"),
              new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));
      assertThat(changed).containsEntry("list", List.of("a"));
      var bulk =
          things.bulkWrite(
              List.of(
                  new InsertOneModel<>(new Document("_id", "text")),
                  new UpdateOneModel<>(eq("_id", 6), Updates.inc("n", 10))));
      assertThat(bulk.getInsertedCount() + bulk.getModifiedCount()).isEqualTo(2);
      assertThat(things.countDocuments(gte("n", 0))).isEqualTo(COUNT);
      assertThat(things.deleteMany(gte("n", 100)).getDeletedCount()).isEqualTo(200);
      assertThat(client.listDatabaseNames()).contains("blocking" + tls);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reactive(boolean tls) throws Exception {
    try (var client =
        com.mongodb.reactivestreams.client.MongoClients.create(
            settings(tls, "&compressors=zlib"))) {
      var things = client.getDatabase("reactive" + tls).getCollection("things");
      Mono.from(things.insertMany(numbered())).block();
      List<Integer> found =
          Flux.from(things.find(gte("n", 100)).batchSize(20))
              .map(each -> each.getInteger("n"))
              .collectList()
              .block();
      assertThat(found).hasSize(200);
      // Many at once, each of which is done once.
      Flux.range(0, 50)
          .flatMap(_ -> things.updateOne(eq("_id", 7), Updates.inc("hits", 1)))
          .blockLast();
      assertThat(Mono.from(things.find(eq("_id", 7)).first()).block()).containsEntry("hits", 50);
      assertThat(Mono.from(things.countDocuments()).block()).isEqualTo(COUNT);
      Mono.from(things.drop()).block();
      assertThat(Flux.from(client.getDatabase("reactive" + tls).listCollectionNames()).toIterable())
          .isEmpty();
    }
  }
}
