// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import io.orrery.model.catalog.AccountKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The unmodified Java driver aggregates: cursors, errors and what pipelines write.
class AggregateTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> numbers;

  @BeforeAll
  static void open() {
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
    database = client.getDatabase("aggregate");
    numbers = database.getCollection("numbers");
    numbers.insertMany(
        IntStream.range(0, 1000)
            .mapToObj(i -> new Document("_id", i).append("k", i % 7).append("v", i * 0.5))
            .toList());
  }

  @AfterEach
  void drop() {
    database.drop();
  }

  private List<Document> aggregate(String... stages) {
    return numbers
        .aggregate(Arrays.stream(stages).map(BsonDocument::parse).toList())
        .into(new ArrayList<>());
  }

  private static List<Document> documents(String... documents) {
    return Arrays.stream(documents).map(Document::parse).toList();
  }

  @Test
  void manyComeInBatches() {
    List<Document> found =
        numbers
            .aggregate(documents("{$match: {_id: {$gte: 100}}}", "{$set: {w: '$v'}}"))
            .batchSize(64)
            .into(new ArrayList<>());
    assertThat(found).hasSize(900);
    assertThat(found.getFirst()).isEqualTo(Document.parse("{_id: 100, k: 2, v: 50.0, w: 50.0}"));
  }

  @Test
  void sortedDocumentsStayInACursor() {
    List<Document> found =
        numbers
            .aggregate(
                documents("{$group: {_id: '$_id', f: {$first: '$v'}}}", "{$sort: {_id: -1}}"))
            .batchSize(100)
            .into(new ArrayList<>());
    assertThat(found).extracting(each -> each.get("_id")).hasSize(1000).startsWith(999, 998);
  }

  @Test
  void aCursorCanBeKilled() {
    try (MongoCursor<Document> cursor =
        numbers.aggregate(documents("{$set: {w: 1}}")).batchSize(10).iterator()) {
      cursor.next();
      long id = Objects.requireNonNull(cursor.getServerCursor()).getId();
      Document killed =
          database.runCommand(
              new Document("killCursors", "numbers").append("cursors", List.of(id)));
      assertThat(killed.get("cursorsKilled")).isEqualTo(List.of(id));
      Document more = new Document("getMore", id).append("collection", "numbers");
      assertThatThrownBy(() -> database.runCommand(more))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(43));
    }
  }

  @Test
  void groupsAreMadeWhereDocumentsAre() {
    assertThat(
            aggregate(
                "{$match: {_id: {$lt: 14}}}",
                "{$group: {_id: '$k', n: {$sum: 1}, s: {$sum: '$v'}, a: {$avg: '$_id'},"
                    + " l: {$min: '$_id'}, g: {$max: '$_id'}, c: {$count: {}}}}",
                "{$sort: {_id: 1}}",
                "{$limit: 2}"))
        .isEqualTo(
            documents(
                "{_id: 0, n: 2, s: 3.5, a: 3.5, l: 0, g: 7, c: 2}",
                "{_id: 1, n: 2, s: 4.5, a: 4.5, l: 1, g: 8, c: 2}"));
  }

  @Test
  void documentsAreCounted() {
    assertThat(numbers.countDocuments()).isEqualTo(1000);
    assertThat(numbers.countDocuments(Document.parse("{k: 3}"))).isEqualTo(143);
    assertThat(aggregate("{$match: {k: 9}}", "{$count: 'n'}")).isEmpty();
    assertThat(database.getCollection("nothing").countDocuments()).isZero();
  }

  @Test
  void errorsOfExpressionsKeepTheirCodes() {
    for (var each :
        List.of(
            List.of("{$project: {x: {$divide: ['$k', 0]}}}", "2"),
            List.of("{$match: {$expr: {$size: '$k'}}}", "17124"),
            List.of("{$group: {_id: {$mod: ['$k', 0]}}}", "16610"),
            List.of("{$sort: {k: 2}}", "15975"),
            List.of("{$nope: 1}", "40324"))) {
      assertThatThrownBy(() -> aggregate(each.getFirst()))
          .as(each.getFirst())
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure ->
                  assertThat(failure.getErrorCode()).isEqualTo(Integer.parseInt(each.getLast())));
    }
  }

  @Test
  void variablesOfACommandAreSeenByPartitions() {
    assertThat(
            numbers
                .aggregate(
                    documents(
                        "{$match: {$expr: {$eq: ['$_id', '$$x']}}}",
                        "{$project: {y: {$add: ['$$x', '$k']}}}"))
                .let(Document.parse("{x: {$add: [2, 3]}}"))
                .into(new ArrayList<>()))
        .isEqualTo(documents("{_id: 5, y: 10}"));
  }

  @Test
  void documentsComeWithoutACollection() {
    assertThat(
            database
                .aggregate(documents("{$documents: [{a: 1}, {a: 2}]}", "{$match: {a: 2}}"))
                .into(new ArrayList<>()))
        .isEqualTo(documents("{a: 2}"));
    assertThatThrownBy(() -> database.aggregate(documents("{$match: {}}")).into(new ArrayList<>()))
        .hasMessageContaining("a collection is required");
    assertThatThrownBy(() -> aggregate("{$documents: []}"))
        .hasMessageContaining("can only be run with {aggregate: 1}");
  }

  @Test
  void collectionsAreJoined() {
    database
        .getCollection("names")
        .insertMany(documents("{_id: 0, n: 'zero'}", "{_id: 1, n: 'one'}"));
    assertThat(
            aggregate(
                "{$match: {_id: {$lt: 3}}}",
                "{$lookup: {from: 'names', localField: 'k', foreignField: '_id', as: 'name'}}",
                "{$project: {name: '$name.n'}}",
                "{$sort: {_id: 1}}"))
        .isEqualTo(
            documents("{_id: 0, name: ['zero']}", "{_id: 1, name: ['one']}", "{_id: 2, name: []}"));
  }

  @Test
  void memoryIsBounded() {
    MongoCollection<Document> large = database.getCollection("large");
    String text = "x".repeat(1_000_000);
    for (int i = 0; i < 80; i++) {
      large.insertOne(new Document("_id", i).append("text", text));
    }
    assertThatThrownBy(
            () ->
                large
                    .aggregate(documents("{$set: {r: {$rand: {}}}}", "{$sort: {r: 1}}"))
                    .into(new ArrayList<>()))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(292));
    assertThat(large.aggregate(documents("{$count: 'n'}")).first())
        .isEqualTo(Document.parse("{n: 80}"));
  }

  @Test
  void aReadOnlyKeyDoesNotWriteByAPipeline() {
    try (MongoClient reader =
        bed.connect(MongoBed.USER, bed.key(AccountKeys.Name.PRIMARY_READ_ONLY), "")) {
      MongoCollection<Document> seen = reader.getDatabase("aggregate").getCollection("numbers");
      assertThat(seen.aggregate(documents("{$count: 'n'}")).first())
          .isEqualTo(Document.parse("{n: 1000}"));
      assertThatThrownBy(() -> seen.aggregate(documents("{$out: 'other'}")).into(new ArrayList<>()))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(13));
    }
  }
}
