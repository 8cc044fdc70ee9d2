// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How often indexes were used.
class IndexStatisticsTest {
  private static MongoBed bed;
  private static MongoClient client;
  private static Instant begun;
  private MongoDatabase database;
  private MongoCollection<Document> documents;

  @BeforeAll
  static void open() {
    begun = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    bed = new MongoBed();
    client = bed.connect("");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    database = client.getDatabase("uses");
    documents = database.getCollection("documents");
    for (int i = 0; i < 50; i++) {
      documents.insertOne(new Document("_id", i).append("a", i % 5).append("b", i));
    }
    String _ = documents.createIndex(new Document("a", 1));
    String _ = documents.createIndex(new Document("b", -1));
  }

  @AfterEach
  void drop() {
    database.drop();
  }

  private Map<String, Long> uses() {
    Map<String, Long> uses = new TreeMap<>();
    for (Document each :
        documents.aggregate(List.of(new Document("$indexStats", new Document())))) {
      uses.put(each.getString("name"), each.get("accesses", Document.class).getLong("ops"));
    }
    return uses;
  }

  private static Map<String, Long> counts(long id, long a, long b) {
    return Map.of("_id_", id, "a_1", a, "b_-1", b);
  }

  @Test
  void eachQueryCountsOnceWhateverItsPages() {
    assertThat(uses()).isEqualTo(counts(0, 0, 0));
    assertThat(ids(documents.find(new Document("a", 1)).batchSize(2))).hasSize(10);
    assertThat(uses()).isEqualTo(counts(0, 1, 0));
    assertThat(ids(documents.find().sort(new Document("b", 1)).batchSize(20))).hasSize(50);
    assertThat(uses()).isEqualTo(counts(0, 1, 1));
    assertThat(ids(documents.find(new Document("_id", 7)))).containsExactly(7);
    assertThat(uses()).isEqualTo(counts(1, 1, 1));
  }

  @Test
  void everyCommandCounts() {
    Document byA = new Document("a", 1);
    assertThat(documents.aggregate(List.of(new Document("$match", byA)))).hasSize(10);
    Document _ = database.runCommand(new Document("count", "documents").append("query", byA));
    documents.updateMany(byA, Document.parse("{$set: {c: 1}}"));
    documents.deleteOne(new Document("b", 3));
    assertThat(uses()).isEqualTo(counts(0, 3, 1));
    documents.updateOne(new Document("_id", 5), Document.parse("{$set: {c: 1}}"));
    assertThat(uses()).isEqualTo(counts(1, 3, 1));
  }

  @Test
  void aScanUsesNone() {
    assertThat(ids(documents.find(new Document("c", 1)))).isEmpty();
    assertThat(ids(documents.find(new Document("a", 1)).hint(new Document("$natural", 1))))
        .hasSize(10);
    assertThat(uses()).isEqualTo(counts(0, 0, 0));
  }

  @Test
  void indexesAreToldWithWhatTheyAre() {
    Document last =
        requireNonNull(
            documents
                .aggregate(
                    List.of(
                        new Document("$indexStats", new Document()),
                        new Document("$match", new Document("name", "b_-1"))))
                .first());
    assertThat(last)
        .containsEntry("key", new Document("b", -1))
        .containsEntry("spec", Document.parse("{v: 2, key: {b: -1}, name: 'b_-1'}"));
    assertThat(last.get("accesses", Document.class).getDate("since").toInstant())
        .isBetween(begun, Instant.now());
    assertThat(
            database
                .getCollection("nowhere")
                .aggregate(List.of(new Document("$indexStats", new Document()))))
        .isEmpty();
    assertCode(
        28803, () -> documents.aggregate(List.of(Document.parse("{$indexStats: {a: 1}}"))).first());
  }

  @Test
  void noPlansAreKept() {
    assertThat(ids(documents.find(new Document("a", 1)))).hasSize(10);
    assertThat(documents.aggregate(List.of(new Document("$planCacheStats", new Document()))))
        .isEmpty();
  }
}
