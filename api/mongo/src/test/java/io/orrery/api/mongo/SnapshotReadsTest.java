// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Reads of a session that all see the state of the first of them.
class SnapshotReadsTest {
  private static final ClientSessionOptions SNAPSHOT =
      ClientSessionOptions.builder().snapshot(true).build();

  private final MongoBed bed = new MongoBed();
  private final MongoClient client = bed.connect("");
  private final MongoDatabase database = client.getDatabase("shop");
  private final MongoCollection<Document> goods = database.getCollection("goods");
  private final MongoCollection<Document> others = database.getCollection("others");

  @BeforeEach
  void fill() {
    var _ =
        goods.insertMany(
            IntStream.range(0, 10)
                .mapToObj(i -> new Document("_id", i).append("price", i))
                .toList());
    var _ = others.insertOne(new Document("_id", 1));
  }

  @AfterEach
  void close() {
    client.close();
    bed.close();
  }

  private static List<Integer> prices(Iterable<Document> found) {
    List<Integer> prices = new ArrayList<>();
    found.forEach(each -> prices.add(each.getInteger("price")));
    return prices;
  }

  @Test
  void allReadsOfASessionSeeOneState() {
    List<Integer> before = IntStream.range(0, 10).boxed().toList();
    try (ClientSession session = client.startSession(SNAPSHOT)) {
      assertThat(prices(goods.find(session))).isEqualTo(before);
      var _ = goods.updateMany(new Document(), new Document("$inc", new Document("price", 100)));
      var _ = goods.deleteOne(new Document("_id", 3));
      assertThat(prices(goods.find(session))).isEqualTo(before);
      assertThat(prices(goods.find(session, new Document("_id", 3)))).containsExactly(3);
      assertThat(prices(goods.find(session).batchSize(3))).isEqualTo(before);
      assertThat(goods.countDocuments(session)).isEqualTo(10);
      assertThat(goods.distinct(session, "price", Integer.class).into(new ArrayList<>()))
          .isEqualTo(before);
      assertThat(
              goods
                  .aggregate(
                      session,
                      List.of(Document.parse("{$group: {_id: null, sum: {$sum: '$price'}}}")))
                  .first())
          .containsEntry("sum", 45);
      assertThat(goods.countDocuments()).isEqualTo(9);
    }
  }

  @Test
  void sessionsHaveStatesOfTheirOwn() {
    try (ClientSession first = client.startSession(SNAPSHOT);
        ClientSession second = client.startSession(SNAPSHOT)) {
      assertThat(goods.countDocuments(first)).isEqualTo(10);
      var _ = goods.insertOne(new Document("_id", 10));
      assertThat(goods.countDocuments(second)).isEqualTo(11);
      var _ = goods.insertOne(new Document("_id", 11));
      assertThat(goods.countDocuments(first)).isEqualTo(10);
      assertThat(goods.countDocuments(second)).isEqualTo(11);
    }
  }

  /// Another collection is as it was as long as nobody has touched it.
  @Test
  void aCollectionThatChangedBeforeItsStateWasHeldIsRefused() {
    try (ClientSession session = client.startSession(SNAPSHOT)) {
      assertThat(goods.countDocuments(session)).isEqualTo(10);
      assertThat(others.countDocuments(session)).isOne();
      var _ = others.insertOne(new Document("_id", 2));
      assertThat(others.countDocuments(session)).isOne();
    }
    try (ClientSession session = client.startSession(SNAPSHOT)) {
      assertThat(goods.countDocuments(session)).isEqualTo(10);
      var _ = others.insertOne(new Document("_id", 3));
      assertThatThrownBy(() -> others.countDocuments(session))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              failure -> assertThat(failure.getErrorCode()).isEqualTo(246));
    }
  }

  @Test
  void timesThatNobodyWasToldAreRefused() {
    Document command =
        new Document("find", "goods")
            .append(
                "readConcern",
                new Document("level", "snapshot").append("atClusterTime", new BsonTimestamp(5, 1)));
    assertThatThrownBy(() -> database.runCommand(command))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(239));
  }

  @Test
  void otherCommandsHaveNoSnapshot() {
    assertThatThrownBy(
            () ->
                database.runCommand(
                    Document.parse("{count: 'goods', readConcern: {level: 'snapshot'}}")))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(72));
  }
}
