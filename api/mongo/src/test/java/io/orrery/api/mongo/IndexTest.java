// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.or;
import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Indexes are made, listed, used, hidden, dropped, and keep what is unique so.
class IndexTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> people;

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
    database = client.getDatabase("indexes");
    people = database.getCollection("people");
  }

  @AfterEach
  void drop() {
    people.drop();
  }

  private Document run(String command) {
    return database.runCommand(BsonDocument.parse(command));
  }

  private void fill() {
    people.insertMany(
        IntStream.range(0, 500)
            .mapToObj(i -> new Document("_id", i).append("age", i % 50).append("city", "c" + i % 7))
            .toList());
  }

  private List<String> names() {
    return people.listIndexes().map(each -> each.getString("name")).into(new ArrayList<>());
  }

  @Test
  void indexesAreMadeListedAndDropped() {
    Document made = run("{createIndexes: 'people', indexes: [{key: {age: 1}, name: 'age_1'}]}");
    assertThat(made)
        .containsEntry("numIndexesBefore", 1)
        .containsEntry("numIndexesAfter", 2)
        .containsEntry("createdCollectionAutomatically", true);
    assertThat(
            people.createIndex(
                Indexes.compoundIndex(Indexes.ascending("city"), Indexes.descending("age"))))
        .isEqualTo("city_1_age_-1");
    assertThat(names()).containsExactly("_id_", "age_1", "city_1_age_-1");
    assertThat(run("{createIndexes: 'people', indexes: [{key: {age: 1}, name: 'age_1'}]}"))
        .containsEntry("note", "all indexes already exist");
    assertThat(run("{dropIndexes: 'people', index: 'age_1'}")).containsEntry("nIndexesWas", 3);
    people.dropIndex(new Document("city", 1).append("age", -1));
    assertThat(names()).containsExactly("_id_");
    people.createIndex(Indexes.ascending("a"));
    people.createIndex(Indexes.ascending("b"));
    people.dropIndexes();
    assertThat(names()).containsExactly("_id_");
  }

  @Test
  void conflictsAndBadSpecificationsHaveTheirCodes() {
    people.createIndex(Indexes.ascending("age"));
    assertCode(
        85, () -> people.createIndex(Indexes.ascending("age"), new IndexOptions().name("x")));
    assertCode(
        86, () -> people.createIndex(Indexes.ascending("b"), new IndexOptions().name("age_1")));
    assertCode(
        86, () -> people.createIndex(Indexes.ascending("age"), new IndexOptions().unique(true)));
    for (String key : List.of("{}", "{a: 0}", "{a: 'magic'}", "{'a..b': 1}", "{a: true}")) {
      assertCode(
          67,
          () -> run("{createIndexes: 'people', indexes: [{key: %s, name: 'n'}]}".formatted(key)));
    }
    assertCode(
        67,
        () ->
            run(
                "{createIndexes: 'people', indexes: [{key: {a: 1}, name: 'n', sparse: true,"
                    + " partialFilterExpression: {a: 1}}]}"));
    assertCode(
        67,
        () ->
            run(
                "{createIndexes: 'people', indexes: [{key: {a: 1}, name: 'n',"
                    + " partialFilterExpression: {a: {$ne: 1}}}]}"));
    assertCode(
        67,
        () ->
            run(
                "{createIndexes: 'people', indexes: [{key: {a: 1, b: 1}, name: 'n',"
                    + " expireAfterSeconds: 5}]}"));

    assertCode(27, () -> run("{dropIndexes: 'people', index: 'nowhere'}"));
    assertCode(27, () -> people.dropIndex(new Document("z", 1)));
    assertCode(72, () -> run("{dropIndexes: 'people', index: '_id_'}"));
    assertCode(26, () -> run("{dropIndexes: 'nobody', index: 'x'}"));
  }

  @Test
  void uniqueIndexesRefuseASecond() {
    people.createIndex(Indexes.ascending("email"), new IndexOptions().unique(true));
    people.insertOne(new Document("_id", 1).append("email", "a@b"));
    assertThatThrownBy(() -> people.insertOne(new Document("_id", 2).append("email", "a@b")))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            failure -> {
              assertThat(failure.getCode()).isEqualTo(11000);
              assertThat(failure.getMessage())
                  .contains(
                      "E11000 duplicate key error collection: indexes.people index: email_1 dup"
                          + " key: { email: \"a@b\" }");
            });
    Document reply =
        run("{insert: 'people', documents: [{_id: 2, email: 'c'}, {_id: 3, email: 'a@b'}]}");
    assertThat(reply).containsEntry("n", 1);
    Document error = reply.getList("writeErrors", Document.class).getFirst();
    assertThat(error)
        .containsEntry("index", 1)
        .containsEntry("keyPattern", new Document("email", 1))
        .containsEntry("keyValue", new Document("email", "a@b"));
    assertCode(11000, () -> people.updateOne(eq("_id", 2), Updates.set("email", "a@b")));
    assertCode(11000, () -> people.replaceOne(eq("_id", 2), new Document("email", "a@b")));
    assertCode(
        11000,
        () ->
            people.updateOne(
                eq("_id", 9), Updates.set("email", "a@b"), new UpdateOptions().upsert(true)));
    assertCode(11000, () -> people.findOneAndUpdate(eq("_id", 2), Updates.set("email", "a@b")));
    people.updateOne(eq("_id", 1), Updates.set("email", "new"));
    people.updateOne(eq("_id", 2), Updates.set("email", "a@b"));
    people.deleteOne(eq("_id", 2));
    people.insertOne(new Document("_id", 4).append("email", "a@b"));
    people.insertOne(new Document("_id", 5));
    assertCode(11000, () -> people.insertOne(new Document("_id", 6).append("email", null)));
    people.dropIndex("email_1");
    people.insertOne(new Document("_id", 6).append("email", "a@b"));
  }

  @Test
  void duplicatesKeepAUniqueIndexFromBeingMade() {
    fill();
    assertThatThrownBy(
            () -> people.createIndex(Indexes.ascending("age"), new IndexOptions().unique(true)))
        .isInstanceOfSatisfying(
            MongoException.class, failure -> assertThat(failure.getCode()).isEqualTo(11000));
    assertThat(names()).containsExactly("_id_");
    people.insertOne(new Document("_id", 900).append("age", 1));
    people.createIndex(Indexes.ascending("age", "_id"), new IndexOptions().unique(true));
  }

  @Test
  void sparseAndPartialUniqueIndexesLeaveOthersAlone() {
    people.createIndex(Indexes.ascending("a"), new IndexOptions().unique(true).sparse(true));
    people.createIndex(
        Indexes.ascending("b"),
        new IndexOptions().unique(true).partialFilterExpression(gte("rank", 5)));
    people.insertOne(Document.parse("{_id: 1, b: 1, rank: 1}"));
    people.insertOne(Document.parse("{_id: 2, b: 1, rank: 2}"));
    people.insertOne(Document.parse("{_id: 3, b: 1, rank: 7}"));
    assertCode(11000, () -> people.insertOne(Document.parse("{_id: 4, b: 1, rank: 9}")));
    people.insertOne(Document.parse("{_id: 4, a: 1, b: 2}"));
    assertCode(11000, () -> people.insertOne(Document.parse("{_id: 5, a: 1, b: 3}")));
    assertThat(people.find(and(eq("b", 1), gte("rank", 6))).into(new ArrayList<>())).hasSize(1);
    assertThat(people.find(eq("b", 1)).into(new ArrayList<>())).hasSize(3);
    assertThat(people.find(eq("a", null)).into(new ArrayList<>())).hasSize(3);
  }

  @Test
  void elementsOfArraysAreUniqueAmongDocuments() {
    people.createIndex(Indexes.ascending("tags"), new IndexOptions().unique(true));
    people.insertOne(Document.parse("{_id: 1, tags: ['a', 'b', 'a']}"));
    people.insertOne(Document.parse("{_id: 2, tags: ['c']}"));
    assertCode(11000, () -> people.insertOne(Document.parse("{_id: 3, tags: ['x', 'b']}")));
    assertCode(11000, () -> people.updateOne(eq("_id", 2), Updates.push("tags", "a")));
    people.insertOne(Document.parse("{_id: 3, tags: ['x', 'y']}"));
  }

  @Test
  void uniqueIndexesOfShardedCollectionsNeedTheShardKey() {
    run("{shardCollection: 'indexes.people', key: {city: 1}}");
    assertThat(names()).containsExactly("_id_", "city_hashed");
    assertCode(
        67, () -> people.createIndex(Indexes.ascending("mail"), new IndexOptions().unique(true)));
    people.createIndex(Indexes.ascending("city", "mail"), new IndexOptions().unique(true));
    people.insertOne(Document.parse("{_id: 1, city: 'a', mail: 'm'}"));
    people.insertOne(Document.parse("{_id: 2, city: 'b', mail: 'm'}"));
    assertCode(11000, () -> people.insertOne(Document.parse("{_id: 3, city: 'a', mail: 'm'}")));
    assertCode(20, () -> run("{dropIndexes: 'people', index: 'city_hashed'}"));
  }

  /// Whether documents have several entries is remembered between writes.
  @Test
  void documentsWithSeveralEntriesAreFoundOnce() {
    people.insertOne(Document.parse("{_id: 1, a: 1, b: [1, 2, 3]}"));
    people.createIndex(Indexes.ascending("a"));
    assertFoundOnce("a");
    people.dropIndex(Indexes.ascending("a"));
    people.createIndex(Indexes.ascending("b"));
    assertFoundOnce("b");
    people.createIndex(Indexes.ascending("a"));
    assertFoundOnce("a");
    people.updateOne(Document.parse("{_id: 1}"), Document.parse("{$set: {a: [4, 5]}}"));
    assertFoundOnce("a");
  }

  private void assertFoundOnce(String field) {
    Document positive = new Document(field, new Document("$gt", 0));
    assertThat(people.find(positive).hint(Indexes.ascending(field)).into(new ArrayList<>()))
        .hasSize(1);
  }

  @Test
  void hintsNameIndexes() {
    fill();
    people.createIndex(Indexes.ascending("age"));
    assertThat(people.find(eq("city", "c1")).hintString("age_1").into(new ArrayList<>()))
        .hasSameSizeAs(people.find(eq("city", "c1")).into(new ArrayList<>()));
    assertThat(people.find(gte("age", 45)).hint(Indexes.ascending("age")).into(new ArrayList<>()))
        .hasSize(50);
    assertThat(people.find().hint(Document.parse("{$natural: 1}")).into(new ArrayList<>()))
        .hasSize(500);
    assertCode(2, () -> people.find().hintString("city_1").first());
    assertCode(2, () -> people.find().hint(Indexes.ascending("city")).first());
    run("{collMod: 'people', index: {name: 'age_1', hidden: true}}");
    assertCode(2, () -> people.find().hintString("age_1").first());
  }

  @Test
  void collModChangesIndexesWhereTheyAre() {
    people.createIndex(
        Indexes.ascending("at"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
    assertThat(run("{collMod: 'people', index: {keyPattern: {at: 1}, expireAfterSeconds: 90}}"))
        .containsEntry("expireAfterSeconds_old", 60L)
        .containsEntry("expireAfterSeconds_new", 90L);
    assertThat(run("{collMod: 'people', index: {name: 'at_1', hidden: true}}"))
        .containsEntry("hidden_old", false)
        .containsEntry("hidden_new", true);
    assertThat(people.listIndexes().into(new ArrayList<>()).getLast())
        .containsEntry("expireAfterSeconds", 90)
        .containsEntry("hidden", true);
    assertCode(27, () -> run("{collMod: 'people', index: {name: 'no', hidden: true}}"));
    assertCode(72, () -> run("{collMod: 'people', index: {name: 'at_1'}}"));
    assertCode(72, () -> run("{collMod: 'people', viewOn: 'a'}"));
  }

  @Test
  void documentsEndByTheirDates() {
    people.createIndex(
        Indexes.ascending("at"), new IndexOptions().expireAfter(3600L, TimeUnit.SECONDS));
    Instant now = Instant.now();
    Instant old = now.minusSeconds(7200);
    Instant young = now.minusSeconds(60);
    people.insertOne(new Document("_id", "old").append("at", old));
    people.insertOne(new Document("_id", "young").append("at", young));
    people.insertOne(new Document("_id", "one of them old").append("at", List.of(young, old)));
    people.insertOne(new Document("_id", "no date").append("at", 5));
    people.insertOne(new Document("_id", "none"));
    bed.removeExpired();
    assertThat(people.find().map(each -> each.getString("_id")).into(new ArrayList<>()))
        .containsExactlyInAnyOrder("young", "no date", "none");
    run("{collMod: 'people', index: {name: 'at_1', expireAfterSeconds: 30}}");
    bed.removeExpired();
    assertThat(people.countDocuments()).isEqualTo(2);
  }

  @Test
  void customActionsHaveIndexes() {
    run(
        "{customAction: 'CreateCollection', collection: 'people', indexes: ["
            + "{key: {_id: 1}, name: '_id_'}, {key: {a: 1}, name: 'a_1', unique: true}]}");
    assertThat(names()).containsExactly("_id_", "a_1");
    run(
        "{customAction: 'UpdateCollection', collection: 'people', indexes: ["
            + "{key: {_id: 1}, name: '_id_'}, {key: {b: 1}, name: 'b_1'}]}");
    assertThat(names()).containsExactly("_id_", "b_1");
    assertCode(
        2,
        () ->
            run(
                "{customAction: 'UpdateCollection', collection: 'people',"
                    + " indexes: [{key: {b: 1}, name: 'b_1'}]}"));
  }

  /// An update that moves documents along the index it was found by does so once.
  @Test
  void documentsThatMoveInAnIndexAreChangedOnce() {
    people.insertMany(
        IntStream.range(0, 3_000).mapToObj(i -> new Document("_id", i).append("age", i)).toList());
    people.createIndex(Indexes.ascending("age"));
    assertThat(people.updateMany(gte("age", 1_000), Updates.inc("age", 1_500)).getModifiedCount())
        .isEqualTo(2_000);
    assertThat(people.countDocuments(gte("age", 4_500))).isZero();
    assertThat(people.deleteMany(or(gte("age", 2_500), eq("age", 5))).getDeletedCount())
        .isEqualTo(2_001);
    assertThat(people.countDocuments()).isEqualTo(999);
  }
}
