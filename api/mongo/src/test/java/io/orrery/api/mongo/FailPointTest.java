// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.orrery.api.mongo.command.FailPointCommand;
import io.orrery.model.SystemTime;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Commands fail as tests of drivers want it, and errors carry the labels that drivers go by.
class FailPointTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase admin;
  private MongoCollection<Document> collection;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("retryWrites=false&retryReads=false");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    admin = client.getDatabase("admin");
    collection = client.getDatabase("faults").getCollection("c");
    collection.insertOne(new Document("_id", 1));
  }

  @AfterEach
  void end() {
    admin.runCommand(Document.parse("{configureFailPoint: 'failCommand', mode: 'off'}"));
    admin.runCommand(
        Document.parse("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: 'off'}"));
    collection.drop();
  }

  private void failCommand(String mode, String data) {
    admin.runCommand(
        Document.parse(
            "{configureFailPoint: 'failCommand', mode: %s, data: %s}".formatted(mode, data)));
  }

  private MongoException failedFind() {
    return catchThrowableOfType(MongoException.class, () -> collection.find().first());
  }

  @Test
  void commandsFailAsOftenAsWanted() {
    failCommand("{times: 2}", "{failCommands: ['find'], errorCode: 11602}");

    assertThat(failedFind().getCode()).isEqualTo(11602);
    assertThat(failedFind().getMessage()).contains("failCommand");
    assertThat(collection.find().first()).isEqualTo(new Document("_id", 1));
  }

  @Test
  void skippedTimesSucceed() {
    failCommand("{skip: 1}", "{failCommands: ['find'], errorCode: 8}");

    assertThat(collection.find().first()).isNotNull();
    assertThat(failedFind().getCode()).isEqualTo(8);
    assertThat(failedFind().getCode()).isEqualTo(8);
  }

  @Test
  void otherCommandsAndApplicationsAreLeftAlone() {
    failCommand("'alwaysOn'", "{failCommands: ['insert'], errorCode: 8}");
    assertThat(collection.find().first()).isNotNull();

    failCommand("'alwaysOn'", "{failCommands: ['find'], errorCode: 8, appName: 'other'}");
    assertThat(collection.find().first()).isNotNull();
    try (MongoClient other = bed.connect("appName=other&retryReads=false")) {
      assertThatThrownBy(() -> other.getDatabase("faults").getCollection("c").find().first())
          .hasMessageContaining("failCommand");
    }
  }

  @Test
  void connectionsAreClosedBeforeAnythingIsDone() {
    failCommand("{times: 1}", "{failCommands: ['insert'], closeConnection: true}");

    assertThatThrownBy(() -> collection.insertOne(new Document("_id", 2)))
        .isInstanceOf(MongoSocketException.class);
    assertThat(collection.countDocuments()).isEqualTo(1);
  }

  @Test
  void labelsAreThoseOfTheTest() {
    failCommand("{times: 1}", "{failCommands: ['find'], errorCode: 8, errorLabels: ['Mine']}");

    assertThat(failedFind().getErrorLabels()).containsExactly("Mine");
  }

  @Test
  void writeConcernErrorsFollowWrites() {
    failCommand(
        "{times: 1}",
        "{failCommands: ['insert'], writeConcernError: {code: 91, errmsg: 'going down'}}");

    assertThatThrownBy(() -> collection.insertOne(new Document("_id", 2)))
        .isInstanceOf(MongoWriteConcernException.class)
        .hasMessageContaining("going down");
    assertThat(collection.countDocuments()).isEqualTo(2);
  }

  @Test
  void blockedCommandsAreAnsweredLate() {
    failCommand("{times: 1}", "{failCommands: ['find'], blockConnection: true, blockTimeMS: 50}");

    long begun = SystemTime.TICKER.getAsLong();
    assertThat(collection.find().first()).isNotNull();
    assertThat(SystemTime.TICKER.getAsLong() - begun)
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(49));
  }

  @Test
  void writesThatMayComeAgainSaySo() {
    failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 10107}");
    try (MongoClient retrying = bed.connect("retryWrites=true")) {
      retrying.getDatabase("faults").getCollection("c").insertOne(new Document("_id", 2));
    }
    assertThat(collection.countDocuments()).isEqualTo(2);

    failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 10107}");
    MongoException alone =
        catchThrowableOfType(
            MongoException.class, () -> collection.insertOne(new Document("_id", 3)));
    assertThat(alone.getErrorLabels()).doesNotContain("RetryableWriteError");
  }

  @Test
  void commandsOfTransactionsSayThatAllOfItMayComeAgain() {
    failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 11602}");
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      MongoException failure =
          catchThrowableOfType(
              MongoException.class, () -> collection.insertOne(session, new Document("_id", 2)));
      assertThat(failure.getErrorLabels()).contains("TransientTransactionError");
    }
  }

  @Test
  void answersOfDurableWritesAreLostAndToldAgain() {
    admin.runCommand(
        Document.parse("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {skip: 0}}"));
    try (MongoClient retrying = bed.connect("retryWrites=true")) {
      retrying.getDatabase("faults").getCollection("c").insertOne(new Document("_id", 2));
    }
    assertThat(collection.countDocuments()).isEqualTo(2);
  }

  @Test
  void writesAreLostBeforeTheyAreDurable() {
    admin.runCommand(
        Document.parse(
            "{configureFailPoint: 'onPrimaryTransactionalWrite', mode: 'alwaysOn',"
                + " data: {failBeforeCommitExceptionCode: 1}}"));
    try (MongoClient retrying = bed.connect("retryWrites=true")) {
      MongoCollection<Document> same = retrying.getDatabase("faults").getCollection("c");
      assertThatThrownBy(() -> same.insertOne(new Document("_id", 2)))
          .isInstanceOf(MongoSocketException.class);
    }
    assertThat(collection.countDocuments()).isEqualTo(1);
  }

  @Test
  void whatIsNotKnownIsRefused() {
    assertThatThrownBy(
            () ->
                admin.runCommand(
                    Document.parse("{configureFailPoint: 'rsSyncApplyStop', mode: 'alwaysOn'}")))
        .isInstanceOf(MongoCommandException.class)
        .hasMessageContaining("rsSyncApplyStop");
    assertThatThrownBy(() -> failCommand("{times: 1}", "{failCommands: ['find'], strange: 1}"))
        .hasMessageContaining("strange");
  }

  @Test
  void serversThatAreNotForTestsRefuseIt() {
    FailPoints points = new FailPoints(false);

    assertThatThrownBy(
            () ->
                points.configure(
                    new FailPointCommand(
                        new FailPointCommand.Point.RetriedWrites(
                            "onPrimaryTransactionalWrite", true),
                        new FailPointCommand.Mode.AlwaysOn())))
        .hasMessageContaining("mongo.testCommands");
    assertThat(points.areNone()).isTrue();
  }

  @Test
  void greetingsOfAnApplicationFail() {
    failCommand("'alwaysOn'", "{failCommands: ['hello'], appName: 'shy', errorCode: 8}");

    MongoCommandException failure =
        catchThrowableOfType(
            MongoCommandException.class,
            () ->
                admin.runCommand(
                    Document.parse("{hello: 1, client: {application: {name: 'shy'}}}")));
    assertThat(failure.getErrorCode()).isEqualTo(8);

    failCommand("'alwaysOn'", "{failCommands: ['isMaster'], appName: 'shy', errorCode: 9}");
    MongoCommandException legacy =
        catchThrowableOfType(
            MongoCommandException.class,
            () ->
                admin.runCommand(
                    Document.parse("{ismaster: 1, client: {application: {name: 'shy'}}}")));
    assertThat(legacy.getErrorCode()).isEqualTo(9);
    assertThat(collection.find().first()).isNotNull();
  }
}
