// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One command that writes into several collections, which drivers use where a server says that it
/// is MongoDB 8.0.
class BulkWriteTest {
  private static final MongoNamespace A = new MongoNamespace("bulk", "a");
  private static final MongoNamespace B = new MongoNamespace("other", "b");

  private static final String SESSION =
      "lsid: {id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODg==', subType: '04'}}}, ";

  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase admin;
  private static long number;

  @BeforeAll
  static void open() {
    bed = MongoBed.saying(MongoSettings.Version.V8_0);
    client = bed.connect("");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    admin = client.getDatabase("admin");
  }

  @AfterEach
  void drop() {
    client.getDatabase("bulk").drop();
    client.getDatabase("other").drop();
  }

  private static List<Document> all(MongoNamespace namespace) {
    return client
        .getDatabase(namespace.getDatabaseName())
        .getCollection(namespace.getCollectionName())
        .find()
        .sort(new Document("_id", 1))
        .into(new ArrayList<>());
  }

  private Document run(String command) {
    return admin.runCommand(BsonDocument.parse(command));
  }

  private static List<Document> results(Document reply) {
    return reply.get("cursor", Document.class).getList("firstBatch", Document.class);
  }

  @Test
  void updatesTakeTheFirstByAnOrder() {
    Document _ =
        client
            .getDatabase("bulk")
            .runCommand(
                BsonDocument.parse(
                    "{insert: 'a', documents: [{_id: 1, n: 5}, {_id: 2, n: 9}, {_id: 3, n: 7}]}"));
    client
        .getDatabase("bulk")
        .getCollection("a")
        .updateOne(
            Filters.gt("n", 0),
            Updates.set("first", true),
            new UpdateOptions().sort(Sorts.descending("n")));
    Document reply =
        run(
            "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ops: [{update: 0, filter: {n: {$gt: 0}},"
                + " updateMods: {$set: {last: true}}, sort: {n: 1}}]}");
    assertThat(reply.getInteger("nModified")).isEqualTo(1);
    assertThat(all(A))
        .containsExactly(
            Document.parse("{_id: 1, n: 5, last: true}"),
            Document.parse("{_id: 2, n: 9, first: true}"),
            Document.parse("{_id: 3, n: 7}"));
    assertThatThrownBy(
            () ->
                client
                    .getDatabase("bulk")
                    .runCommand(
                        BsonDocument.parse(
                            "{update: 'a', updates: [{q: {}, u: {$set: {x: 1}}, multi: true, sort:"
                                + " {n: 1}}]}")))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(9));
  }

  @Test
  void theDriverWritesIntoSeveralCollections() {
    ClientBulkWriteResult result =
        client.bulkWrite(
            List.of(
                ClientNamespacedWriteModel.insertOne(A, new Document("_id", 1)),
                ClientNamespacedWriteModel.insertOne(A, new Document("_id", 2)),
                ClientNamespacedWriteModel.insertOne(B, new Document("_id", 3)),
                ClientNamespacedWriteModel.updateOne(A, Filters.eq("_id", 1), Updates.set("x", 1)),
                ClientNamespacedWriteModel.updateOne(
                    B,
                    Filters.eq("_id", 9),
                    Updates.set("x", 9),
                    ClientUpdateOneOptions.clientUpdateOneOptions().upsert(true)),
                ClientNamespacedWriteModel.updateMany(
                    A, Filters.exists("_id"), Updates.set("y", 2)),
                ClientNamespacedWriteModel.deleteOne(A, Filters.eq("_id", 2)),
                ClientNamespacedWriteModel.replaceOne(
                    B, Filters.eq("_id", 3), new Document("z", 3))),
            ClientBulkWriteOptions.clientBulkWriteOptions().verboseResults(true));

    assertThat(result.getInsertedCount()).isEqualTo(3);
    assertThat(result.getMatchedCount()).isEqualTo(4);
    assertThat(result.getModifiedCount()).isEqualTo(4);
    assertThat(result.getUpsertedCount()).isEqualTo(1);
    assertThat(result.getDeletedCount()).isEqualTo(1);
    assertThat(
            Objects.requireNonNull(
                    result.getVerboseResults().orElseThrow().getUpdateResults().get(4))
                .getUpsertedId())
        .hasValue(new BsonInt32(9));
    assertThat(all(A)).containsExactly(Document.parse("{_id: 1, x: 1, y: 2}"));
    assertThat(all(B))
        .containsExactly(Document.parse("{_id: 3, z: 3}"), Document.parse("{_id: 9, x: 9}"));
  }

  @Test
  void theFirstFailureEndsOrderedWrites() {
    List<ClientNamespacedWriteModel> writes =
        List.of(
            ClientNamespacedWriteModel.insertOne(A, new Document("_id", 1)),
            ClientNamespacedWriteModel.insertOne(A, new Document("_id", 1)),
            ClientNamespacedWriteModel.insertOne(A, new Document("_id", 2)),
            ClientNamespacedWriteModel.insertOne(B, new Document("_id", 3)));

    ClientBulkWriteException ordered =
        catchThrowableOfType(ClientBulkWriteException.class, () -> client.bulkWrite(writes));
    assertThat(ordered.getWriteErrors()).containsOnlyKeys(1);
    assertThat(Objects.requireNonNull(ordered.getWriteErrors().get(1)).getCode()).isEqualTo(11000);
    assertThat(ordered.getPartialResult().orElseThrow().getInsertedCount()).isEqualTo(1);
    assertThat(all(A)).hasSize(1);
    assertThat(all(B)).isEmpty();

    client.getDatabase("bulk").drop();
    ClientBulkWriteException unordered =
        catchThrowableOfType(
            ClientBulkWriteException.class,
            () ->
                client.bulkWrite(
                    writes, ClientBulkWriteOptions.clientBulkWriteOptions().ordered(false)));
    assertThat(unordered.getWriteErrors()).containsOnlyKeys(1);
    assertThat(all(A)).hasSize(2);
    assertThat(all(B)).hasSize(1);
  }

  @Test
  void resultsAreOneByOne() {
    Document reply =
        run(
            "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ordered: false, ops: ["
                + "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 1}},"
                + " {update: 0, filter: {_id: 1}, updateMods: {$set: {x: 1}}},"
                + " {update: 0, filter: {_id: 1}, updateMods: {$nonsense: 1}},"
                + " {update: 0, filter: {_id: 1}, updateMods: [{$set: {y: '$$v'}}],"
                + " constants: {v: 7}}, {delete: 0, filter: {}, multi: true}]}");

    assertThat(reply.getInteger("nErrors")).isEqualTo(2);
    assertThat(reply.get("cursor", Document.class).getString("ns"))
        .isEqualTo("admin.$cmd.bulkWrite");
    List<Document> results = results(reply);
    assertThat(results)
        .extracting(each -> each.getDouble("ok"))
        .containsExactly(1.0, 0.0, 1.0, 0.0, 1.0, 1.0);
    assertThat(results)
        .extracting(each -> each.getInteger("idx"))
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(results.get(1).getInteger("code")).isEqualTo(11000);
    assertThat(results.get(1)).containsKeys("keyPattern", "keyValue");
    assertThat(results.get(3).getInteger("nModified")).isZero();
    assertThat(results.get(4).getInteger("nModified")).isEqualTo(1);
    assertThat(results.get(5).getInteger("n")).isEqualTo(1);
  }

  @Test
  void onlyErrorsAreToldIfWanted() {
    Document reply =
        run(
            "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], errorsOnly: true, ops: ["
                + "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 1}},"
                + " {insert: 0, document: {_id: 2}}]}");

    assertThat(results(reply)).hasSize(1);
    assertThat(results(reply).getFirst().getInteger("idx")).isEqualTo(1);
    assertThat(reply.getInteger("nInserted")).isEqualTo(1);
  }

  @Test
  void resultsComeInBatches() {
    String inserts =
        String.join(
            ",",
            IntStream.range(0, 5).mapToObj("{insert: 0, document: {_id: %d}}"::formatted).toList());
    Document reply =
        run(
            "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], cursor: {batchSize: 2}, ops: [%s]}"
                .formatted(inserts));

    assertThat(results(reply)).hasSize(2);
    Document more =
        admin.runCommand(
            new Document("getMore", reply.get("cursor", Document.class).getLong("id"))
                .append("collection", "$cmd.bulkWrite"));
    assertThat(more.get("cursor", Document.class).getList("nextBatch", Document.class))
        .extracting(each -> each.getInteger("idx"))
        .containsExactly(2, 3, 4);
  }

  @Test
  void whatComesAgainIsDoneOnce() {
    String command =
        "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}, {ns: 'other.b'}], ops: ["
            + "{insert: 0, document: {_id: 1, n: 0}}, {insert: 0, document: {_id: 2, n: 0}},"
            + " {update: 0, filter: {_id: 1}, updateMods: {$inc: {n: 1}}},"
            + " {update: 0, filter: {_id: 1}, updateMods: {$inc: {n: 1}}},"
            + " {insert: 1, document: {_id: 1}}, {delete: 0, filter: {_id: 2}}], "
            + SESSION
            + "txnNumber: {$numberLong: '%d'}}".formatted(++number);
    Document first = run(command);
    Document again = run(command);

    assertThat(again.getList("retriedStmtIds", Integer.class)).containsExactly(0, 1, 2, 3, 4, 5);
    for (String count : List.of("nErrors", "nInserted", "nMatched", "nModified", "nDeleted")) {
      assertThat(again.get(count)).as(count).isEqualTo(first.get(count));
    }
    assertThat(all(A)).containsExactly(Document.parse("{_id: 1, n: 2}"));
    assertThatThrownBy(
            () ->
                run(
                    "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ops: [{delete: 0, filter: {}, multi:"
                        + " true}], "
                        + SESSION
                        + "txnNumber: {$numberLong: '%d'}}".formatted(++number)))
        .hasMessageContaining("multi=true");
  }

  @Test
  void transactionsHaveBulkWrites() {
    client.getDatabase("bulk").createCollection("a");
    try (var session = client.startSession()) {
      session.startTransaction();
      client.bulkWrite(
          session,
          List.of(
              ClientNamespacedWriteModel.insertOne(A, new Document("_id", 1)),
              ClientNamespacedWriteModel.updateOne(A, Filters.eq("_id", 1), Updates.set("x", 1))));
      assertThat(all(A)).isEmpty();
      session.commitTransaction();
    }
    assertThat(all(A)).containsExactly(Document.parse("{_id: 1, x: 1}"));
  }

  @Test
  void rightsFollowTheCollections() {
    client
        .getDatabase("bulk")
        .runCommand(Document.parse("{createUser: 'ada', pwd: 'x', roles: ['readWrite']}"));
    try (MongoClient ada = bed.connect("ada", "x", "authSource=bulk")) {
      ada.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(A, new Document("_id", 1))));
      assertThatThrownBy(
              () ->
                  ada.bulkWrite(
                      List.of(
                          ClientNamespacedWriteModel.insertOne(A, new Document("_id", 2)),
                          ClientNamespacedWriteModel.insertOne(B, new Document("_id", 2)))))
          .hasMessageContaining("not authorized on other");
    }
    client.getDatabase("bulk").runCommand(Document.parse("{dropUser: 'ada'}"));
    assertThat(all(A)).hasSize(1);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertCode("{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ops: []}", 16);
    assertCode("{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ops: [{insert: 1, document: {}}]}", 2);
    assertCode("{bulkWrite: 1, nsInfo: [{ns: 'bulk'}], ops: [{insert: 0, document: {}}]}", 73);
    assertCode("{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ops: [{upsert: 0, document: {}}]}", 9);
    assertCode(
        "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}], ops: [{insert: 0, document: {}, x: 1}]}", 40415);
    assertThatThrownBy(
            () ->
                client
                    .getDatabase("bulk")
                    .runCommand(
                        Document.parse(
                            "{bulkWrite: 1, nsInfo: [{ns: 'bulk.a'}],"
                                + " ops: [{insert: 0, document: {}}]}")))
        .hasMessageContaining("admin");
  }

  private void assertCode(String command, int code) {
    MongoCommandException failure =
        catchThrowableOfType(MongoCommandException.class, () -> run(command));
    assertThat(failure).as(command).isNotNull();
    assertThat(failure.getErrorCode()).as(command).isEqualTo(code);
  }

  @Test
  void theVersionIsTheOneThatIsSet() {
    assertThat(run("{buildInfo: 1}").getString("version")).startsWith("8.0");
    assertThat(run("{hello: 1}").getInteger("maxWireVersion")).isEqualTo(25);
  }
}
