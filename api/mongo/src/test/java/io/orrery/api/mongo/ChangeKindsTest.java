// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import com.mongodb.client.model.changestream.TruncatedArray;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What change streams say that a change was.
class ChangeKindsTest {
  private static MongoBed bed;
  private static MongoClient client;

  private MongoCollection<Document> things;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("replicaSet=globaldb");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    things = client.getDatabase("kinds").getCollection("things");
    things.drop();
    things.insertOne(new Document("_id", 0).append("old", true));
  }

  private static MongoChangeStreamCursor<ChangeStreamDocument<Document>> follow(
      ChangeStreamIterable<Document> stream) {
    return stream.maxAwaitTime(500, TimeUnit.MILLISECONDS).cursor();
  }

  private static List<OperationType> kinds(
      MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor, int count) {
    List<OperationType> kinds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kinds.add(cursor.next().getOperationType());
    }
    return kinds;
  }

  @Test
  void replacementsAreToldApartFromUpdates() {
    try (var cursor = follow(things.watch());
        ClientSession session = client.startSession()) {
      assertThat(cursor.tryNext()).isNull();
      things.updateOne(eq("_id", 0), Updates.set("a", 1));
      things.updateOne(gte("a", 0), Updates.inc("a", 1));
      things.updateOne(eq("_id", 0), List.of(Updates.set("a", 5)));
      things.replaceOne(eq("_id", 0), new Document("b", 2));
      things.findOneAndReplace(eq("b", 2), new Document("b", 3));
      session.withTransaction(
          () -> {
            things.insertOne(session, new Document("_id", 1));
            things.updateOne(session, eq("_id", 1), Updates.set("made", true));
            things.updateOne(session, eq("_id", 0), Updates.set("b", 4));
            return true;
          });
      session.withTransaction(
          () -> {
            things.replaceOne(session, eq("_id", 0), new Document("c", 1));
            return things.updateOne(session, eq("_id", 0), Updates.set("c", 2));
          });
      assertThat(kinds(cursor, 3)).containsOnly(OperationType.UPDATE);
      var replace = cursor.next();
      assertThat(replace.getOperationType()).isEqualTo(OperationType.REPLACE);
      assertThat(replace.getFullDocument()).isEqualTo(Document.parse("{_id: 0, b: 2}"));
      assertThat(replace.getUpdateDescription()).isNull();
      assertThat(kinds(cursor, 4))
          .containsExactly(
              OperationType.REPLACE,
              OperationType.UPDATE,
              OperationType.INSERT,
              OperationType.REPLACE);
    }
  }

  @Test
  void changedArraysAreToldByTheirElements() {
    things.insertOne(Document.parse("{_id: 1, list: [1, {a: 1}, 3], moved: [1, 2, 3]}"));
    try (var cursor = follow(things.watch())) {
      assertThat(cursor.tryNext()).isNull();
      things.updateOne(eq("_id", 1), Updates.push("list", 4));
      things.updateOne(eq("_id", 1), Updates.set("list.1.a", 2));
      things.updateOne(eq("_id", 1), List.of(Updates.set("list", List.of(1))));
      things.updateOne(eq("_id", 1), Updates.pull("moved", 1));

      assertThat(updatedFields(cursor)).isEqualTo(BsonDocument.parse("{'list.3': 4}"));
      assertThat(updatedFields(cursor)).isEqualTo(BsonDocument.parse("{'list.1.a': 2}"));
      var truncated = requireNonNull(cursor.next().getUpdateDescription());
      assertThat(truncated.getUpdatedFields()).isEmpty();
      assertThat(truncated.getTruncatedArrays()).containsExactly(new TruncatedArray("list", 1));
      assertThat(updatedFields(cursor)).isEqualTo(BsonDocument.parse("{moved: [2, 3]}"));
    }
  }

  private static BsonDocument updatedFields(
      MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor) {
    return requireNonNull(requireNonNull(cursor.next().getUpdateDescription()).getUpdatedFields());
  }
}
