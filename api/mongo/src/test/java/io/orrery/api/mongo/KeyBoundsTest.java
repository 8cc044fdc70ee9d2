// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `min` and `max` of a find.
class KeyBoundsTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> documents;

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
    database = client.getDatabase("bounds");
    documents = database.getCollection("documents");
    insert("{_id: 1, a: 1, b: 1}");
    insert("{_id: 2, a: 1, b: 2}");
    insert("{_id: 3, a: 2, b: 1}");
    insert("{_id: 4, a: 2, b: 2}");
    insert("{_id: 5, a: 'x', b: 0}");
    insert("{_id: 6, b: 7}");
    insert("{_id: 7, c: [{d: 1, e: 9}, {d: 5, e: 3}]}");
  }

  @AfterEach
  void drop() {
    database.drop();
  }

  private void insert(String json) {
    documents.insertOne(Document.parse(json));
  }

  private void index(String key) {
    String _ = documents.createIndex(Document.parse(key));
  }

  private List<Object> found(String hint, String min, String max) {
    return ids(
        documents
            .find()
            .hint(Document.parse(hint))
            .min(Document.parse(min))
            .max(Document.parse(max)));
  }

  @Test
  void theLowerBoundBelongsToItAndTheUpperDoesNot() {
    index("{a: 1, b: 1}");
    assertThat(found("{a: 1, b: 1}", "{a: 1, b: 2}", "{a: 2, b: 2}")).containsExactly(2, 3);
    assertThat(found("{a: 1, b: 1}", "{a: 1, b: 2}", "{}")).containsExactly(2, 3, 4, 5);
    assertThat(found("{a: 1, b: 1}", "{}", "{a: 1, b: 2}")).containsExactly(7, 6, 1);
  }

  @Test
  void boundsFollowTheDirectionOfTheIndex() {
    index("{a: -1, b: 1}");
    assertThat(found("{a: -1, b: 1}", "{a: 2, b: 1}", "{a: 1, b: 2}")).containsExactly(3, 4, 1);
  }

  @Test
  void arraysLieWhereOneEntryDoes() {
    index("{'c.d': 1, 'c.e': 1}");
    String hint = "{'c.d': 1, 'c.e': 1}";
    assertThat(found(hint, "{'c.d': 5, 'c.e': 3}", "{'c.d': 5, 'c.e': 4}")).containsExactly(7);
    assertThat(found(hint, "{'c.d': 5, 'c.e': 9}", "{'c.d': 6, 'c.e': 0}")).isEmpty();
    assertThat(found(hint, "{'c.d': 1, 'c.e': 3}", "{'c.d': 1, 'c.e': 4}")).isEmpty();
  }

  @Test
  void whatStandsBesideThemHoldsAsWell() {
    index("{a: 1}");
    Document hint = new Document("a", 1);
    Document min = new Document("a", 1);
    assertThat(ids(documents.find(new Document("b", 2)).hint(hint).min(min))).containsExactly(2, 4);
    assertThat(ids(documents.find().hint(hint).min(min).sort(new Document("_id", -1)).limit(2)))
        .containsExactly(5, 4);
    assertThat(ids(documents.find().hint(hint).min(min).batchSize(2))).hasSize(5);
    assertThat(
            ids(
                documents
                    .find()
                    .hint(new Document("_id", 1))
                    .min(new Document("_id", 3))
                    .max(new Document("_id", 5))))
        .containsExactly(3, 4);
    assertThat(
            ids(
                database
                    .getCollection("nowhere")
                    .find()
                    .hint(new Document("a", 1))
                    .min(new Document("a", 1))))
        .isEmpty();
  }

  @Test
  void theIndexIsReadAlong() {
    index("{a: 1}");
    Document plan =
        database.runCommand(
            Document.parse(
                "{explain: {find: 'documents', hint: {a: 1}, min: {a: 1}}, verbosity: 'queryPlanner'}"));
    assertThat(plan.toJson()).contains("IXSCAN").doesNotContain("\"SORT\"");
  }

  @Test
  void whatFitsNoIndexIsRefused() {
    index("{a: 1}");
    index("{b: 'hashed'}");
    assertCode(51173, () -> documents.find().min(new Document("a", 1)).first());
    assertCode(51173, () -> found("{$natural: 1}", "{a: 1}", "{}"));
    assertCode(2, () -> found("{z: 1}", "{z: 1}", "{}"));
    assertCode(51174, () -> found("{a: 1}", "{b: 1}", "{}"));
    assertCode(51174, () -> found("{a: 1}", "{a: 1, b: 1}", "{}"));
    assertCode(51174, () -> found("{b: 'hashed'}", "{b: 1}", "{}"));
    assertCode(51175, () -> found("{a: 1}", "{a: 2}", "{a: 1}"));
    assertCode(51175, () -> found("{a: 1}", "{a: 2}", "{a: 2}"));
    assertCode(51176, () -> found("{a: 1}", "{a: 2}", "{b: 2}"));
    Document _ =
        database.runCommand(Document.parse("{create: 'view', viewOn: 'documents', pipeline: []}"));
    assertCode(
        168,
        () ->
            database
                .getCollection("view")
                .find()
                .hint(new Document("a", 1))
                .min(new Document("a", 1))
                .first());
  }
}
