// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.orrery.model.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Details of answers that the public cases of drivers look at.
class DriverCommandsTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;

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
    database = client.getDatabase("cases");
    database.runCommand(
        Document.parse("{insert: 'c', documents: [{_id: 1, x: 11}, {_id: 2, x: 22}]}"));
  }

  @AfterEach
  void drop() {
    database.drop();
  }

  private Document run(String command) {
    return database.runCommand(Document.parse(command));
  }

  private BsonDocument failed(String command) {
    MongoCommandException failure =
        catchThrowableOfType(MongoCommandException.class, () -> run(command));
    assertThat(failure).as(command).isNotNull();
    return failure.getResponse();
  }

  private static List<Document> batch(Document reply) {
    return reply.get("cursor", Document.class).getList("firstBatch", Document.class);
  }

  private void assertCode(int code, String command) {
    assertThat(failed(command).getNumber("code").intValue()).as(command).isEqualTo(code);
  }

  @Test
  void whatWouldBeIgnoredIsRefused() {
    assertCode(2, "{find: 'c', readConcern: {level: 'nope'}}");
    assertCode(40415, "{find: 'c', readConcern: {nope: 1}}");
    assertCode(40415, "{insert: 'c', documents: [{_id: 9}], writeConcern: {nope: 1}}");
    assertCode(9, "{insert: 'c', documents: [{_id: 9}], writeConcern: {w: -1}}");
    assertCode(9, "{insert: 'c', documents: [{_id: 9}], writeConcern: {w: [1]}}");
    assertCode(14, "{insert: 'c', documents: [{_id: 9}], writeConcern: 1}");
    assertThat(batch(run("{find: 'c', filter: {_id: 9}}"))).isEmpty();
    assertCode(72, "{create: 'small', size: 1000}");
    assertCode(238, "{createIndexes: 'c', indexes: [{key: {g: '2d'}, name: 'g', bits: 4}]}");
    assertCode(238, "{createIndexes: 'c', indexes: [{key: {g: '2d'}, name: 'g', max: 5}]}");
    assertCode(40414, "{killCursors: 'c'}");
    assertCode(40415, "{update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, sort: {a: 1}}]}");
    assertCode(20, "{reIndex: 'c'}");
    assertCode(72, "{setParameter: 1, quiet: true}");
    assertCode(2, "{setFeatureCompatibilityVersion: '6.0', confirm: true}");
    assertThat(run("{setFeatureCompatibilityVersion: '7.0', confirm: true}")).containsKey("ok");
    assertCode(59, "{isdbgrid: 1}");
    assertThat(failed("{dropIndexes: 'c', index: {zz: 1}}").getString("errmsg").getValue())
        .contains("zz_1");
  }

  @Test
  void collectionsAreValidated() {
    Document valid = run("{validate: 'c', full: false}");
    assertThat(valid)
        .containsEntry("ns", "cases.c")
        .containsEntry("valid", true)
        .containsEntry("nrecords", 2L)
        .containsEntry("nInvalidDocuments", 0L)
        .containsEntry("nIndexes", 1);
    assertCode(26, "{validate: 'nope'}");
    assertCode(238, "{validate: 'c', full: true}");
    assertCode(238, "{validate: 'c', repair: true}");
  }

  @Test
  void pipelinesAskToBeExplained() {
    Document explained = run("{aggregate: 'c', pipeline: [{$match: {x: 11}}], explain: true}");
    assertThat(explained.get("queryPlanner", Document.class).get("winningPlan", Document.class))
        .containsEntry("stage", "COLLSCAN");
    assertThat(explained).doesNotContainKey("executionStats");
    assertCode(40415, "{aggregate: 'c', pipeline: [], explain: true, nope: 1}");
  }

  @Test
  void idsHaveNoOperators() {
    List<Document> errors =
        run("{insert: 'c', documents: [{_id: {$a: 1}}]}").getList("writeErrors", Document.class);

    assertThat(errors).hasSize(1);
    assertThat(errors.getFirst().getInteger("code")).isEqualTo(52);
  }

  @Test
  void mergedDuplicatesSayWhich() {
    BsonDocument failure =
        failed(
            "{aggregate: 'c', cursor: {}, pipeline: [{$match: {_id: 1}},"
                + " {$merge: {into: 'c', whenMatched: 'fail'}}]}");

    assertThat(failure.getNumber("code").intValue()).isEqualTo(11000);
    assertThat(failure.getDocument("keyPattern")).isEqualTo(BsonDocument.parse("{_id: 1}"));
    assertThat(failure.getDocument("keyValue")).isEqualTo(BsonDocument.parse("{_id: 1}"));
  }

  @Test
  void linearizableReadsAreNotWrittenOut() {
    BsonDocument failure =
        failed(
            "{aggregate: 'c', cursor: {}, pipeline: [{$out: 'd'}],"
                + " readConcern: {level: 'linearizable'}}");

    assertThat(failure.getNumber("code").intValue()).isEqualTo(72);
  }

  @Test
  void sessionsAreListed() {
    List<Document> sessions =
        batch(run("{aggregate: 1, cursor: {}, pipeline: [{$listLocalSessions: {}}]}"));

    assertThat(sessions).isNotEmpty();
    assertThat(sessions).doesNotHaveDuplicates();
    assertThat(sessions)
        .allSatisfy(
            each -> {
              assertThat(each.get("_id", Document.class)).containsKey("id");
              assertThat(each.getDate("lastUse")).isNotNull();
            });
    assertThat(
            batch(
                run(
                    "{aggregate: 1, cursor: {}, pipeline: [{$listLocalSessions: {}}, {$limit: 1},"
                        + " {$addFields: {a: 1}}, {$project: {_id: 0, a: 1}}]}")))
        .containsExactly(new Document("a", 1));
    assertThat(
            failed("{aggregate: 'c', cursor: {}, pipeline: [{$listLocalSessions: {}}]}")
                .getNumber("code")
                .intValue())
        .isEqualTo(73);
  }

  @Test
  void searchIndexesAreThereElsewhere() {
    for (String command :
        List.of(
            "{createSearchIndexes: 'c', indexes: []}",
            "{updateSearchIndex: 'c', name: 'x', definition: {}}",
            "{dropSearchIndex: 'c', name: 'x'}",
            "{aggregate: 'c', cursor: {}, pipeline: [{$listSearchIndexes: {}}]}")) {
      assertThat(failed(command).getString("errmsg").getValue()).contains("Atlas");
    }
  }

  @Test
  void onlyReadsHaveSnapshots() {
    String concern = ", readConcern: {level: 'snapshot'}}";
    assertThat(run("{find: 'c'" + concern).get("cursor", Document.class))
        .containsKey("atClusterTime");
    assertThat(failed("{insert: 'c', documents: [{}]" + concern).getNumber("code").intValue())
        .isEqualTo(72);
    assertThat(failed("{listCollections: 1" + concern).getNumber("code").intValue()).isEqualTo(72);
  }

  @Test
  void writesAreOnOneMember() {
    Document alone = run("{insert: 'c', documents: [{}], writeConcern: {w: 1}}");
    assertThat(alone).doesNotContainKey("writeConcernError");
    assertThat(run("{insert: 'c', documents: [{}], writeConcern: {w: 'majority'}}"))
        .doesNotContainKey("writeConcernError");

    Document three = run("{insert: 'c', documents: [{_id: 3}], writeConcern: {w: 3}}");
    assertThat(three.getInteger("n")).isEqualTo(1);
    assertThat(three.get("writeConcernError", Document.class).getInteger("code")).isEqualTo(100);
    Document tagged =
        run("{delete: 'c', deletes: [{q: {_id: 3}, limit: 1}], writeConcern: {w: 'east'}}");
    assertThat(tagged.get("writeConcernError", Document.class).getInteger("code")).isEqualTo(79);
    assertThat(run("{count: 'c', writeConcern: {w: 3}}")).doesNotContainKey("writeConcernError");
  }

  @Test
  void collectionsAreMeasured() {
    Document figures = run("{collStats: 'c'}");
    assertThat(figures.getString("ns")).isEqualTo("cases.c");
    assertThat(figures.getLong("count")).isEqualTo(2);
    assertThat(figures.getInteger("nindexes")).isEqualTo(1);
    assertThat(figures.getLong("size")).isPositive();
    assertThat(run("{collStats: 'c', scale: 1024}").getLong("size"))
        .isEqualTo(figures.getLong("size") / 1024);
    assertThat(run("{collStats: 'none'}").getLong("count")).isZero();
    assertThat(run("{dataSize: 'cases.c'}").getLong("numObjects")).isEqualTo(2);

    Document stage =
        batch(
                run(
                    "{aggregate: 'c', cursor: {}, pipeline:"
                        + " [{$collStats: {storageStats: {}, count: {}}}]}"))
            .getFirst();
    assertThat(stage.getLong("count")).isEqualTo(2);
    assertThat(stage.get("storageStats", Document.class).getLong("size"))
        .isEqualTo(figures.getLong("size"));
    assertThat(
            failed("{aggregate: 'none', cursor: {}, pipeline: [{$collStats: {count: {}}}]}")
                .getNumber("code")
                .intValue())
        .isEqualTo(26);
    assertThat(
            failed("{aggregate: 'c', cursor: {}, pipeline: [{$collStats: {latencyStats: {}}}]}")
                .getNumber("code")
                .intValue())
        .isEqualTo(40415);
  }

  @Test
  void runningCommandsAreListedAndEnded() throws InterruptedException {
    MongoDatabase admin = client.getDatabase("admin");
    Thread waiting =
        Thread.startVirtualThread(
            () -> {
              var stream = database.getCollection("c").watch().maxAwaitTime(60, TimeUnit.SECONDS);
              try (var cursor = stream.cursor()) {
                cursor.next();
              } catch (MongoException ended) {
                // That is what the test is about.
              }
            });
    Document mine = null;
    for (long until = SystemTime.TICKER.getAsLong() + TimeUnit.SECONDS.toNanos(20);
        mine == null && SystemTime.TICKER.getAsLong() < until; ) {
      List<Document> running =
          admin
              .runCommand(Document.parse("{currentOp: 1, 'command.getMore': {$exists: true}}"))
              .getList("inprog", Document.class);
      mine = running.isEmpty() ? null : running.getFirst();
    }
    Document shown = Objects.requireNonNull(mine);
    assertThat(shown.getLong("microsecs_running")).isPositive();
    assertThat(shown.getString("client")).startsWith("127.0.0.1:");
    List<Document> staged =
        admin
            .runCommand(Document.parse("{aggregate: 1, cursor: {}, pipeline: [{$currentOp: {}}]}"))
            .get("cursor", Document.class)
            .getList("firstBatch", Document.class);
    assertThat(staged)
        .extracting(each -> each.getInteger("opid"))
        .contains(shown.getInteger("opid"));

    admin.runCommand(new Document("killOp", 1).append("op", shown.getInteger("opid")));
    waiting.join(Duration.ofSeconds(20)); // Less than it would wait by itself.
    assertThat(waiting.isAlive()).isFalse();
    assertThat(failed("{currentOp: 1}").getNumber("code").intValue()).isEqualTo(13);
  }

  @Test
  void strictClientsHaveNoOtherStages() {
    String strict = "pipeline: [{$listLocalSessions: {}}], apiVersion: '1', apiStrict: true}";

    assertThat(failed("{aggregate: 1, cursor: {}, " + strict).getNumber("code").intValue())
        .isEqualTo(323);
  }
}
