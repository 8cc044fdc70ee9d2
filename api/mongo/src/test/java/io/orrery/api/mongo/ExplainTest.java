// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoCommandException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What explain says is what is done: stages, and how many keys and documents were looked at.
class ExplainTest {
  private static MongoBed bed;
  private static MongoClient client;
  private static MongoDatabase database;
  private static MongoCollection<Document> people;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    // Receipts of retried writes would be walked over as well.
    client = bed.connect("retryWrites=false");
    database = client.getDatabase("explained");
    people = database.getCollection("people");
    people.insertMany(
        IntStream.range(0, 2_000)
            .mapToObj(
                i ->
                    new Document("_id", i)
                        .append("age", i % 100)
                        .append("city", "c" + i % 7)
                        .append("tags", List.of(i % 3, i % 5)))
            .toList());
    people.createIndex(Indexes.ascending("age", "city"));
    people.createIndex(Indexes.ascending("tags"));
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  private static Document plan(FindIterable<Document> find) {
    return find.explain(ExplainVerbosity.QUERY_PLANNER)
        .get("queryPlanner", Document.class)
        .get("winningPlan", Document.class);
  }

  /// The names of the stages, the last one first.
  private static List<String> stages(Document plan) {
    List<String> stages = new ArrayList<>();
    for (Document at = plan; at != null; at = at.get("inputStage", Document.class)) {
      stages.add(at.getString("stage"));
    }
    return stages;
  }

  private static Document last(Document plan) {
    Document at = plan;
    while (at.get("inputStage") != null) {
      at = at.get("inputStage", Document.class);
    }
    return at;
  }

  @Test
  void filtersUseIndexes() {
    Document plan = plan(people.find(and(eq("age", 5), gte("city", "c3"))));
    assertThat(stages(plan)).containsExactly("FETCH", "IXSCAN");
    assertThat(last(plan))
        .containsEntry("indexName", "age_1_city_1")
        .containsEntry("isMultiKey", false)
        .containsEntry("direction", "forward");
    assertThat(stages(plan(people.find(eq("city", "c3"))))).containsExactly("COLLSCAN");
    assertThat(last(plan(people.find(eq("tags", 2)))))
        .containsEntry("indexName", "tags_1")
        .containsEntry("isMultiKey", true);
    assertThat(last(plan(people.find(or(eq("age", 1), eq("tags", 4))))).getString("stage"))
        .isEqualTo("OR");
    assertThat(stages(plan(people.find(eq("_id", 1))))).containsExactly("IDHACK");
    assertThat(last(plan(people.find(lt("_id", 10))))).containsEntry("indexName", "_id_");
    assertThat(stages(plan(database.getCollection("nothing").find()))).containsExactly("EOF");
  }

  @Test
  void boundsAndRejectedPlansAreTold() {
    Document found = last(plan(people.find(and(eq("age", 5), gte("city", "c3")))));
    assertThat(found.get("indexBounds", Document.class))
        .isEqualTo(Document.parse("{age: ['[5, 5]'], city: ['[\"c3\", {})']}"));
    assertThat(
            last(plan(people.find(and(gte("age", 5), lt("age", 9)))))
                .get("indexBounds", Document.class))
        .isEqualTo(Document.parse("{age: ['[5, 9)'], city: ['[MinKey, MaxKey]']}"));
    Document planner =
        people
            .find(and(eq("age", 5), eq("tags", 1)))
            .explain(ExplainVerbosity.QUERY_PLANNER)
            .get("queryPlanner", Document.class);
    String used = last(planner.get("winningPlan", Document.class)).getString("indexName");
    List<Document> rejected = planner.getList("rejectedPlans", Document.class);
    assertThat(rejected).hasSize(1);
    assertThat(List.of(used, last(rejected.getFirst()).getString("indexName")))
        .containsExactlyInAnyOrder("age_1_city_1", "tags_1");
  }

  @Test
  void ordersGoAlongIndexes() {
    assertThat(stages(plan(people.find().sort(Document.parse("{age: 1, city: 1}")))))
        .containsExactly("FETCH", "IXSCAN");
    Document down = plan(people.find().sort(Document.parse("{age: -1, city: -1}")).limit(3));
    assertThat(stages(down)).containsExactly("LIMIT", "FETCH", "IXSCAN");
    assertThat(last(down)).containsEntry("direction", "backward");
    assertThat(stages(plan(people.find(eq("age", 7)).sort(Document.parse("{city: -1}")))))
        .containsExactly("FETCH", "IXSCAN");
    assertThat(stages(plan(people.find().sort(Document.parse("{age: 1, city: -1}")))))
        .containsExactly("SORT", "COLLSCAN");
    assertThat(stages(plan(people.find().sort(Document.parse("{_id: -1}")))))
        .containsExactly("FETCH", "IXSCAN");
    assertThat(stages(plan(people.find().hint(Document.parse("{$natural: 1}")))))
        .containsExactly("COLLSCAN");
  }

  @Test
  void numbersAreTrue() {
    Document stats =
        people
            .find(and(eq("age", 5), eq("city", "c0")))
            .explain(ExplainVerbosity.EXECUTION_STATS)
            .get("executionStats", Document.class);
    long expected = people.countDocuments(and(eq("age", 5), eq("city", "c0")));
    assertThat(stats)
        .containsEntry("executionSuccess", true)
        .containsEntry("nReturned", (int) expected)
        .containsEntry("totalKeysExamined", (int) expected)
        .containsEntry("totalDocsExamined", (int) expected);
    Document scan =
        people
            .find(eq("city", "c0"))
            .explain(ExplainVerbosity.ALL_PLANS_EXECUTIONS)
            .get("executionStats", Document.class);
    assertThat(scan)
        .containsEntry("nReturned", (int) people.countDocuments(eq("city", "c0")))
        .containsEntry("totalKeysExamined", 0)
        .containsEntry("totalDocsExamined", 2_000)
        .containsKey("allPlansExecution");
    assertThat(scan.get("executionStages", Document.class)).containsEntry("stage", "COLLSCAN");
  }

  private static List<String> explained(String command) {
    Document reply =
        database.runCommand(
            new Document("explain", BsonDocument.parse(command))
                .append("verbosity", "executionStats"));
    return stages(reply.get("queryPlanner", Document.class).get("winningPlan", Document.class));
  }

  @Test
  void otherCommandsAreExplainedToo() {
    assertThat(explained("{count: 'people', query: {age: 3}}"))
        .containsExactly("COUNT", "FETCH", "IXSCAN");
    assertThat(explained("{delete: 'people', deletes: [{q: {age: 3}, limit: 0}]}"))
        .containsExactly("DELETE", "FETCH", "IXSCAN");
    assertThat(explained("{update: 'people', updates: [{q: {city: 'c1'}, u: {$set: {x: 1}}}]}"))
        .containsExactly("UPDATE", "COLLSCAN");
    assertThat(people.countDocuments()).isEqualTo(2_000);
    assertThat(people.countDocuments(eq("x", 1))).isZero();
    assertThat(explained("{distinct: 'people', key: 'city', query: {age: {$gt: 95}}}"))
        .containsExactly("FETCH", "IXSCAN");
    assertThatThrownBy(() -> explained("{ping: 1}")).isInstanceOf(MongoCommandException.class);
    assertThatThrownBy(() -> explained("{find: 'people', filter: {$foo: 1}}"))
        .hasMessageContaining("$foo");
  }
}
