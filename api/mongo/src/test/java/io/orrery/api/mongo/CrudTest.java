// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;
import io.orrery.model.catalog.AccountKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The unmodified Java driver writes, finds, changes and removes documents, with retried writes on
/// as they are by default.
class CrudTest {
  private static MongoBed bed;
  private static MongoClient client;
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
    people = client.getDatabase("crud").getCollection("people");
  }

  @AfterEach
  void drop() {
    people.drop();
  }

  private static Document person(int id) {
    return new Document("_id", id).append("age", id % 10).append("name", "n" + id);
  }

  private static List<Document> persons(int count) {
    return IntStream.range(0, count).mapToObj(CrudTest::person).toList();
  }

  @Test
  void whatIsInsertedIsFound() {
    Document document =
        new Document("name", "Ada")
            .append("d", Decimal128.parse("1.50"))
            .append("l", 7L)
            .append("list", List.of(1, "x", new Document("deep", true)));
    people.insertOne(document);
    assertThat(document.get("_id")).isInstanceOf(ObjectId.class);
    assertThat(people.find(eq("name", "Ada")).first()).isEqualTo(document);
    assertThat(people.find(eq("_id", document.get("_id"))).first()).isEqualTo(document);
    assertThat(people.find(eq("_id", 1)).first()).isNull();
    assertThat(people.countDocuments()).isEqualTo(1);
    assertThat(people.estimatedDocumentCount()).isEqualTo(1);
  }

  /// The first makes the collection, and the others wait until it is there.
  @Test
  void manyWriteToACollectionThatIsNotThere() throws Exception {
    for (int round = 0; round < 5; round++) {
      try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<InsertOneResult>> written = new ArrayList<>();
        for (Document person : persons(8)) {
          written.add(writers.submit(() -> people.insertOne(person)));
        }
        for (Future<InsertOneResult> each : written) {
          assertThat(each.get().wasAcknowledged()).isTrue();
        }
      }
      assertThat(people.countDocuments()).isEqualTo(8);
      people.drop();
    }
  }

  @Test
  void theServerMakesMissingIds() {
    client
        .getDatabase("crud")
        .runCommand(BsonDocument.parse("{insert: 'people', documents: [{a: 1}, {b: 1, _id: 3}]}"));
    List<Document> all = people.find().into(new ArrayList<>());
    assertThat(all).hasSize(2);
    assertThat(all)
        .allSatisfy(each -> assertThat(each.keySet().iterator().next()).isEqualTo("_id"));
  }

  @Test
  void anIndexThatIsNotThereIsNoHint() {
    people.insertOne(person(1));
    for (String known : List.of("{_id: 1}", "{$natural: -1}")) {
      assertThat(people.find().hint(Document.parse(known)).first()).isEqualTo(person(1));
    }
    assertThat(people.find().hintString("_id_").first()).isEqualTo(person(1));
    assertThatThrownBy(() -> people.find().hint(Document.parse("{age: 1}")).first())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCodeName()).isEqualTo("BadValue"));
  }

  @Test
  void manyComeInBatches() {
    people.insertMany(persons(1_000));
    assertThat(people.find().batchSize(7).into(new ArrayList<>())).isEqualTo(persons(1_000));
    assertThat(people.find().skip(10).limit(5).into(new ArrayList<>()))
        .isEqualTo(persons(15).subList(10, 15));
    assertThat(people.find(gte("age", 9)).limit(3).into(new ArrayList<>())).hasSize(3);
    assertThat(people.countDocuments(lt("age", 5))).isEqualTo(500);
    try (MongoCursor<Document> cursor = people.find().batchSize(10).iterator()) {
      assertThat(cursor.next()).isEqualTo(person(0));
      assertThat(cursor.getServerCursor()).isNotNull();
    }
  }

  @Test
  void sortsGoByTheValuesOfAllTypes() {
    for (String each :
        List.of(
            "{_id: 1, v: 'b'}",
            "{_id: 2, v: 3}",
            "{_id: 3}",
            "{_id: 4, v: [9, 1]}",
            "{_id: 5, v: true}",
            "{_id: 6, v: null}",
            "{_id: 7, v: {x: 1}}",
            "{_id: 8, v: 2.5}")) {
      people.insertOne(Document.parse(each));
    }
    assertThat(ids("{v: 1, _id: 1}")).containsExactly(3, 6, 4, 8, 2, 1, 7, 5);
    assertThat(ids("{v: -1, _id: 1}")).containsExactly(5, 7, 1, 4, 2, 8, 3, 6);
    assertThat(ids("{_id: -1}")).containsExactly(8, 7, 6, 5, 4, 3, 2, 1);
  }

  private List<Integer> ids(String sort) {
    return people
        .find()
        .sort(BsonDocument.parse(sort))
        .map(each -> each.getInteger("_id"))
        .into(new ArrayList<>());
  }

  @Test
  void projectionsTellSomeFields() {
    people.insertOne(Document.parse("{_id: 1, a: 1, b: {c: 2, d: 3}, l: [{x: 1, y: 1}, {x: 2}]}"));
    assertProjected("{a: 1}", "{_id: 1, a: 1}");
    assertProjected("{_id: 0, 'b.c': 1}", "{b: {c: 2}}");
    assertProjected("{b: 0, l: 0}", "{_id: 1, a: 1}");
    assertProjected("{'l.x': 1, _id: 0}", "{l: [{x: 1}, {x: 2}]}");
    assertProjected("{l: {$slice: -1}, a: 0, b: 0}", "{_id: 1, l: [{x: 2}]}");
    assertProjected("{l: {$elemMatch: {x: 2}}}", "{_id: 1, l: [{x: 2}]}");
    assertThatThrownBy(() -> people.find().projection(BsonDocument.parse("{a: 1, b: 0}")).first())
        .hasMessageContaining("Cannot do exclusion on field b in inclusion projection");
    assertProjected("{_id: 0, z: {$add: ['$a', 1]}}", "{z: 2}");
    assertProjected("{a: 1, s: '$b.c', n: {m: '$a'}}", "{_id: 1, a: 1, s: 2, n: {m: 1}}");
    assertThatThrownBy(
            () -> people.find().projection(BsonDocument.parse("{a: 0, z: '$a'}")).first())
        .hasMessageContaining("exclusion projection");
  }

  @Test
  void filtersAndProjectionsSeeTheVariablesOfACommand() {
    people.insertMany(persons(10));
    assertThat(
            people
                .find(BsonDocument.parse("{$expr: {$and: [{$eq: ['$age', '$$x']}, '$$NOW']}}"))
                .projection(BsonDocument.parse("{y: {$add: ['$_id', '$$x']}}"))
                .let(BsonDocument.parse("{x: 3}"))
                .into(new ArrayList<>()))
        .containsExactly(Document.parse("{_id: 3, y: 6}"));
  }

  private void assertProjected(String projection, String expected) {
    assertThat(people.find().projection(BsonDocument.parse(projection)).first())
        .as(projection)
        .isEqualTo(Document.parse(expected));
  }

  @Test
  void duplicatesAreTold() {
    people.insertOne(person(1));
    assertThatThrownBy(() -> people.insertOne(new Document("_id", 1.0)))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            failure -> {
              assertThat(failure.getCode()).isEqualTo(11000);
              assertThat(failure.getMessage())
                  .contains(
                      "E11000 duplicate key error collection: crud.people index: _id_ dup key: {"
                          + " _id: 1.0 }");
            });
    List<Document> five = List.of(person(0), person(2), person(1), person(3), person(2));
    assertThatThrownBy(() -> people.insertMany(five))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            failure -> {
              assertThat(failure.getWriteErrors()).hasSize(1);
              assertThat(failure.getWriteErrors().getFirst().getIndex()).isEqualTo(2);
              assertThat(failure.getWriteResult().getInsertedCount()).isEqualTo(2);
            });
    assertThat(people.countDocuments()).isEqualTo(3);
    assertThatThrownBy(
            () ->
                people.insertMany(
                    List.of(person(1), person(5), person(2), person(6)),
                    new InsertManyOptions().ordered(false)))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            failure -> assertThat(failure.getWriteErrors()).hasSize(2));
    assertThat(people.countDocuments()).isEqualTo(5);
  }

  @Test
  void updatesMatchAndModify() {
    people.insertMany(persons(20));
    UpdateResult one = people.updateOne(eq("age", 3), Updates.set("name", "x"));
    assertThat(one.getMatchedCount()).isEqualTo(1);
    assertThat(one.getModifiedCount()).isEqualTo(1);
    UpdateResult same = people.updateOne(eq("_id", 3), Updates.set("name", "x"));
    assertThat(same.getMatchedCount()).isEqualTo(1);
    assertThat(same.getModifiedCount()).isZero();
    assertThat(people.updateMany(gte("_id", 10), Updates.inc("age", 100)).getModifiedCount())
        .isEqualTo(10);
    assertThat(people.countDocuments(gte("age", 100))).isEqualTo(10);
    assertThat(people.replaceOne(eq("_id", 4), new Document("a", 1)).getModifiedCount()).isOne();
    assertThat(people.find(eq("_id", 4)).first()).isEqualTo(Document.parse("{_id: 4, a: 1}"));
    assertThat(people.updateOne(eq("_id", 999), Updates.set("a", 1)).getMatchedCount()).isZero();
    assertThatThrownBy(() -> people.updateOne(eq("_id", 1), Updates.set("_id", 2)))
        .isInstanceOfSatisfying(
            MongoWriteException.class, failure -> assertThat(failure.getCode()).isEqualTo(66));
  }

  @Test
  void upsertsMakeWhatIsMissing() {
    UpdateResult made =
        people.updateOne(
            eq("name", "new"),
            Updates.combine(Updates.inc("n", 2), Updates.setOnInsert("first", true)),
            new UpdateOptions().upsert(true));
    assertThat(made.getUpsertedId()).isNotNull();
    Document found = Objects.requireNonNull(people.find().first());
    found.remove("_id");
    assertThat(found).isEqualTo(Document.parse("{name: 'new', n: 2, first: true}"));
    people.updateOne(eq("name", "new"), Updates.inc("n", 1), new UpdateOptions().upsert(true));
    assertThat(Objects.requireNonNull(people.find().first()).getInteger("n")).isEqualTo(3);
    people.updateOne(eq("_id", 7), Updates.set("a.b", 1), new UpdateOptions().upsert(true));
    assertThat(people.find(eq("_id", 7)).first()).isEqualTo(Document.parse("{_id: 7, a: {b: 1}}"));
  }

  @Test
  void deletesTakeAway() {
    people.insertMany(persons(20));
    assertThat(people.deleteOne(eq("age", 3)).getDeletedCount()).isEqualTo(1);
    assertThat(people.deleteMany(lt("age", 5)).getDeletedCount()).isEqualTo(9);
    assertThat(people.deleteMany(new Document()).getDeletedCount()).isEqualTo(10);
    assertThat(people.countDocuments()).isZero();
  }

  @Test
  void oneIsFoundAndModified() {
    people.insertMany(persons(5));
    assertThat(people.findOneAndUpdate(eq("_id", 1), Updates.inc("age", 1))).isEqualTo(person(1));
    Document after =
        people.findOneAndUpdate(
            gte("_id", 0),
            Updates.set("name", "last"),
            new FindOneAndUpdateOptions()
                .sort(new Document("_id", -1))
                .returnDocument(ReturnDocument.AFTER)
                .projection(Document.parse("{name: 1}")));
    assertThat(after).isEqualTo(Document.parse("{_id: 4, name: 'last'}"));
    assertThat(people.findOneAndDelete(eq("_id", 2))).isEqualTo(person(2));
    assertThat(people.findOneAndDelete(eq("_id", 2))).isNull();
    assertThat(people.findOneAndReplace(eq("_id", 3), new Document("r", 1))).isEqualTo(person(3));
  }

  @Test
  void distinctValuesComeOnce() {
    people.insertMany(persons(30));
    people.insertOne(Document.parse("{_id: 100, age: [3, 77, 3.0]}"));
    assertThat(people.distinct("age", Integer.class).into(new ArrayList<>()))
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77);
    assertThat(people.distinct("nothing", Integer.class).into(new ArrayList<>())).isEmpty();
  }

  @Test
  void collectionsAreListedMadeAndDropped() {
    var database = client.getDatabase("lists");
    database.createCollection("b");
    database.getCollection("a").insertOne(new Document());
    assertThat(database.listCollectionNames()).containsExactly("a", "b");
    assertThat(client.listDatabaseNames()).contains("lists");
    assertThat(
            Objects.requireNonNull(database.getCollection("a").listIndexes().first())
                .getString("name"))
        .isEqualTo("_id_");
    assertThatThrownBy(() -> database.createCollection("b"))
        .isInstanceOfSatisfying(
            MongoCommandException.class, failure -> assertThat(failure.getCode()).isEqualTo(48));
    database.getCollection("b").drop();
    assertThat(database.listCollectionNames()).containsExactly("a");
    database.drop();
    assertThat(client.listDatabaseNames()).doesNotContain("lists");
  }

  @Test
  void aReadOnlyKeyReadsOnly() {
    people.insertOne(person(1));
    String key = bed.key(AccountKeys.Name.PRIMARY_READ_ONLY);
    try (MongoClient reader = bed.connect(MongoBed.USER, key, "")) {
      var same = reader.getDatabase("crud").getCollection("people");
      assertThat(same.find().first()).isEqualTo(person(1));
      for (Runnable write :
          List.<Runnable>of(
              () -> same.insertOne(person(2)),
              () -> same.deleteOne(eq("_id", 1)),
              () -> same.updateOne(eq("_id", 1), Updates.set("a", 1)),
              () -> same.findOneAndDelete(eq("_id", 1)),
              same::drop,
              () -> reader.getDatabase("crud").drop(),
              () -> reader.getDatabase("crud").createCollection("other"))) {
        assertThatThrownBy(write::run)
            .isInstanceOfSatisfying(
                MongoCommandException.class,
                failure -> assertThat(failure.getErrorCode()).isEqualTo(13));
      }
      assertThat(same.countDocuments()).isEqualTo(1);
    }
  }

  @Test
  void aCollectionMayBeSaidToBeClustered() {
    MongoDatabase database = client.getDatabase("clustered");
    Document _ =
        database.runCommand(
            Document.parse(
                "{create: 'c', clusteredIndex: {key: {_id: 1}, unique: true, name: 'own'}}"));
    Document index = Document.parse("{v: 2, key: {_id: 1}, name: 'own', unique: true}");
    Document listed = requireNonNull(database.listCollections().first());
    assertThat(listed).doesNotContainKey("idIndex");
    assertThat(listed.get("options", Document.class).get("clusteredIndex")).isEqualTo(index);
    assertThat(database.getCollection("c").listIndexes().first())
        .isEqualTo(new Document(index).append("clustered", true));
    for (String wrong :
        List.of(
            "{key: {a: 1}, unique: true}", "{key: {_id: 1}}", "{key: {_id: -1}, unique: true}")) {
      assertThatThrownBy(
              () ->
                  database.runCommand(
                      new Document("create", "d").append("clusteredIndex", Document.parse(wrong))))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(197));
    }
    database.drop();
  }

  @Test
  void whatIsNotThereIsRefusedByName() {
    var database = client.getDatabase("crud");
    people.insertOne(person(1));
    for (var each :
        List.of(
            List.of("{mapReduce: 'people'}", "no such command: 'mapReduce'"),
            List.of("{find: 'people', filter: {$expr: {$foo: 1}}}", "'$foo'"),
            List.of("{find: 'people', filter: {a: {$foo: 1}}}", "unknown operator: $foo"),
            List.of("{find: 'people', collation: {locale: 'xx'}}", "locale"),
            List.of("{find: 'people', tailable: true}", "tailable"),
            List.of("{find: 'people', nonsense: 1}", "nonsense"),
            List.of("{aggregate: 'people', pipeline: [{$lookup: {}}], cursor: {}}", "$lookup"),
            List.of("{create: 'c', timeseries: {timeField: 't'}}", "timeseries"),
            List.of("{find: '$bad'}", "Invalid namespace"))) {
      assertThatThrownBy(() -> database.runCommand(BsonDocument.parse(each.getFirst())))
          .as(each.getFirst())
          .isInstanceOf(MongoCommandException.class)
          .hasMessageContaining(each.getLast());
    }
  }

  @Test
  void aTimeThatIsOverEndsARead() {
    people.insertMany(persons(5_000));
    assertThatThrownBy(
            () ->
                people
                    .find(BsonDocument.parse("{name: {$regex: '(n+)+$'}, age: {$gte: 0}}"))
                    .maxTime(1, TimeUnit.MILLISECONDS)
                    .into(new ArrayList<>()))
        .hasMessageContaining("within its time");
  }

  @Test
  void chargesAreToldAfterwards() {
    try (MongoClient single = bed.connect("maxPoolSize=1")) {
      var database = single.getDatabase("crud");
      database.getCollection("people").insertOne(person(1));
      Document cost = database.runCommand(new Document("getLastRequestStatistics", 1));
      assertThat(cost.getString("CommandName")).isEqualTo("insert");
      assertThat(cost.getDouble("RequestCharge")).isGreaterThan(1);
    }
  }
}
