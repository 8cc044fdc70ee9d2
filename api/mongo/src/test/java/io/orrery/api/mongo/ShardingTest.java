// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.orrery.gateway.Administration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

/// Sharded collections over several partitions, by the unmodified Java driver.
class ShardingTest {
  private static final String BY_CITY =
      "{shardCollection: 'sharding.people', key: {city: 'hashed'}}";

  private static MongoBed bed;
  private static MongoClient client;
  private static MongoClient unretried;
  private MongoDatabase database;
  private MongoCollection<Document> people;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("");
    unretried = bed.connect("retryWrites=false");
  }

  @AfterAll
  static void close() {
    unretried.close();
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    database = client.getDatabase("sharding");
    people = database.getCollection("people");
  }

  @AfterEach
  void drop() {
    people.drop();
  }

  private Document run(String command) {
    return database.runCommand(BsonDocument.parse(command));
  }

  private static Document person(int id) {
    return new Document("_id", id).append("city", "c" + id % 10).append("age", id);
  }

  private void fill() {
    run(
        "{customAction: 'CreateCollection', collection: 'people', shardKey: 'city',"
            + " offerThroughput: 40000}");
    people.insertMany(IntStream.range(0, 100).mapToObj(ShardingTest::person).toList());
  }

  @Test
  void shardingAnswersAsDocumented() {
    Document reply = run(BY_CITY);
    assertThat(List.copyOf(reply.keySet()).subList(0, 3))
        .containsExactly("_t", "ok", "collectionsharded");
    assertThat(reply.getString("_t")).isEqualTo("ShardCollectionResponse");
    assertThat(reply.getString("collectionsharded")).isEqualTo("sharding.people");
    assertThat(client.getDatabase("admin").runCommand(BsonDocument.parse(BY_CITY)).get("ok"))
        .isEqualTo(1.0);
    assertCode(23, () -> run("{shardCollection: 'sharding.people', key: {age: 1}}"));
  }

  @Test
  void onlyEmptyCollectionsCanBeSharded() {
    database.createCollection("people");
    assertThat(run(BY_CITY)).containsEntry("ok", 1.0);
    people.drop();
    people.insertOne(new Document("_id", 1).append("city", "a"));
    assertCode(20, () -> run(BY_CITY));
    assertThat(people.countDocuments()).isEqualTo(1);
    people.deleteMany(new Document());
    assertThat(run(BY_CITY)).containsEntry("ok", 1.0);
  }

  @Test
  void badShardKeysAreRefused() {
    assertCode(2, () -> run("{shardCollection: 'sharding.people', key: {a: 1, b: 1}}"));
    assertCode(2, () -> run("{shardCollection: 'sharding.people', key: {a: 'text'}}"));
    assertCode(2, () -> run("{shardCollection: 'sharding.people', key: {'a..b': 1}}"));
    assertCode(73, () -> run("{shardCollection: 'people', key: {a: 1}}"));
    assertCode(238, () -> run("{shardCollection: 'sharding.people', key: {a: 1}, unique: true}"));
  }

  @Test
  void documentsNeedTheShardKey() {
    run(BY_CITY);
    assertCode(61, () -> people.insertOne(new Document("_id", 1)));
    assertCode(61, () -> people.insertOne(new Document("_id", 1).append("city", List.of("a"))));
    people.insertOne(new Document("_id", 1).append("city", null));
    assertThat(people.find(eq("city", null)).first()).isNotNull();
  }

  @Test
  void manyShardKeysAreInsertedUpToTheFirstFailure() {
    run(BY_CITY);
    people.insertOne(person(150));
    List<Document> all = IntStream.range(0, 300).mapToObj(ShardingTest::person).toList();
    assertThatThrownBy(() -> people.insertMany(all))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            failure -> {
              assertThat(failure.getWriteResult().getInsertedCount()).isEqualTo(150);
              assertThat(failure.getWriteErrors()).hasSize(1);
              assertThat(failure.getWriteErrors().getFirst().getIndex()).isEqualTo(150);
              assertThat(failure.getWriteErrors().getFirst().getCode()).isEqualTo(11000);
            });
    assertThat(people.countDocuments()).isEqualTo(151);
    assertThatThrownBy(() -> people.insertMany(all, new InsertManyOptions().ordered(false)))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            failure -> {
              assertThat(failure.getWriteResult().getInsertedCount()).isEqualTo(149);
              assertThat(failure.getWriteErrors()).hasSize(151);
            });
    assertThat(people.countDocuments()).isEqualTo(300);
  }

  @Test
  void manyShardKeysAreInsertedAlthoughASplitTakesThemApart() {
    run(BY_CITY);
    MongoCollection<Document> once = unretried.getDatabase("sharding").getCollection("people");
    once.insertOne(person(0));
    Administration administration = bed.engine().gateway().administration();
    administration.split(
        administration.requireContainer("sharding", "people"), 0, null, Duration.ofSeconds(20));
    once.insertMany(IntStream.range(1, 100).mapToObj(ShardingTest::person).toList());
    assertThat(DriverAnswers.ids(once.find())).containsExactlyInAnyOrderElementsOf(numbers(100));
  }

  private static List<Object> numbers(int count) {
    return IntStream.range(0, count).<Object>mapToObj(number -> number).toList();
  }

  @Test
  void findsAreRoutedOrFanOut() {
    fill();
    assertThat(ids(new Document())).hasSize(100);
    assertThat(ids(eq("city", "c3"))).hasSize(10);
    assertThat(ids(and(eq("city", "c3"), gte("age", 50)))).hasSize(5);
    assertThat(ids(in("city", "c1", "c2", "nowhere"))).hasSize(20);
    assertThat(ids(eq("_id", 42))).containsExactly(42);
    assertThat(ids(and(eq("_id", 42), eq("city", "c2")))).containsExactly(42);
    assertThat(ids(and(eq("_id", 42), eq("city", "c3")))).isEmpty();
    assertThat(people.countDocuments(eq("city", "c1"))).isEqualTo(10);
    assertThat(people.countDocuments()).isEqualTo(100);
    assertThat(people.distinct("city", String.class).into(new ArrayList<>())).hasSize(10);
    assertThat(
            people
                .find()
                .sort(new Document("age", -1))
                .limit(3)
                .map(each -> each.getInteger("age"))
                .into(new ArrayList<>()))
        .containsExactly(99, 98, 97);
  }

  /// What a find costs tells where it was: the whole collection is dearer than one logical
  /// partition.
  @Test
  void aFindByShardKeyReadsOneLogicalPartition() {
    fill();
    try (MongoClient one = bed.connect("maxPoolSize=1")) {
      MongoDatabase same = one.getDatabase("sharding");
      MongoCollection<Document> collection = same.getCollection("people");
      collection.find(eq("city", "c3")).into(new ArrayList<>());
      double routed = charge(same);
      collection.find(gte("age", 0)).into(new ArrayList<>());
      assertThat(charge(same)).isGreaterThan(2 * routed);
    }
  }

  private static double charge(MongoDatabase database) {
    Document statistics = database.runCommand(new Document("getLastRequestStatistics", 1));
    assertThat(statistics.getString("CommandName")).isEqualTo("find");
    return statistics.getDouble("RequestCharge");
  }

  private Set<Integer> ids(org.bson.conversions.Bson filter) {
    return people.find(filter).map(each -> each.getInteger("_id")).into(new HashSet<>());
  }

  @Test
  void theSameIdLivesOncePerShardKey() {
    run(BY_CITY);
    people.insertOne(new Document("_id", 1).append("city", "a"));
    people.insertOne(new Document("_id", 1).append("city", "b"));
    assertCode(11000, () -> people.insertOne(new Document("_id", 1).append("city", "a")));
    assertThat(people.countDocuments(eq("_id", 1))).isEqualTo(2);
  }

  @Test
  void equalShardKeysOfAnyTypeLieTogether() {
    run("{shardCollection: 'sharding.people', key: {'k.v': 1}}");
    ObjectId objectId = new ObjectId();
    people.insertOne(Document.parse("{_id: 1, k: {v: 1}}"));
    people.insertOne(new Document("_id", 2).append("k", new Document("v", 1.0)));
    people.insertOne(new Document("_id", 3).append("k", new Document("v", objectId)));
    people.insertOne(Document.parse("{_id: 4, k: {v: {a: 1, b: [1]}}}"));
    assertThat(ids(eq("k.v", Decimal128.parse("1.0")))).containsExactlyInAnyOrder(1, 2);
    assertThat(ids(eq("k.v", objectId))).containsExactly(3);
    assertThat(ids(eq("k.v", Document.parse("{a: 1, b: [1]}")))).containsExactly(4);
    assertThat(ids(gte("k.v", 1))).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void updatesStayWithTheirShardKey() {
    fill();
    assertThat(
            people
                .updateOne(and(eq("_id", 7), eq("city", "c7")), Updates.inc("age", 1))
                .getModifiedCount())
        .isEqualTo(1);
    assertThat(people.updateMany(new Document(), Updates.set("seen", true)).getModifiedCount())
        .isEqualTo(100);
    assertThat(people.updateMany(eq("city", "c1"), Updates.unset("seen")).getModifiedCount())
        .isEqualTo(10);
    MongoCollection<Document> once = unretried.getDatabase("sharding").getCollection("people");
    for (MongoCollection<Document> each : List.of(people, once)) {
      assertCode(
          66,
          () ->
              each.updateOne(
                  and(eq("_id", 7), eq("city", "c7")), Updates.set("city", "elsewhere")));
      assertCode(
          66,
          () -> each.updateOne(and(eq("_id", 7), eq("city", "c7")), Updates.rename("age", "city")));
      assertCode(
          66, () -> each.replaceOne(and(eq("_id", 7), eq("city", "c7")), new Document("age", 1)));
    }
    assertThat(once.updateOne(eq("_id", 8), Updates.set("age", 0)).getModifiedCount()).isEqualTo(1);
    assertThat(people.find(eq("_id", 8)).first()).containsEntry("age", 0);
    assertThat(ids(eq("_id", 7))).containsExactly(7);
  }

  @Test
  void upsertsNeedTheShardKey() {
    run(BY_CITY);
    var upsert = new UpdateOptions().upsert(true);
    assertCode(61, () -> people.updateOne(eq("age", 1), Updates.set("x", 1), upsert));
    people.updateOne(and(eq("city", "a"), eq("_id", 5)), Updates.set("x", 1), upsert);
    people.updateOne(and(eq("city", "a"), eq("_id", 5)), Updates.set("x", 2), upsert);
    assertThat(people.find().into(new ArrayList<>()))
        .containsExactly(Document.parse("{_id: 5, city: 'a', x: 2}"));
    assertCode(
        61,
        () ->
            people.replaceOne(
                eq("city", "b"), new Document("x", 1), new ReplaceOptions().upsert(true)));
    Document made =
        people.findOneAndUpdate(
            and(eq("city", "z"), eq("_id", 9)),
            Updates.set("x", 3),
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER));
    assertThat(made).isEqualTo(Document.parse("{_id: 9, city: 'z', x: 3}"));
  }

  @Test
  void removalsAreRoutedOrFanOut() {
    fill();
    assertThat(people.deleteOne(and(eq("city", "c1"), eq("_id", 1))).getDeletedCount())
        .isEqualTo(1);
    assertThat(people.deleteMany(eq("city", "c2")).getDeletedCount()).isEqualTo(10);
    assertThat(people.deleteMany(gte("age", 90)).getDeletedCount()).isEqualTo(9);
    assertThat(people.countDocuments()).isEqualTo(80);
  }

  @Test
  void customActionsLayCollectionsOut() {
    MongoDatabase shared = client.getDatabase("laidout");
    try {
      shared.runCommand(
          BsonDocument.parse("{customAction: 'CreateDatabase', offerThroughput: 1000}"));
      assertThatThrownBy(
              () -> shared.runCommand(BsonDocument.parse("{customAction: 'CreateDatabase'}")))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(48));
      assertThat(shared.runCommand(BsonDocument.parse("{customAction: 'GetDatabase'}")))
          .containsEntry("database", "laidout")
          .containsEntry("provisionedThroughput", 1000L);
      shared.runCommand(
          BsonDocument.parse("{customAction: 'UpdateDatabase', offerThroughput: 2000}"));
      shared.runCommand(
          BsonDocument.parse(
              "{customAction: 'CreateCollection', collection: 'c', shardKey: 'a.b'}"));
      Document described =
          shared.runCommand(BsonDocument.parse("{customAction: 'GetCollection', collection: 'c'}"));
      assertThat(described)
          .containsEntry("shardKeyDefinition", new Document("a.b", "hashed"))
          .doesNotContainKey("provisionedThroughput");
      shared.runCommand(
          BsonDocument.parse(
              "{customAction: 'CreateCollection', collection: 'd',"
                  + " autoScaleSettings: {maxThroughput: 4000}}"));
      assertThat(
              shared.runCommand(
                  BsonDocument.parse("{customAction: 'GetCollection', collection: 'd'}")))
          .containsEntry("provisionedThroughput", 400L)
          .containsEntry("autoScaleSettings", new Document("maxThroughput", 4000L));
      shared.runCommand(
          BsonDocument.parse(
              "{customAction: 'UpdateCollection', collection: 'd',"
                  + " autoScaleSettings: {maxThroughput: 5000}}"));
      assertThat(
              shared.runCommand(
                  BsonDocument.parse("{customAction: 'GetCollection', collection: 'd'}")))
          .containsEntry("provisionedThroughput", 500L);
    } finally {
      shared.drop();
    }
  }

  @Test
  void whatIsNoActionIsRefused() {
    assertCode(59, () -> run("{customAction: 'Levitate'}"));
    assertCode(26, () -> run("{customAction: 'GetCollection', collection: 'nothing'}"));
    assertCode(
        2,
        () ->
            run(
                "{customAction: 'CreateCollection', collection: 'people',"
                    + " offerThroughput: 20000}"));
    assertCode(
        2,
        () ->
            run(
                "{customAction: 'CreateCollection', collection: 'people',"
                    + " offerThroughput: 400, autoScaleSettings: {maxThroughput: 4000}}"));
    assertCode(40415, () -> run("{customAction: 'GetDatabase', offer: 1}"));
  }
}
