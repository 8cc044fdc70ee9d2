// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A statement that comes twice is done once, and answered alike: by the receipt that was written
/// with its effect.
class RetriedWritesTest {
  private static final String SESSION =
      "lsid: {id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}, ";

  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> collection;
  private static int number;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("retryWrites=false");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    database = client.getDatabase("retries");
    collection = database.getCollection("c");
    number++;
  }

  @AfterEach
  void drop() {
    collection.drop();
  }

  private Document send(String command) {
    String retryable =
        command.substring(0, command.length() - 1)
            + ", "
            + SESSION
            + "txnNumber: {$numberLong: '"
            + number
            + "'}}";
    Document reply = database.runCommand(BsonDocument.parse(retryable));
    reply.keySet().removeAll(List.of("operationTime", "$clusterTime"));
    return reply;
  }

  @Test
  void lateWritesAreRefused() {
    number++;
    assertThat(send("{insert: 'c', documents: [{_id: 1}]}").getInteger("n")).isEqualTo(1);
    number--;
    assertThatThrownBy(() -> send("{insert: 'c', documents: [{_id: 2}]}"))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(225));
    number++;
  }

  @Test
  void insertsAreDoneOnce() {
    String insert = "{insert: 'c', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}";
    assertThat(send(insert).getInteger("n")).isEqualTo(3);
    Document again = send(insert);
    assertThat(again.getInteger("n")).isEqualTo(3);
    assertThat(again).doesNotContainKey("writeErrors");
    assertThat(again.getList("retriedStmtIds", Integer.class)).containsExactly(0, 1, 2);
    assertThat(collection.countDocuments()).isEqualTo(3);
    number += 1000;
    assertThat(send(insert)).containsKey("writeErrors");
  }

  @Test
  void insertsOfManyShardKeysAreDoneOnce() {
    client
        .getDatabase("admin")
        .runCommand(
            Document.parse(
                "{shardCollection: '%s', key: {k: 'hashed'}}"
                    .formatted(collection.getNamespace())));
    String insert = "{insert: 'c', documents: [{_id: 1, k: 1}, {_id: 2, k: 2}, {_id: 3, k: 1}]}";
    assertThat(send(insert).getInteger("n")).isEqualTo(3);
    Document again = send(insert);
    assertThat(again.getInteger("n")).isEqualTo(3);
    assertThat(again).doesNotContainKey("writeErrors");
    assertThat(again.getList("retriedStmtIds", Integer.class)).containsExactly(0, 1, 2);
    assertThat(collection.countDocuments()).isEqualTo(3);
  }

  @Test
  void anInsertThatWasCutOffGoesOn() {
    send("{insert: 'c', documents: [{_id: 1}, {_id: 2}]}");
    Document longer = send("{insert: 'c', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}");
    assertThat(longer.getInteger("n")).isEqualTo(3);
    assertThat(collection.countDocuments()).isEqualTo(3);
  }

  @Test
  void updatesAreDoneOnce() {
    collection.insertOne(Document.parse("{_id: 1, n: 1}"));
    String update = "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 5}}}]}";
    assertThat(send(update).getInteger("nModified")).isEqualTo(1);
    Document again = send(update);
    assertThat(again.getInteger("n")).isEqualTo(1);
    assertThat(again.getInteger("nModified")).isEqualTo(1);
    assertThat(again.getList("retriedStmtIds", Integer.class)).containsExactly(0);
    assertThat(Objects.requireNonNull(collection.find().first()).getInteger("n")).isEqualTo(6);
  }

  @Test
  void upsertsAreDoneOnce() {
    String upsert = "{update: 'c', updates: [{q: {k: 1}, u: {$inc: {n: 1}}, upsert: true}]}";
    Document first = send(upsert);
    Document again = send(upsert);
    assertThat(again.get("upserted")).isEqualTo(first.get("upserted"));
    assertThat(Objects.requireNonNull(collection.find().first()).getInteger("n")).isEqualTo(1);
  }

  @Test
  void deletesAreDoneOnce() {
    collection.insertMany(List.of(Document.parse("{a: 1}"), Document.parse("{a: 1}")));
    String delete = "{delete: 'c', deletes: [{q: {a: 1}, limit: 1}]}";
    assertThat(send(delete).getInteger("n")).isEqualTo(1);
    assertThat(send(delete).getInteger("n")).isEqualTo(1);
    assertThat(collection.countDocuments()).isEqualTo(1);
  }

  @Test
  void whatWasFoundAndModifiedIsToldOnceMore() {
    collection.insertOne(Document.parse("{_id: 1, n: 1}"));
    String modify = "{findAndModify: 'c', query: {_id: 1}, update: {$inc: {n: 1}}, new: true}";
    Document first = send(modify);
    assertThat(first.get("value")).isEqualTo(Document.parse("{_id: 1, n: 2}"));
    Document again = send(modify);
    assertThat(again.get("value")).isEqualTo(first.get("value"));
    assertThat(Objects.requireNonNull(collection.find().first()).getInteger("n")).isEqualTo(2);
  }

  @Test
  void receiptsAreNoDocuments() {
    send("{insert: 'c', documents: [{_id: 1}]}");
    assertThat(collection.countDocuments()).isEqualTo(1);
    assertThat(collection.find()).hasSize(1);
    assertThat(collection.distinct("_id", Integer.class)).containsExactly(1);
    assertThat(collection.deleteMany(new Document()).getDeletedCount()).isEqualTo(1);
  }

  @Test
  void countersAreExactHoweverManyWrite() throws InterruptedException, ExecutionException {
    collection.insertOne(Document.parse("{_id: 1, n: 0}"));
    for (String options : List.of("retryWrites=true", "retryWrites=false")) {
      try (MongoClient busy = bed.connect(options);
          var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var same = busy.getDatabase("retries").getCollection("c");
        Callable<Long> increment =
            () ->
                same.updateOne(Document.parse("{_id: 1}"), Updates.inc("n", 1)).getModifiedCount();
        var all = IntStream.range(0, 40).mapToObj(_ -> increment).toList();
        for (Future<Long> each : threads.invokeAll(all)) {
          assertThat(each.get()).isEqualTo(1);
        }
      }
    }
    assertThat(Objects.requireNonNull(collection.find().first()).getInteger("n")).isEqualTo(80);
  }
}
