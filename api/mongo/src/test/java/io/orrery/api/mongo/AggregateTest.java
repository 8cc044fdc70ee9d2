// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
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
  void outReplacesACollection() {
    MongoCollection<Document> other = database.getCollection("other");
    other.insertOne(Document.parse("{_id: 'old'}"));
    numbers
        .aggregate(documents("{$group: {_id: '$k', n: {$sum: 1}}}", "{$out: 'other'}"))
        .toCollection();
    assertThat(other.find().sort(Document.parse("{_id: 1}")).into(new ArrayList<>()))
        .hasSize(7)
        .contains(Document.parse("{_id: 6, n: 142}"));
    assertThat(database.listCollectionNames().into(new ArrayList<>()))
        .containsExactlyInAnyOrder("numbers", "other");
  }

  @Test
  void whatIsNoTargetIsRefused() {
    for (var each :
        List.of(
            List.of("{$out: 5}", "16990"),
            List.of("{$out: {db: 'x'}}", "16990"),
            List.of("{$merge: 5}", "51182"),
            List.of("{$merge: {into: 5}}", "51178"))) {
      BsonDocument command =
          BsonDocument.parse(
              "{aggregate: 'numbers', pipeline: [%s], cursor: {}}".formatted(each.getFirst()));
      assertThatThrownBy(() -> database.runCommand(command))
          .as(each.getFirst())
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure ->
                  assertThat(failure.getErrorCode()).isEqualTo(Integer.parseInt(each.getLast())));
    }
  }

  @Test
  void outThatFailsChangesNothing() {
    MongoCollection<Document> other = database.getCollection("other");
    other.insertOne(Document.parse("{_id: 'old'}"));
    assertThatThrownBy(
            () ->
                numbers
                    .aggregate(documents("{$project: {_id: '$k'}}", "{$out: 'other'}"))
                    .toCollection())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(11000));
    assertThat(other.find().into(new ArrayList<>())).isEqualTo(documents("{_id: 'old'}"));
    assertThat(database.listCollectionNames().into(new ArrayList<>()))
        .containsExactlyInAnyOrder("numbers", "other");
  }

  private List<Document> merged(String merge) {
    MongoCollection<Document> other = database.getCollection("other");
    other.drop();
    other.insertMany(documents("{_id: 0, a: 1, k: 9}", "{_id: 50, a: 2}"));
    numbers
        .aggregate(documents("{$match: {_id: {$lt: 2}}}", "{$unset: 'v'}", merge))
        .toCollection();
    return other.find().sort(Document.parse("{_id: 1}")).into(new ArrayList<>());
  }

  @Test
  void mergeChangesACollection() {
    assertThat(merged("{$merge: 'other'}"))
        .isEqualTo(documents("{_id: 0, a: 1, k: 0}", "{_id: 1, k: 1}", "{_id: 50, a: 2}"));
    assertThat(merged("{$merge: {into: 'other', whenMatched: 'replace'}}"))
        .isEqualTo(documents("{_id: 0, k: 0}", "{_id: 1, k: 1}", "{_id: 50, a: 2}"));
    assertThat(merged("{$merge: {into: 'other', whenMatched: 'keepExisting'}}"))
        .isEqualTo(documents("{_id: 0, a: 1, k: 9}", "{_id: 1, k: 1}", "{_id: 50, a: 2}"));
    assertThat(merged("{$merge: {into: 'other', whenNotMatched: 'discard'}}"))
        .isEqualTo(documents("{_id: 0, a: 1, k: 0}", "{_id: 50, a: 2}"));
    assertThat(
            merged(
                "{$merge: {into: 'other', whenMatched: [{$set: {a: {$add: ['$a', '$$new.k',"
                    + " 10]}}}], whenNotMatched: 'discard'}}"))
        .isEqualTo(documents("{_id: 0, a: 11, k: 9}", "{_id: 50, a: 2}"));
    for (var each :
        List.of(
            List.of("{$merge: {into: 'other', whenMatched: 'fail'}}", "11000"),
            List.of("{$merge: {into: 'other', whenNotMatched: 'fail'}}", "13113"),
            List.of("{$merge: {into: 'other', on: 'k'}}", "51183"),
            List.of("{$merge: {into: 'other', x: 1}}", "40415"),
            List.of("{$merge: {into: 'other', whenMatched: 'x'}}", "2"))) {
      assertThatThrownBy(() -> merged(each.getFirst()))
          .as(each.getFirst())
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure ->
                  assertThat(failure.getErrorCode()).isEqualTo(Integer.parseInt(each.getLast())));
    }
  }

  @Test
  void pipelinesUpdateDocuments() {
    assertThat(
            numbers
                .updateOne(
                    Document.parse("{_id: 5}"),
                    documents("{$set: {w: {$add: ['$v', 1]}}}", "{$unset: 'v'}"))
                .getModifiedCount())
        .isEqualTo(1);
    assertThat(numbers.find(Document.parse("{_id: 5}")).first())
        .isEqualTo(Document.parse("{_id: 5, k: 5, w: 3.5}"));
    assertThat(
            numbers
                .updateMany(Document.parse("{k: 3}"), documents("{$set: {k: {$add: ['$k', 100]}}}"))
                .getModifiedCount())
        .isEqualTo(143);
    assertThat(numbers.countDocuments(Document.parse("{k: 103}"))).isEqualTo(143);
    assertThat(
            numbers.findOneAndUpdate(
                Document.parse("{_id: 6}"),
                documents("{$replaceWith: {x: '$k'}}"),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
        .isEqualTo(Document.parse("{_id: 6, x: 6}"));
    numbers.updateOne(
        Document.parse("{_id: 'new', a: 1}"),
        documents("{$set: {b: {$add: ['$a', 1]}}}"),
        new UpdateOptions().upsert(true));
    assertThat(numbers.find(Document.parse("{_id: 'new'}")).first())
        .isEqualTo(Document.parse("{_id: 'new', a: 1, b: 2}"));
    assertThatThrownBy(
            () -> numbers.updateOne(Document.parse("{_id: 7}"), documents("{$set: {_id: 8}}")))
        .hasMessageContaining("immutable");
    assertThatThrownBy(
            () -> numbers.updateOne(Document.parse("{_id: 7}"), documents("{$match: {}}")))
        .hasMessageContaining("not allowed to be used within an update");
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
