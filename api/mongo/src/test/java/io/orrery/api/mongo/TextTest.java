// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.text;
import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Text indexes and searches, through the unmodified Java driver.
class TextTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoCollection<Document> articles;

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
    articles = client.getDatabase("texts").getCollection("articles");
    insert(1, "coffee shopping", "xyz");
    insert(2, "Coffee Shop", "efg");
    insert(3, "Baking a cake", "abc");
    insert(4, "baking", "xyz");
    insert(5, "Café Con Leche", "abc");
    insert(6, "coffee and cream", "efg");
  }

  private void insert(int id, String subject, String author) {
    articles.insertOne(new Document("_id", id).append("subject", subject).append("author", author));
  }

  @AfterEach
  void end() {
    articles.drop();
  }

  @Test
  void searchesUseTheIndexInEveryCommand() {
    articles.createIndex(Indexes.text("subject"));
    assertThat(ids(articles.find(text("coffee")))).containsExactlyInAnyOrder(1, 2, 6);
    assertThat(ids(articles.find(text("bake coffee cake"))))
        .containsExactlyInAnyOrder(1, 2, 3, 4, 6);
    assertThat(ids(articles.find(text("\"coffee shop\"")))).containsExactlyInAnyOrder(1, 2);
    assertThat(ids(articles.find(text("coffee -shop")))).containsExactly(6);
    assertThat(ids(articles.find(and(text("coffee"), eq("author", "efg")))))
        .containsExactlyInAnyOrder(2, 6);
    assertThat(articles.countDocuments(text("coffee"))).isEqualTo(3);
    assertThat(articles.distinct("author", text("coffee"), String.class)).hasSize(2);
    assertThat(stage(articles.find(text("coffee")).explain())).isEqualTo("IXSCAN");
    assertThat(articles.updateMany(text("coffee"), Updates.set("hot", true)).getModifiedCount())
        .isEqualTo(3);
    assertThat(articles.findOneAndUpdate(text("cream"), Updates.set("subject", "milk")))
        .containsEntry("_id", 6);
    assertThat(articles.deleteMany(text("coffee")).getDeletedCount()).isEqualTo(2);
    assertThat(ids(articles.find(text("milk")))).containsExactly(6);
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
  void scoresAreToldAndSortedBy() {
    articles.createIndex(Indexes.text("subject"));
    List<Document> found =
        articles
            .find(text("coffee cream"))
            .projection(Projections.metaTextScore("score"))
            .sort(Sorts.metaTextScore("score"))
            .into(new ArrayList<>());
    assertThat(found.getFirst())
        .containsEntry("_id", 6)
        .containsEntry("author", "efg")
        .containsEntry("score", 1.5);
    assertThat(found).hasSize(3);
    List<Document> piped =
        articles
            .aggregate(
                List.of(
                    Aggregates.match(text("coffee cream")),
                    Aggregates.sort(Sorts.metaTextScore("score")),
                    Aggregates.project(
                        Projections.fields(
                            Projections.include("subject"), Projections.metaTextScore("score"))),
                    Aggregates.limit(1)))
            .into(new ArrayList<>());
    assertThat(piped)
        .containsExactly(
            new Document("_id", 6).append("subject", "coffee and cream").append("score", 1.5));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertCode(27, () -> articles.find(text("coffee")).first());
    articles.createIndex(Indexes.text("subject"));
    assertCode(67, () -> articles.createIndex(Indexes.text("author")));
    assertCode(
        67,
        () ->
            articles.createIndex(
                Indexes.text("author"), new IndexOptions().languageOverride("a.tongue")));
    assertCode(
        67,
        () ->
            articles.createIndex(
                Indexes.text("author"), new IndexOptions().defaultLanguage("klingon")));
    assertCode(
        17313,
        () ->
            articles
                .aggregate(List.of(Aggregates.limit(1), Aggregates.match(text("coffee"))))
                .first());
  }

  @Test
  void theIndexIsListedAsMongoDbDoes() {
    articles.createIndex(
        Indexes.compoundIndex(Indexes.text("subject"), Indexes.ascending("author")),
        new IndexOptions().name("words").weights(new Document("subject", 10)));
    Document listed = articles.listIndexes().into(new ArrayList<>()).getLast();
    assertThat(listed)
        .containsEntry("key", new Document("_fts", "text").append("_ftsx", 1).append("author", 1))
        .containsEntry("weights", new Document("subject", 10))
        .containsEntry("default_language", "english")
        .containsEntry("language_override", "language")
        .containsEntry("textIndexVersion", 3);
  }
}
