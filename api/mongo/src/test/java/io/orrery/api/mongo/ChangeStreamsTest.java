// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import com.mongodb.client.model.changestream.OperationType;
import io.orrery.gateway.Administration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Change streams as the driver follows them.
class ChangeStreamsTest {
  private static MongoBed bed;
  private static MongoClient client;

  private MongoDatabase database;
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
    database = client.getDatabase("streams");
    database.drop();
    things = database.getCollection("things");
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
  void changesAreToldAsTheyHappen() {
    try (var cursor =
        follow(
            things
                .watch()
                .fullDocument(FullDocument.UPDATE_LOOKUP)
                .fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED))) {
      assertThat(cursor.tryNext()).isNull();
      things.insertOne(new Document("_id", 1).append("a", new Document("b", 1).append("c", 2)));
      things.updateOne(
          eq("_id", 1),
          Updates.combine(Updates.set("a.b", 5), Updates.unset("a.c"), Updates.set("d", 7)));
      things.deleteOne(eq("_id", 1));

      var insert = cursor.next();
      assertThat(insert.getOperationType()).isEqualTo(OperationType.INSERT);
      assertThat(requireNonNull(insert.getNamespace()).getFullName()).isEqualTo("streams.things");
      assertThat(requireNonNull(insert.getDocumentKey()).getInt32("_id").getValue()).isEqualTo(1);
      assertThat(insert.getFullDocument()).containsEntry("_id", 1);
      var update = cursor.next();
      assertThat(requireNonNull(update.getUpdateDescription()).getUpdatedFields())
          .isEqualTo(BsonDocument.parse("{'a.b': 5, d: 7}"));
      assertThat(requireNonNull(update.getUpdateDescription()).getRemovedFields())
          .containsExactly("a.c");
      assertThat(update.getFullDocument()).isEqualTo(Document.parse("{_id: 1, a: {b: 5}, d: 7}"));
      assertThat(update.getFullDocumentBeforeChange())
          .isEqualTo(Document.parse("{_id: 1, a: {b: 1, c: 2}}"));
      var delete = cursor.next();
      assertThat(delete.getOperationType()).isEqualTo(OperationType.DELETE);
      assertThat(requireNonNull(delete.getDocumentKey()).getInt32("_id").getValue()).isEqualTo(1);
      assertThat(delete.getClusterTime()).isGreaterThanOrEqualTo(insert.getClusterTime());
      assertThat(cursor.tryNext()).isNull();
    }
  }

  @Test
  void whoWaitsIsWokenByAChange() throws Exception {
    try (var cursor = things.watch().maxAwaitTime(20, TimeUnit.SECONDS).cursor()) {
      CompletableFuture<ChangeStreamDocument<Document>> next =
          CompletableFuture.supplyAsync(cursor::next);
      things.insertOne(new Document("_id", 5));
      assertThat(next.get(10, TimeUnit.SECONDS).getFullDocument()).containsEntry("_id", 5);
    }
  }

  @Test
  void aStreamGoesOnBehindEveryEvent() {
    List<BsonDocument> tokens = new ArrayList<>();
    try (var cursor = follow(things.watch());
        ClientSession session = client.startSession()) {
      assertThat(cursor.tryNext()).isNull();
      tokens.add(cursor.getResumeToken());
      // Three at once, and so with one LSN.
      session.withTransaction(
          () -> {
            for (int n = 1; n <= 3; n++) {
              things.insertOne(session, new Document("_id", n));
            }
            return true;
          });
      things.insertOne(new Document("_id", 4));
      for (int n = 1; n <= 4; n++) {
        tokens.add(cursor.next().getResumeToken());
      }
    }
    for (int from = 0; from < 4; from++) {
      try (var again = follow(things.watch().resumeAfter(tokens.get(from)))) {
        List<Object> seen = new ArrayList<>();
        for (int n = from; n < 4; n++) {
          seen.add(requireNonNull(again.next().getFullDocument()).get("_id"));
        }
        assertThat(seen).isEqualTo(List.<Object>of(1, 2, 3, 4).subList(from, 4));
      }
    }
    try (var again = follow(things.watch().resumeAfter(tokens.get(4)))) {
      assertThat(again.tryNext()).isNull();
    }
  }

  @Test
  void aStreamCanBeginAtATime() {
    long written = millisecond();
    while (millisecond() == written) {
      Thread.onSpinWait(); // A stream begins with the whole millisecond of a time.
    }
    BsonTimestamp before;
    try (ClientSession session = client.startSession()) {
      things.insertOne(session, new Document("_id", 1));
      before = session.getOperationTime();
    }
    things.insertOne(new Document("_id", 2));
    things.insertOne(new Document("_id", 3));
    try (var cursor = follow(things.watch().startAtOperationTime(before))) {
      List<Object> seen = new ArrayList<>();
      for (var event = cursor.tryNext(); event != null; event = cursor.tryNext()) {
        seen.add(requireNonNull(event.getFullDocument()).get("_id"));
      }
      assertThat(seen).containsSequence(2, 3).doesNotContain(0);
    }
  }

  private long millisecond() {
    return database
            .runCommand(new Document("ping", 1))
            .get("operationTime", BsonTimestamp.class)
            .getValue()
        >>> 20;
  }

  @Test
  void stagesChooseAndShapeEvents() {
    var stages =
        List.of(
            Aggregates.match(Filters.and(eq("operationType", "insert"), gte("fullDocument.n", 2))),
            Aggregates.project(Projections.include("fullDocument.n")));
    try (var cursor =
        things.watch(stages, Document.class).maxAwaitTime(500, TimeUnit.MILLISECONDS).cursor()) {
      for (int n = 1; n <= 3; n++) {
        things.insertOne(new Document("_id", n).append("n", n));
      }
      ChangeStreamDocument<Document> first = cursor.next();
      assertThat(first.getFullDocument()).isEqualTo(new Document("n", 2));
      assertThat(cursor.next().getFullDocument()).isEqualTo(new Document("n", 3));
    }
    assertThatThrownBy(() -> things.watch(List.of(Aggregates.limit(1))).cursor())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> {
              assertThat(failure.getErrorCode()).isEqualTo(20);
              assertThat(failure.getErrorMessage()).contains("$limit");
            });
    assertThatThrownBy(() -> things.watch(List.of(new Document("$nope", 1))).cursor())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(40324));
  }

  @Test
  void stagesAddAndReplaceButKeepTheToken() {
    var stages =
        List.of(
            Document.parse("{$addFields: {twice: {$multiply: ['$fullDocument.n', 2]}}}"),
            Document.parse("{$unset: 'fullDocument'}"),
            Document.parse("{$replaceWith: {_id: '$_id', operationType: 'insert', n: '$twice'}}"));
    try (var cursor =
        things
            .watch(stages)
            .maxAwaitTime(500, TimeUnit.MILLISECONDS)
            .withDocumentClass(Document.class)
            .cursor()) {
      things.insertOne(new Document("_id", 1).append("n", 21));
      assertThat(cursor.next()).containsEntry("n", 42);
    }
    try (var cursor =
        follow(things.watch(List.of(Document.parse("{$project: {_id: 0, ns: 1}}"))))) {
      things.insertOne(new Document("_id", 2));
      assertThatThrownBy(cursor::next)
          .isInstanceOfSatisfying(
              MongoException.class,
              failure -> {
                assertThat(failure.getCode()).isEqualTo(280);
                assertThat(failure.hasErrorLabel("NonResumableChangeStreamError")).isTrue();
              });
    }
  }

  @Test
  void aDropEndsTheStream() {
    try (var cursor = follow(things.watch())) {
      things.insertOne(new Document("_id", 1));
      assertThat(kinds(cursor, 1)).containsExactly(OperationType.INSERT);
      things.drop();
      assertThat(kinds(cursor, 2)).containsExactly(OperationType.DROP, OperationType.INVALIDATE);
      BsonDocument last = cursor.getResumeToken();
      assertThatThrownBy(() -> things.watch().resumeAfter(last).cursor())
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(260));
      things.insertOne(new Document("_id", 9));
      try (var after = follow(things.watch().startAfter(last))) {
        assertThat(after.next().getFullDocument()).containsEntry("_id", 9);
      }
    }
  }

  @Test
  void aNewNameEndsTheStream() {
    try (var whole = follow(database.watch());
        var cursor = follow(things.watch())) {
      things.renameCollection(new MongoNamespace("streams", "others"));
      ChangeStreamDocument<Document> event = cursor.next();
      assertThat(event.getOperationType()).isEqualTo(OperationType.RENAME);
      assertThat(event.getNamespace()).isEqualTo(new MongoNamespace("streams", "things"));
      assertThat(event.getDestinationNamespace())
          .isEqualTo(new MongoNamespace("streams", "others"));
      assertThat(kinds(cursor, 1)).containsExactly(OperationType.INVALIDATE);
      database.getCollection("others").insertOne(new Document("_id", 5));
      assertThat(whole.next().getOperationType()).isEqualTo(OperationType.RENAME);
      assertThat(whole.next().getNamespace()).isEqualTo(new MongoNamespace("streams", "others"));
    }
  }

  @Test
  void theEndOfADatabaseEndsItsStream() {
    try (var everything = follow(client.watch());
        var cursor = follow(database.watch())) {
      database.drop();
      assertThat(kinds(cursor, 3))
          .containsExactly(
              OperationType.DROP, OperationType.DROP_DATABASE, OperationType.INVALIDATE);
      assertThat(kinds(everything, 2))
          .containsExactly(OperationType.DROP, OperationType.DROP_DATABASE);
    }
  }

  @Test
  void aDatabaseIsFollowedWithWhatIsMadeLater() {
    try (var cursor = follow(database.watch())) {
      things.insertOne(new Document("_id", 1));
      assertThat(requireNonNull(cursor.next().getNamespace()).getCollectionName())
          .isEqualTo("things");
      database.getCollection("later").insertOne(new Document("_id", 2));
      client.getDatabase("elsewhere").getCollection("c").insertOne(new Document("_id", 3));
      var event = cursor.next();
      assertThat(requireNonNull(event.getNamespace()).getCollectionName()).isEqualTo("later");
      assertThat(event.getFullDocument()).containsEntry("_id", 2);
      database.getCollection("later").drop();
      assertThat(cursor.next().getOperationType()).isEqualTo(OperationType.DROP);
      assertThat(cursor.tryNext()).isNull();
    }
  }

  @Test
  void theDeploymentIsFollowed() {
    try (var cursor = follow(client.watch())) {
      client.getDatabase("elsewhere").getCollection("c").insertOne(new Document("x", 3));
      assertThat(requireNonNull(cursor.next().getNamespace()).getFullName())
          .isEqualTo("elsewhere.c");
    }
  }

  @Test
  void aStreamOfNothingWaitsForItsCollection() {
    try (var cursor = follow(database.getCollection("unborn").watch())) {
      assertThat(cursor.tryNext()).isNull();
      database.getCollection("unborn").insertOne(new Document("_id", 1));
      assertThat(cursor.next().getFullDocument()).containsEntry("_id", 1);
    }
  }

  @Test
  void shardKeysAreInTheKeysOfDocuments() {
    shard("streams.sharded");
    MongoCollection<Document> sharded = database.getCollection("sharded");
    try (var cursor = follow(sharded.watch())) {
      List<String> keys = new ArrayList<>();
      insert(sharded, 0, 20);
      for (int n = 0; n < 20; n++) {
        keys.add(requireNonNull(cursor.next().getDocumentKey()).getString("k").getValue());
      }
      assertThat(keys).hasSize(20).doesNotHaveDuplicates().contains("key 0", "key 19");
    }
  }

  @Test
  void aStreamGoesOnThroughASplit() {
    shard("streams.split");
    MongoCollection<Document> split = database.getCollection("split");
    BsonDocument token;
    try (var cursor = follow(split.watch())) {
      insert(split, 0, 20);
      for (int n = 0; n < 10; n++) {
        assertThat(cursor.next().getOperationType()).isEqualTo(OperationType.INSERT);
      }
      token = cursor.getResumeToken();
      split("split", 0);
      insert(split, 20, 40);
      assertThat(seen(cursor, 30)).hasSize(30).containsAll(numbers(20, 40));
    }
    try (var again = follow(split.watch().resumeAfter(token))) {
      assertThat(seen(again, 30)).hasSize(30).containsAll(numbers(20, 40));
      assertThat(again.tryNext()).isNull();
    }
  }

  @Test
  void severalFollowACollectionTogether() {
    shard("streams.shared");
    MongoCollection<Document> shared = database.getCollection("shared");
    insert(shared, 0, 20);
    split("shared", 0);
    List<BsonDocument> tokens =
        database
            .runCommand(
                new Document("customAction", "GetChangeStreamTokens")
                    .append("collection", "shared"),
                BsonDocument.class)
            .getArray("resumeAfterTokens")
            .stream()
            .map(BsonValue::asDocument)
            .toList();
    assertThat(tokens).hasSizeGreaterThan(1);
    insert(shared, 20, 60);
    split("shared", 1);
    Set<Object> all = new HashSet<>();
    int told = 0;
    for (BsonDocument token : tokens) {
      try (var cursor = follow(shared.watch().resumeAfter(token))) {
        int before = told;
        for (var event = cursor.tryNext(); event != null; event = cursor.tryNext()) {
          all.add(requireNonNull(event.getFullDocument()).get("_id"));
          told++;
        }
        assertThat(told).isBetween(before + 1, before + 39);
      }
    }
    assertThat(told).isEqualTo(40);
    assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(20, 60));
    assertThatThrownBy(
            () ->
                database.runCommand(
                    new Document("customAction", "GetChangeStreamTokens")
                        .append("collection", "nope")))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(26));
  }

  private static void split(String collection, int ordinal) {
    Administration administration = bed.engine().gateway().administration();
    administration.split(
        administration.requireContainer("streams", collection),
        ordinal,
        null,
        Duration.ofSeconds(20));
  }

  private static void shard(String collection) {
    client
        .getDatabase("admin")
        .runCommand(
            new Document("shardCollection", collection).append("key", new Document("k", "hashed")));
  }

  private static void insert(MongoCollection<Document> collection, int from, int to) {
    for (int n = from; n < to; n++) {
      collection.insertOne(new Document("_id", n).append("k", "key " + n));
    }
  }

  private static Set<Object> seen(
      MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor, int count) {
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < count; i++) {
      seen.add(requireNonNull(cursor.next().getFullDocument()).get("_id"));
    }
    return seen;
  }

  private static List<Object> numbers(int from, int to) {
    return IntStream.range(from, to).<Object>mapToObj(n -> n).toList();
  }

  @Test
  void foreignTokensAreRefused() {
    BsonDocument foreign = new BsonDocument("_data", new BsonString("8265"));
    assertThatThrownBy(() -> things.watch().resumeAfter(foreign).cursor())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(260));
  }

  @Test
  void collectionsMayKeepTheirImagesToThemselves() {
    database.runCommand(
        Document.parse("{collMod: 'things', changeStreamPreAndPostImages: {enabled: false}}"));
    try (var cursor =
            follow(
                things
                    .watch()
                    .fullDocument(FullDocument.WHEN_AVAILABLE)
                    .fullDocumentBeforeChange(FullDocumentBeforeChange.WHEN_AVAILABLE));
        var lookups = follow(things.watch().fullDocument(FullDocument.UPDATE_LOOKUP));
        var strict = follow(things.watch().fullDocument(FullDocument.REQUIRED))) {
      things.updateOne(eq("_id", 0), Updates.set("a", 1));

      var update = cursor.next();
      assertThat(update.getFullDocument()).isNull();
      assertThat(update.getFullDocumentBeforeChange()).isNull();
      assertThat(lookups.next().getFullDocument()).containsEntry("a", 1);
      assertThatThrownBy(strict::next)
          .isInstanceOfSatisfying(
              MongoException.class, failure -> assertThat(failure.getCode()).isEqualTo(47));
    }
    database.runCommand(
        Document.parse("{collMod: 'things', changeStreamPreAndPostImages: {enabled: true}}"));
    try (var strict = follow(things.watch().fullDocument(FullDocument.REQUIRED))) {
      things.updateOne(eq("_id", 0), Updates.set("a", 2));
      assertThat(strict.next().getFullDocument()).containsEntry("a", 2);
    }
    database.runCommand(
        Document.parse("{create: 'shown', changeStreamPreAndPostImages: {enabled: true}}"));
    assertThat(database.listCollections().filter(eq("name", "shown")).first())
        .containsEntry(
            "options", Document.parse("{changeStreamPreAndPostImages: {enabled: true}}"));
  }
}
