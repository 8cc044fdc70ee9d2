// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.ValidationAction;
import com.mongodb.client.model.ValidationLevel;
import com.mongodb.client.model.ValidationOptions;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Collections that check their documents, seen through the unmodified Java driver.
class ValidatorTest {
  private static final int REFUSED = 121;
  private static final Bson POSITIVE = new Document("n", new Document("$gt", 0));

  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> numbers;

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
    database = client.getDatabase("checked");
    numbers = database.getCollection("numbers");
  }

  @AfterEach
  void end() {
    numbers.drop();
  }

  private void create(ValidationOptions options) {
    database.createCollection("numbers", new CreateCollectionOptions().validationOptions(options));
  }

  private static ValidationOptions positive() {
    return new ValidationOptions().validator(POSITIVE);
  }

  private static void assertRefused(ThrowingCallable write) {
    assertThatThrownBy(write)
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            refusal -> assertThat(refusal.getError().getCode()).isEqualTo(REFUSED));
  }

  @Test
  void aNewDocumentThatDoesNotPassIsRefusedWithTheReason() {
    create(positive());
    numbers.insertOne(new Document("_id", 1).append("n", 1));
    assertThatThrownBy(() -> numbers.insertOne(new Document("_id", 2).append("n", 0)))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            refusal -> {
              assertThat(refusal.getError().getCode()).isEqualTo(REFUSED);
              assertThat(refusal.getError().getMessage()).isEqualTo("Document failed validation");
              var details = refusal.getError().getDetails();
              assertThat(details.getInt32("failingDocumentId").getValue()).isEqualTo(2);
              assertThat(details.getDocument("details").getString("operatorName").getValue())
                  .isEqualTo("$gt");
            });
    assertThat(numbers.countDocuments()).isEqualTo(1);
  }

  @Test
  void otherDocumentsOfTheCommandAreWrittenAsTheOrderAsks() {
    create(positive());
    List<Document> mixed =
        IntStream.of(1, -1, 2).mapToObj(n -> new Document("_id", n).append("n", n)).toList();
    assertThatThrownBy(() -> numbers.insertMany(mixed))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            refusal -> assertThat(refusal.getWriteErrors().getFirst().getIndex()).isEqualTo(1));
    assertThat(numbers.countDocuments()).isEqualTo(1);
    assertThatThrownBy(
            () -> numbers.insertMany(mixed.subList(1, 3), new InsertManyOptions().ordered(false)))
        .isInstanceOf(MongoBulkWriteException.class);
    assertThat(numbers.countDocuments()).isEqualTo(2);
  }

  @Test
  void everyWayToChangeADocumentIsChecked() {
    create(positive());
    numbers.insertOne(new Document("_id", 1).append("n", 1));
    assertRefused(() -> numbers.updateOne(eq("_id", 1), Updates.inc("n", -1)));
    assertRefused(() -> numbers.updateOne(eq("n", 1), Updates.set("n", 0)));
    assertRefused(() -> numbers.updateMany(eq("n", 1), Updates.unset("n")));
    assertRefused(() -> numbers.replaceOne(eq("_id", 1), new Document("x", 1)));
    assertRefused(() -> numbers.updateOne(eq("_id", 1), List.of(Updates.set("n", -3))));
    assertRefused(
        () ->
            numbers.updateOne(
                eq("_id", 2), Updates.set("n", -1), new UpdateOptions().upsert(true)));
    assertThatThrownBy(() -> numbers.findOneAndUpdate(eq("_id", 1), Updates.set("n", 0)))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            refusal -> {
              assertThat(refusal.getErrorCode()).isEqualTo(REFUSED);
              assertThat(refusal.getResponse().containsKey("errInfo")).isTrue();
            });
    assertThat(numbers.find().first()).isEqualTo(new Document("_id", 1).append("n", 1));
    numbers.updateOne(eq("_id", 1), Updates.inc("n", 1));
    assertThat(Objects.requireNonNull(numbers.find().first()).getInteger("n")).isEqualTo(2);
  }

  @Test
  void writesWithoutRetriesAreCheckedToo() {
    create(positive());
    numbers.insertOne(new Document("_id", 1).append("n", 1));
    try (MongoClient plain = bed.connect("retryWrites=false")) {
      var same = plain.getDatabase("checked").getCollection("numbers");
      assertRefused(() -> same.updateOne(eq("_id", 1), Updates.inc("n", -1)));
      same.updateOne(eq("_id", 1), Updates.inc("n", 2));
    }
    assertThat(Objects.requireNonNull(numbers.find().first()).getInteger("n")).isEqualTo(3);
  }

  @Test
  void aClientMayBypassIt() {
    create(positive());
    numbers.insertOne(
        new Document("_id", 1).append("n", -1),
        new InsertOneOptions().bypassDocumentValidation(true));
    numbers.updateOne(
        eq("_id", 1), Updates.inc("n", -1), new UpdateOptions().bypassDocumentValidation(true));
    assertThat(Objects.requireNonNull(numbers.find().first()).getInteger("n")).isEqualTo(-2);
  }

  @Test
  void moderateLetsWrongDocumentsStayWrong() {
    numbers.insertOne(new Document("_id", 1).append("n", -1));
    numbers.insertOne(new Document("_id", 2).append("n", 1));
    collMod(new Document("validator", POSITIVE).append("validationLevel", "moderate"));
    numbers.updateOne(eq("_id", 1), Updates.inc("n", -1));
    assertRefused(() -> numbers.updateOne(eq("_id", 2), Updates.inc("n", -1)));
    assertRefused(() -> numbers.insertOne(new Document("_id", 3)));
    collMod(new Document("validationLevel", "strict"));
    assertRefused(() -> numbers.updateOne(eq("_id", 1), Updates.inc("n", -1)));
    collMod(new Document("validationLevel", "off"));
    numbers.updateOne(eq("_id", 1), Updates.inc("n", -1));
  }

  private void collMod(Document change) {
    Document command = new Document("collMod", "numbers");
    command.putAll(change);
    database.runCommand(command);
  }

  @Test
  void aWarningRefusesNothing() {
    create(positive().validationAction(ValidationAction.WARN));
    numbers.insertOne(new Document("_id", 1).append("n", -1));
    assertThat(numbers.countDocuments()).isEqualTo(1);
    collMod(new Document("validationAction", "error"));
    assertRefused(() -> numbers.insertOne(new Document("_id", 2).append("n", -1)));
  }

  @Test
  void theOptionsAreListedAndAnEmptyValidatorIsNone() {
    create(
        positive()
            .validationLevel(ValidationLevel.MODERATE)
            .validationAction(ValidationAction.ERROR));
    Document options = Objects.requireNonNull(database.listCollections().first());
    assertThat(options.get("options", Document.class))
        .isEqualTo(
            new Document("validator", new Document("n", new Document("$gt", 0)))
                .append("validationLevel", "moderate")
                .append("validationAction", "error"));
    collMod(new Document("validator", new Document()));
    numbers.insertOne(new Document("_id", 1));
  }

  @Test
  void theValidatorStaysWhenIndexesAndShardKeysCome() {
    create(positive());
    numbers.createIndex(new Document("n", 1));
    assertRefused(() -> numbers.insertOne(new Document("_id", 1)));
    client
        .getDatabase("admin")
        .runCommand(
            new Document("shardCollection", "checked.numbers")
                .append("key", new Document("n", "hashed")));
    assertRefused(() -> numbers.insertOne(new Document("_id", 1).append("n", -1)));
    numbers.insertOne(new Document("_id", 1).append("n", 1));
  }

  @Test
  void aValidatorThatCannotBeReadIsRefused() {
    assertThatThrownBy(
            () ->
                create(
                    new ValidationOptions()
                        .validator(new Document("$jsonSchema", new Document("nonsense", 1)))))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            refusal -> assertThat(refusal.getErrorCode()).isEqualTo(9));
    assertThatThrownBy(
            () ->
                database.runCommand(
                    new Document("create", "numbers").append("validationLevel", "some")))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            refusal -> assertThat(refusal.getErrorCode()).isEqualTo(2));
    assertThat(database.listCollectionNames()).isEmpty();
  }

  @Test
  void pipelinesThatWriteAreChecked() {
    create(positive());
    MongoCollection<Document> source = database.getCollection("source");
    source.insertOne(new Document("_id", 1).append("n", -1));
    for (String stage : List.of("$merge", "$out")) {
      assertThatThrownBy(
              () -> source.aggregate(List.of(new Document(stage, "numbers"))).toCollection())
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              refusal -> assertThat(refusal.getErrorCode()).isEqualTo(REFUSED));
    }
    source
        .aggregate(List.of(new Document("$merge", "numbers")))
        .bypassDocumentValidation(true)
        .toCollection();
    assertThat(numbers.countDocuments()).isEqualTo(1);
    source.drop();
  }

  @Test
  void aTransactionIsCheckedAndEndsWhenTheValidatorChanges() {
    create(positive());
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      assertRefused(() -> numbers.insertOne(session, new Document("_id", 1).append("n", 0)));
      session.abortTransaction();
      session.startTransaction();
      numbers.insertOne(session, new Document("_id", 1).append("n", 1));
      collMod(new Document("validator", new Document("n", new Document("$gt", 5))));
      assertThatThrownBy(session::commitTransaction)
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              refusal -> {
                assertThat(refusal.getErrorCode()).isEqualTo(112);
                assertThat(refusal.hasErrorLabel("TransientTransactionError")).isTrue();
              });
    }
    assertThat(numbers.countDocuments()).isZero();
  }
}
