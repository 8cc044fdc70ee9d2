// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Texts that compare by the rules of a language, in every command that compares them.
class CollationTest {
  private static final Collation ALIKE =
      Collation.builder().locale("en").collationStrength(CollationStrength.PRIMARY).build();
  private static final Collation EXACT = Collation.builder().locale("simple").build();

  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> words;

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
    database = client.getDatabase("collated");
    words = database.getCollection("words");
  }

  @AfterEach
  void end() {
    words.drop();
  }

  private void insert() {
    String[] all = {"b", "A", "a", "B", "é", "E"};
    for (int i = 0; i < all.length; i++) {
      words.insertOne(new Document("_id", i).append("w", all[i]));
    }
  }

  @Test
  void readsGoByTheCollationOfTheCommand() {
    insert();
    assertThat(ids(words.find(eq("w", "A")))).containsExactly(1);
    assertThat(ids(words.find(eq("w", "A")).collation(ALIKE))).containsExactlyInAnyOrder(1, 2);
    assertThat(ids(words.find().sort(Sorts.ascending("w", "_id")).collation(ALIKE)))
        .containsExactly(1, 2, 0, 3, 4, 5);
    assertThat(ids(words.find().sort(Sorts.ascending("w", "_id"))))
        .containsExactly(1, 3, 5, 2, 0, 4);
    assertThat(words.countDocuments(eq("w", "e"), new CountOptions().collation(ALIKE)))
        .isEqualTo(2);
    assertThat(words.distinct("w", String.class).collation(ALIKE)).hasSize(3);
    assertThat(words.distinct("w", String.class)).hasSize(6);
  }

  @Test
  void pipelinesGoByItInEveryStage() {
    insert();
    List<Document> groups =
        words
            .aggregate(
                List.of(
                    new Document("$match", new Document("w", new Document("$lte", "b"))),
                    new Document(
                        "$group", new Document("_id", "$w").append("n", new Document("$sum", 1))),
                    new Document("$sort", new Document("_id", 1))))
            .collation(ALIKE)
            .into(new ArrayList<>());
    assertThat(groups).hasSize(2);
    assertThat(groups.getFirst().getInteger("n")).isEqualTo(2);
    assertThat(
            words
                .aggregate(List.of(new Document("$sort", new Document("w", -1).append("_id", 1))))
                .collation(ALIKE)
                .map(each -> each.get("_id"))
                .into(new ArrayList<>()))
        .containsExactly(4, 5, 0, 3, 1, 2);
    assertThatThrownBy(
            () ->
                words
                    .aggregate(
                        List.of(
                            new Document(
                                "$bucketAuto", new Document("groupBy", "$w").append("buckets", 2))))
                    .collation(ALIKE)
                    .first())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            refusal -> assertThat(refusal.getErrorCode()).isEqualTo(238));
  }

  @Test
  void projectionsChooseAndComputeByIt() {
    words.insertOne(Document.parse("{_id: 9, w: 'A', list: [{n: 'B', k: 1}, {n: 'b', k: 2}]}"));
    assertThat(
            words
                .find(eq("w", "a"))
                .collation(ALIKE)
                .projection(Document.parse("{_id: 0, list: {$elemMatch: {n: 'b'}}}"))
                .first())
        .isEqualTo(Document.parse("{list: [{n: 'B', k: 1}]}"));
    assertThat(
            words
                .find(eq("w", "a"))
                .collation(ALIKE)
                .projection(Document.parse("{_id: 0, same: {$eq: ['$w', 'a']}}"))
                .first())
        .isEqualTo(new Document("same", true));
  }

  @Test
  void pushesSortByIt() {
    words.insertOne(Document.parse("{_id: 'push', w: 'push', list: ['b', 'C']}"));
    Document push = Document.parse("{$push: {list: {$each: ['A'], $sort: 1}}}");
    words.updateOne(eq("w", "PUSH"), push, new UpdateOptions().collation(ALIKE));
    assertThat(Objects.requireNonNull(words.find(eq("_id", "push")).first()).get("list"))
        .isEqualTo(List.of("A", "b", "C"));
  }

  @Test
  void writesFindTheirDocumentsByIt() {
    insert();
    words.updateMany(eq("w", "A"), Updates.set("x", 1), new UpdateOptions().collation(ALIKE));
    assertThat(words.countDocuments(eq("x", 1))).isEqualTo(2);
    Document changed =
        words.findOneAndUpdate(
            eq("w", "É"), Updates.set("y", 1), new FindOneAndUpdateOptions().collation(ALIKE));
    assertThat(Objects.requireNonNull(changed).get("_id")).isIn(4, 5);
    words.deleteMany(eq("w", "B"), new DeleteOptions().collation(ALIKE));
    assertThat(words.countDocuments()).isEqualTo(4);
    words.updateOne(
        eq("w", "new"), Updates.set("z", 1), new UpdateOptions().collation(ALIKE).upsert(true));
    assertThat(words.countDocuments(eq("w", "new"))).isEqualTo(1);
  }

  @Test
  void aCollectionMayHaveItsOwn() {
    database.createCollection("words", new CreateCollectionOptions().collation(ALIKE));
    insert();
    assertThat(words.countDocuments(eq("w", "a"))).isEqualTo(2);
    assertThat(words.countDocuments(eq("w", "a"), new CountOptions().collation(EXACT)))
        .isEqualTo(1);
    assertThat(words.deleteMany(eq("w", "b")).getDeletedCount()).isEqualTo(2);
    assertThat(words.aggregate(List.of(new Document("$match", eq("w", "É"))))).hasSize(2);
    words.insertOne(new Document("_id", "KEY"));
    assertThat(ids(words.find(eq("_id", "key")))).containsExactly("KEY");
    words.createIndex(Indexes.ascending("w"));
    Document listed = words.listIndexes().into(new ArrayList<>()).getLast();
    assertThat(listed.get("collation", Document.class)).containsEntry("locale", "en");
    assertThat(Objects.requireNonNull(database.listCollections().first()).get("options"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsKey("collation");
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      assertThat(ids(words.find(session, eq("w", "A")))).hasSize(2);
      session.commitTransaction();
    }
  }

  @Test
  void onlyAnIndexOfTheSameCollationServes() {
    insert();
    words.createIndex(Indexes.ascending("w"), new IndexOptions().name("alike").collation(ALIKE));
    assertThat(stage(words.find(eq("w", "a")).collation(ALIKE).explain())).isEqualTo("IXSCAN");
    assertThat(stage(words.find(eq("w", "a")).explain())).isEqualTo("COLLSCAN");
    assertThat(ids(words.find(eq("w", "a")).collation(ALIKE))).containsExactlyInAnyOrder(1, 2);
    words.createIndex(Indexes.ascending("w"), new IndexOptions().name("exact"));
    assertThat(stage(words.find(eq("w", "a")).explain())).isEqualTo("IXSCAN");
    assertThat(ids(words.find().sort(Sorts.ascending("w", "_id")).collation(ALIKE)))
        .containsExactly(1, 2, 0, 3, 4, 5);
  }

  private static String stage(Document explained) {
    Document plan =
        explained.get("queryPlanner", Document.class).get("winningPlan", Document.class);
    while (plan.get("inputStage") != null) {
      plan = plan.get("inputStage", Document.class);
    }
    return plan.getString("stage");
  }

  @Test
  void aUniqueIndexTakesWhatIsAlikeForTheSame() {
    words.createIndex(Indexes.ascending("w"), new IndexOptions().unique(true).collation(ALIKE));
    words.insertOne(new Document("_id", 1).append("w", "a"));
    assertThatThrownBy(() -> words.insertOne(new Document("_id", 2).append("w", "Á")))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            refusal -> assertThat(refusal.getError().getCode()).isEqualTo(11000));
  }
}
