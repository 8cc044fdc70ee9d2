// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.InsertManyOptions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the driver sees of a collection that has no more throughput left, and what requests cost.
class ThrottlingTest {
  private static final Pattern RETRY_AFTER = Pattern.compile("Error=16500, RetryAfterMs=(\\d+), ");
  private static final int MANY = 3_000;

  private MongoBed bed;
  private MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> few;

  @BeforeEach
  void open() {
    bed = MongoBed.throttled();
    client = bed.connect("retryWrites=false");
    database = client.getDatabase("throttled");
    database.runCommand(
        BsonDocument.parse(
            "{customAction: 'CreateCollection', collection: 'few', offerThroughput: 400}"));
    few = database.getCollection("few");
  }

  @AfterEach
  void close() {
    client.close();
    bed.close();
  }

  private static List<Document> many() {
    return IntStream.range(0, MANY)
        .mapToObj(i -> new Document("_id", i).append("text", "x".repeat(200)))
        .toList();
  }

  @Test
  void aCommandOfWhichNothingWasDoneMayBeSentAgain() {
    MongoCommandException refused = null;
    for (int i = 0; i < MANY && refused == null; i++) {
      Document insert =
          new Document("insert", "few")
              .append("documents", List.of(new Document("_id", i).append("t", "x".repeat(5_000))));
      refused =
          catchThrowableOfType(MongoCommandException.class, () -> database.runCommand(insert));
    }
    BsonDocument reply = requireNonNull(refused).getResponse();
    assertThat(reply.getInt32("code").getValue()).isEqualTo(16500);
    assertThat(reply.getString("codeName").getValue()).isEqualTo("TooManyRequests");
    var waiting = RETRY_AFTER.matcher(reply.getString("errmsg").getValue());
    assertThat(waiting.find()).as(reply.toJson()).isTrue();
    assertThat(Long.parseLong(waiting.group(1)))
        .isPositive()
        .isEqualTo(reply.getNumber("baseBackoffMS").longValue());
    assertThat(refused.hasErrorLabel("SystemOverloadedError")).isTrue();
    assertThat(refused.hasErrorLabel("RetryableError")).isTrue();
  }

  @Test
  void whatWasWrittenOfABatchStaysWritten() {
    MongoBulkWriteException failure =
        catchThrowableOfType(MongoBulkWriteException.class, () -> few.insertMany(many()));
    int written = failure.getWriteResult().getInsertedCount();
    assertThat(written).isPositive().isLessThan(MANY);
    assertThat(failure.getWriteErrors()).hasSize(1);
    BulkWriteError error = failure.getWriteErrors().getFirst();
    assertThat(error.getIndex()).isEqualTo(written);
    assertThat(error.getCode()).isEqualTo(16500);
    assertThat(error.getMessage()).containsPattern(RETRY_AFTER);
    assertThat(failure.hasErrorLabel("RetryableError")).isFalse();
  }

  @Test
  void unorderedBatchesTellEveryRefusal() {
    MongoBulkWriteException failure =
        catchThrowableOfType(
            MongoBulkWriteException.class,
            () -> few.insertMany(many(), new InsertManyOptions().ordered(false)));
    int written = failure.getWriteResult().getInsertedCount();
    assertThat(written).isPositive();
    assertThat(written + failure.getWriteErrors().size()).isEqualTo(MANY);
    assertThat(failure.getWriteErrors())
        .allSatisfy(error -> assertThat(error.getCode()).isEqualTo(16500));
  }

  /// A session's statistics are its own, whichever connection it uses.
  @Test
  void statisticsBelongToSessions() {
    try (ClientSession one = client.startSession();
        ClientSession other = client.startSession()) {
      few.insertOne(one, new Document("_id", 1));
      few.find(other).first();
      few.countDocuments();
      var ask = new Document("getLastRequestStatistics", 1);
      assertThat(database.runCommand(one, ask).getString("CommandName")).isEqualTo("insert");
      Document read = database.runCommand(other, ask);
      assertThat(read.getString("CommandName")).isEqualTo("find");
      assertThat(read.getDouble("RequestCharge")).isPositive();
      assertThat(read.getDouble("RequestDurationInMilliSeconds")).isPositive();
    }
  }
}
