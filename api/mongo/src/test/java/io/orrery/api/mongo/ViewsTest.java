// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateViewOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Views, which are read like collections and written by nobody.
class ViewsTest {
  private static MongoBed bed;
  private static MongoClient client;

  private MongoDatabase database;
  private MongoCollection<Document> things;
  private MongoCollection<Document> large;

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
    database = client.getDatabase("views");
    database.drop();
    things = database.getCollection("things");
    things.insertMany(
        IntStream.range(0, 300)
            .mapToObj(
                n ->
                    new Document("_id", n)
                        .append("n", n)
                        .append("kind", "k" + n % 3)
                        .append("tags", List.of(n % 2, "t")))
            .toList());
    database.createView(
        "large",
        "things",
        List.of(
            Aggregates.match(gte("n", 100)),
            Document.parse("{$project: {n: 1, kind: 1, tags: 1, twice: {$multiply: ['$n', 2]}}}")));
    large = database.getCollection("large");
  }

  private static void assertCode(int code, ThrowingCallable work) {
    Assertions.assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            MongoException.class, failure -> assertThat(failure.getCode()).isEqualTo(code));
  }

  @Test
  void documentsOfAViewAreFound() {
    assertThat(large.find().batchSize(7)).hasSize(200);
    assertThat(large.find(eq("_id", 5))).isEmpty();
    assertThat(large.find(eq("_id", 105)).first())
        .isEqualTo(Document.parse("{_id: 105, n: 105, kind: 'k0', tags: [1, 't'], twice: 210}"));
    assertThat(
            large
                .find(gt("twice", 400))
                .sort(Sorts.descending("n"))
                .skip(1)
                .limit(2)
                .projection(Projections.fields(Projections.include("n"), Projections.excludeId())))
        .containsExactly(new Document("n", 298), new Document("n", 297));
    assertThat(large.countDocuments(eq("kind", "k1"))).isEqualTo(67);
    assertThat(large.estimatedDocumentCount()).isEqualTo(200);
    assertThat(large.distinct("kind", String.class)).containsExactlyInAnyOrder("k0", "k1", "k2");
    assertThat(large.distinct("tags", BsonValue.class))
        .containsExactlyInAnyOrder(new BsonInt32(0), new BsonInt32(1), new BsonString("t"));
    things.deleteMany(gt("n", 150));
    assertThat(large.countDocuments()).isEqualTo(51);
  }

  @Test
  void pipelinesReadViewsAnywhere() {
    database.createView("largest", "large", List.of(Aggregates.match(gte("n", 290))));
    MongoCollection<Document> largest = database.getCollection("largest");
    assertThat(largest.aggregate(List.of(Aggregates.count())).first())
        .isEqualTo(new Document("count", 10));
    Document joined =
        things
            .aggregate(
                List.of(
                    Aggregates.match(eq("_id", 295)),
                    Aggregates.lookup("largest", "_id", "_id", "same")))
            .first();
    assertThat(requireNonNull(joined).getList("same", Document.class).getFirst())
        .containsEntry("twice", 590);
    assertThat(
            things
                .aggregate(
                    List.of(
                        Aggregates.match(eq("_id", 1)), Aggregates.unionWith("largest", List.of())))
                .into(new ArrayList<>()))
        .hasSize(11);
  }

  @Test
  void aTransactionReadsViews() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq("_id", 299), Updates.set("n", 1000));
      assertThat(large.find(session, eq("twice", 2000)).first()).containsEntry("_id", 299);
      session.abortTransaction();
    }
  }

  @Test
  void viewsAreListedAndDropped() {
    Document listed =
        database.listCollections().filter(eq("type", "view")).into(new ArrayList<>()).getFirst();
    assertThat(listed).containsEntry("name", "large").doesNotContainKey("idIndex");
    assertThat(listed.get("options", Document.class)).containsEntry("viewOn", "things");
    assertThat(listed.get("info", Document.class)).containsEntry("readOnly", true);
    assertThat(database.runCommand(new Document("dbStats", 1)))
        .containsEntry("views", 1L)
        .containsEntry("collections", 1L);
    large.drop();
    assertThat(database.listCollectionNames()).containsExactly("things");
    assertThat(things.countDocuments()).isEqualTo(300);
    assertThat(large.find()).isEmpty();
  }

  @Test
  void nobodyWritesToAView() {
    assertCode(166, () -> large.insertOne(new Document()));
    assertCode(166, () -> large.updateOne(eq("_id", 105), Updates.set("a", 1)));
    assertCode(166, () -> large.deleteMany(new Document()));
    assertCode(166, () -> large.findOneAndDelete(eq("_id", 105)));
    assertCode(166, () -> large.createIndex(Indexes.ascending("n")));
    assertCode(166, () -> large.dropIndexes());
    assertCode(166, () -> large.listIndexes().first());
    assertCode(166, () -> large.watch().cursor());
    assertCode(166, () -> database.runCommand(new Document("collStats", "large")));
    assertCode(166, () -> database.runCommand(new Document("collMod", "large")));
    assertCode(
        166,
        () ->
            client
                .getDatabase("admin")
                .runCommand(
                    Document.parse("{shardCollection: 'views.large', key: {n: 'hashed'}}")));
    assertCode(166, () -> things.aggregate(List.of(Aggregates.out("large"))).toCollection());
    assertThat(large.countDocuments()).isEqualTo(200);
    // A stream of the database is of its collections.
    try (var stream = database.watch().cursor()) {
      assertThat(stream.tryNext()).isNull();
    }
  }

  @Test
  void whatIsNoViewIsRefused() {
    assertCode(48, () -> database.createView("things", "other", List.of()));
    assertCode(5, () -> database.createView("self", "self", List.of()));
    database.createView("a", "b", List.of());
    assertThat(database.getCollection("a").find()).isEmpty();
    assertCode(5, () -> database.createView("b", "a", List.of()));
    assertCode(167, () -> database.createView("out", "things", List.of(Aggregates.out("x"))));
    assertCode(
        40324, () -> database.createView("wrong", "things", List.of(Document.parse("{$no: 1}"))));
    assertCode(72, () -> database.runCommand(Document.parse("{create: 'c', pipeline: []}")));
    assertCode(
        72, () -> database.runCommand(Document.parse("{create: 'c', viewOn: 'x', validator: {}}")));
  }

  @Test
  void aViewIsExplainedByWhatItIsMadeOf() {
    String _ = things.createIndex(Indexes.ascending("n"));
    database.createView("largest", "things", List.of(Aggregates.match(gte("n", 297))));
    for (String command :
        List.of("{find: 'largest', filter: {kind: 'k1'}}", "{count: 'largest'}")) {
      Document planner =
          database
              .runCommand(
                  new Document("explain", Document.parse(command))
                      .append("verbosity", "queryPlanner"))
              .get("queryPlanner", Document.class);
      assertThat(planner.getString("namespace")).isEqualTo("views.things");
      assertThat(planner.toJson()).contains("IXSCAN");
    }
  }

  @Test
  void aViewIsMadeOfSomethingElse() {
    Document _ =
        database.runCommand(
            Document.parse(
                "{collMod: 'large', viewOn: 'things', pipeline: [{$match: {n: {$lt: 7}}}]}"));
    assertThat(large.countDocuments()).isEqualTo(7);
    assertThat(large.find()).hasSize(7);
    database.createView("larger", "large", List.of());
    assertCode(
        5,
        () ->
            database.runCommand(
                Document.parse("{collMod: 'large', viewOn: 'larger', pipeline: []}")));
    assertCode(72, () -> database.runCommand(Document.parse("{collMod: 'large', viewOn: 'a'}")));
    assertCode(
        72,
        () ->
            database.runCommand(
                Document.parse("{collMod: 'things', viewOn: 'large', pipeline: []}")));
    assertCode(
        167,
        () ->
            database.runCommand(
                Document.parse("{collMod: 'large', viewOn: 'things', pipeline: [{$out: 'a'}]}")));
    assertCode(
        26,
        () ->
            database.runCommand(Document.parse("{collMod: 'no', viewOn: 'things', pipeline: []}")));
  }

  @Test
  void textsCompareAsTheViewSays() {
    Collation english =
        Collation.builder().locale("en").collationStrength(CollationStrength.SECONDARY).build();
    database.createView("named", "things", List.of(), new CreateViewOptions().collation(english));
    MongoCollection<Document> named = database.getCollection("named");
    assertThat(named.countDocuments(eq("kind", "K1"))).isEqualTo(100);
    assertThat(named.find(eq("kind", "K1"))).hasSize(100);
    assertThat(large.find(eq("kind", "K1"))).isEmpty();
    assertCode(167, () -> large.find(eq("kind", "K1")).collation(english).first());
  }
}
