// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Transactions of several commands, as the driver sends them.
class TransactionsTest {
  private static final String AGAIN = MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL;

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
  void fill() {
    things = client.getDatabase("transactions").getCollection("things");
    things.drop();
    things.insertMany(
        IntStream.range(0, 10).mapToObj(n -> new Document("_id", n).append("n", n)).toList());
  }

  private static List<Integer> ids(Iterable<Document> found) {
    List<Integer> ids = new ArrayList<>();
    found.forEach(each -> ids.add(each.getInteger("_id")));
    return ids;
  }

  @Test
  void itsWritesAreSeenInsideAtOnceAndOutsideAfterTheCommit() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, new Document("_id", 20).append("n", -1));
      things.updateOne(session, eq("_id", 3), Updates.set("n", 100));
      things.deleteOne(session, eq("n", 4));
      assertThat(ids(things.find(session).sort(Sorts.ascending("n"))))
          .containsExactly(20, 0, 1, 2, 5, 6, 7, 8, 9, 3);
      assertThat(things.countDocuments(session)).isEqualTo(10);
      assertThat(things.distinct(session, "n", gte("n", 9), Integer.class).into(new ArrayList<>()))
          .containsExactly(9, 100);
      assertThat(things.find(eq("_id", 20)).first()).isNull();
      assertThat(things.countDocuments(gte("n", 4))).isEqualTo(6);
      session.commitTransaction();
    }
    assertThat(ids(things.find().sort(Sorts.ascending("n"))))
        .containsExactly(20, 0, 1, 2, 5, 6, 7, 8, 9, 3);
  }

  @Test
  void whatIsAbortedNeverWas() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateMany(session, new Document(), Updates.inc("n", 1));
      session.abortTransaction();
    }
    assertThat(things.find(eq("_id", 3)).first()).containsEntry("n", 3);
  }

  @Test
  void readsSeeOneState() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      assertThat(things.find(session, eq("_id", 1)).first()).containsEntry("n", 1);
      things.updateMany(new Document(), Updates.set("n", 50));
      things.deleteOne(eq("_id", 2));
      things.insertOne(new Document("_id", 30));
      assertThat(things.find(session, eq("_id", 1)).first()).containsEntry("n", 1);
      assertThat(things.find(session, eq("_id", 2)).first()).containsEntry("n", 2);
      assertThat(things.find(session, eq("_id", 30)).first()).isNull();
      assertThat(ids(things.find(session, eq("n", 5)))).containsExactly(5);
      session.commitTransaction();
    }
  }

  @Test
  void cursorsGoOnInside() {
    things.insertMany(IntStream.range(100, 400).mapToObj(n -> new Document("_id", n)).toList());
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, new Document("_id", 500));
      assertThat(ids(things.find(session, gte("_id", 100)).batchSize(7)))
          .hasSize(301)
          .endsWith(500);
      session.commitTransaction();
    }
  }

  @Test
  void twoThatChangeTheSameDocumentDoNotBothCommit() {
    try (ClientSession one = client.startSession();
        ClientSession other = client.startSession()) {
      one.startTransaction();
      other.startTransaction();
      things.updateOne(one, eq("_id", 1), Updates.inc("n", 1));
      assertThatThrownBy(() -> things.updateOne(other, eq("_id", 1), Updates.inc("n", 1)))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> {
                assertThat(failure.getErrorCode()).isEqualTo(112);
                assertThat(failure.hasErrorLabel(AGAIN)).isTrue();
              });
      one.commitTransaction();
    }
    assertThat(things.find(eq("_id", 1)).first()).containsEntry("n", 2);
  }

  @Test
  void aDocumentThatSomebodyElseHasChangedIsAConflict() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq("_id", 1), Updates.inc("n", 1));
      things.updateOne(eq("_id", 1), Updates.inc("n", 10));
      assertThatThrownBy(session::commitTransaction)
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> {
                assertThat(failure.getErrorCode()).isEqualTo(112);
                assertThat(failure.hasErrorLabel(AGAIN)).isTrue();
              });
    }
    assertThat(things.find(eq("_id", 1)).first()).containsEntry("n", 11);
  }

  @Test
  void oneThatFailsIsOver() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, new Document("_id", 40));
      assertThatThrownBy(() -> things.insertOne(session, new Document("_id", 1)))
          .isInstanceOfSatisfying(
              MongoWriteException.class,
              failure -> assertThat(failure.getCode()).isEqualTo(11_000));
      assertThatThrownBy(session::commitTransaction)
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> {
                assertThat(failure.getErrorCode()).isEqualTo(251);
                assertThat(failure.hasErrorLabel(AGAIN)).isTrue();
              });
    }
    assertThat(things.find(eq("_id", 40)).first()).isNull();
  }

  @Test
  void aCommitCanBeAskedForTwice() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq("_id", 1), Updates.inc("n", 1));
      session.commitTransaction();
      session.commitTransaction();
    }
    assertThat(things.find(eq("_id", 1)).first()).containsEntry("n", 2);
  }

  @Test
  void writesToTwoCollectionsAreRefused() {
    try (ClientSession session = client.startSession()) {
      MongoCollection<Document> others = client.getDatabase("transactions").getCollection("others");
      others.insertOne(new Document());
      session.startTransaction();
      things.insertOne(session, new Document("_id", 60));
      assertThatThrownBy(() -> others.insertOne(session, new Document("_id", 60)))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> {
                assertThat(failure.getErrorCode()).isEqualTo(263);
                assertThat(failure.hasErrorLabel(AGAIN)).isFalse();
              });
    }
    assertThat(things.find(eq("_id", 60)).first()).isNull();
  }

  @Test
  void whatCannotBePartOfOneIsRefused() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      assertThatThrownBy(
              () ->
                  client
                      .getDatabase("transactions")
                      .runCommand(session, new Document("listCollections", 1)))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(263));
    }
  }

  @Test
  void documentsOfSeveralShardKeysOfOnePartitionChangeTogether() {
    client
        .getDatabase("transactions")
        .runCommand(
            new Document("customAction", "CreateCollection")
                .append("collection", "sharded")
                .append("shardKey", "k")
                .append("offerThroughput", 400));
    MongoCollection<Document> sharded = client.getDatabase("transactions").getCollection("sharded");
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      for (int n = 0; n < 5; n++) {
        sharded.insertOne(session, new Document("_id", n).append("k", "key " + n));
      }
      assertThat(
              sharded.findOneAndUpdate(
                  session,
                  eq("_id", 3),
                  Updates.set("seen", true),
                  new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
          .containsEntry("seen", true);
      session.commitTransaction();
    }
    assertThat(sharded.countDocuments()).isEqualTo(5);
  }

  @Test
  void theBankKeepsItsMoney() throws Exception {
    MongoCollection<Document> accounts = client.getDatabase("transactions").getCollection("bank");
    accounts.drop();
    int count = 6;
    for (int n = 0; n < count; n++) {
      accounts.insertOne(new Document("_id", n).append("money", 100));
    }
    try (var tellers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> work = new ArrayList<>();
      for (int teller = 0; teller < 3; teller++) {
        int first = teller;
        work.add(tellers.submit(() -> transfers(accounts, first, count)));
      }
      for (int looks = 0; looks < 30; looks++) {
        try (ClientSession session = client.startSession()) {
          int sum =
              session.withTransaction(
                  () -> {
                    int all = 0;
                    for (int n = 0; n < count; n++) {
                      Document found = accounts.find(session, eq("_id", n)).first();
                      all += found == null ? 0 : found.getInteger("money");
                    }
                    return all;
                  });
          assertThat(sum).isEqualTo(100 * count);
        }
      }
      for (Future<?> each : work) {
        each.get();
      }
    }
    int sum = 0;
    for (Document each : accounts.find()) {
      sum += each.getInteger("money");
    }
    assertThat(sum).isEqualTo(100 * count);
    assertThat(accounts.countDocuments(gte("moves", 1))).isEqualTo(count);
  }

  private static void transfers(MongoCollection<Document> accounts, int first, int count) {
    for (int i = 0; i < 20; i++) {
      int from = (first + i) % count;
      int to = (from + 1 + i % (count - 1)) % count;
      try (ClientSession session = client.startSession()) {
        session.withTransaction(
            () -> {
              accounts.updateOne(
                  session,
                  eq("_id", from),
                  Updates.combine(Updates.inc("money", -1), Updates.inc("moves", 1)));
              return accounts.updateOne(session, eq("_id", to), Updates.inc("money", 1));
            });
      }
    }
  }
}
