// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.RenameCollectionOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Collections that take the names of others.
class RenameTest {
  private static MongoBed bed;
  private static MongoClient client;

  private MongoDatabase database;
  private MongoCollection<Document> one;
  private MongoCollection<Document> other;

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
    database = client.getDatabase("names");
    database.drop();
    one = database.getCollection("one");
    other = database.getCollection("other");
    one.insertOne(new Document("_id", 1));
  }

  private static void requireCode(Runnable work, int code) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(code));
  }

  @Test
  void documentsAndIndexesComeAlong() {
    one.createIndex(Indexes.ascending("a"), new IndexOptions().unique(true));
    one.renameCollection(other.getNamespace());
    assertThat(database.listCollectionNames()).containsExactly("other");
    assertThat(other.find()).containsExactly(new Document("_id", 1));
    assertThat(other.listIndexes().map(each -> each.getString("name")))
        .containsExactly("_id_", "a_1");
    one.insertOne(new Document("_id", 2));
    assertThat(other.countDocuments()).isEqualTo(1);
  }

  @Test
  void aNameIsTakenOnlyWithItsOwnersConsent() {
    other.insertOne(new Document("_id", 9));
    requireCode(() -> one.renameCollection(other.getNamespace()), 48);
    requireCode(() -> one.renameCollection(one.getNamespace()), 20);
    requireCode(() -> one.renameCollection(new MongoNamespace("elsewhere", "one")), 238);
    requireCode(
        () -> database.getCollection("none").renameCollection(new MongoNamespace("names.x")), 26);
    assertThat(other.find()).containsExactly(new Document("_id", 9));
    one.renameCollection(other.getNamespace(), new RenameCollectionOptions().dropTarget(true));
    assertThat(other.find()).containsExactly(new Document("_id", 1));
    assertThat(database.listCollectionNames()).containsExactly("other");
  }

  /// What is read while its collection goes is refused, as after a drop, and read again.
  private List<Document> read() {
    while (true) {
      try {
        return other.find().into(new ArrayList<>());
      } catch (MongoCommandException gone) {
        assertThat(gone.getErrorCode()).isEqualTo(26);
      }
    }
  }

  @Test
  void readersOfWhatIsReplacedSeeTheOneOrTheOther() throws Exception {
    other.createIndex(Indexes.ascending("a"));
    other.insertOne(new Document("_id", 0).append("round", 0));
    other.insertOne(new Document("_id", 1).append("round", 0));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> rounds =
          threads.submit(
              () -> {
                for (int round = 1; round <= 15; round++) {
                  one.aggregate(
                          List.of(
                              BsonDocument.parse(
                                  "{$set: {_id: [0, 1], round: %d}}".formatted(round)),
                              BsonDocument.parse("{$unwind: '$_id'}"),
                              BsonDocument.parse("{$out: 'other'}")))
                      .toCollection();
                }
              });
      int last = 0;
      while (!rounds.isDone()) {
        List<Document> seen = read();
        assertThat(seen).hasSize(2);
        assertThat(seen.getFirst().get("round")).isEqualTo(seen.getLast().get("round"));
        assertThat(seen.getFirst().getInteger("round")).isGreaterThanOrEqualTo(last);
        last = seen.getFirst().getInteger("round");
      }
      rounds.get();
    }
    assertThat(other.listIndexes().map(each -> each.getString("name")))
        .containsExactly("_id_", "a_1");
    assertThat(database.listCollectionNames()).containsExactlyInAnyOrder("one", "other");
  }
}
