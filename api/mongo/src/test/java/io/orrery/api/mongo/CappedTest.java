// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.CursorType;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.UpdateOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Collections that hold so much and no more, in the order of insertion, and cursors that follow
/// what is added.
@Timeout(120)
class CappedTest {
  private static final long SIZE = 1 << 20;

  private MongoBed bed = MongoBed.lasting();
  private final MongoClient client = bed.connect("maxPoolSize=4");
  private final MongoDatabase database = client.getDatabase("logs");

  @AfterEach
  void close() {
    client.close();
    bed.close();
  }

  private MongoCollection<Document> capped(long size, long max) {
    database.createCollection(
        "lines", new CreateCollectionOptions().capped(true).sizeInBytes(size).maxDocuments(max));
    return database.getCollection("lines");
  }

  /// Their ids fall while they come.
  private static Document line(int number) {
    return new Document("_id", 1_000_000 - number).append("n", number).append("odd", number % 2);
  }

  private static void insert(MongoCollection<Document> lines, int from, int to) {
    var _ = lines.insertMany(IntStream.range(from, to).mapToObj(CappedTest::line).toList());
  }

  private static List<Integer> numbers(MongoIterable<Document> found) {
    return found.map(each -> each.getInteger("n")).into(new ArrayList<>());
  }

  /// Has the client notice that its connections are gone.
  private void reconnect() {
    boolean connected = false;
    while (!connected) {
      try {
        Document _ = database.runCommand(new Document("ping", 1));
        connected = true;
      } catch (MongoException gone) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void documentsComeInTheOrderOfInsertion() {
    MongoCollection<Document> lines = capped(SIZE, 0);
    insert(lines, 0, 1500);
    insert(lines, 1500, 3000);
    assertThat(numbers(lines.find())).isEqualTo(range(0, 3000));
    assertThat(numbers(lines.find().sort(new Document("$natural", 1)))).isEqualTo(range(0, 3000));
    List<Integer> backwards = new ArrayList<>(range(0, 3000));
    Collections.reverse(backwards);
    assertThat(numbers(lines.find().sort(new Document("$natural", -1)))).isEqualTo(backwards);
    assertThat(numbers(lines.find().hint(new Document("$natural", -1)).limit(3)))
        .containsExactly(2999, 2998, 2997);
    assertThat(numbers(lines.find(new Document("odd", 1)).limit(3))).containsExactly(1, 3, 5);
    assertThat(numbers(lines.find(new Document("_id", 999_995)))).containsExactly(5);
    assertThat(numbers(lines.find().sort(new Document("_id", 1)).limit(2)))
        .containsExactly(2999, 2998);
  }

  @Test
  void theOldestMakeRoom() {
    MongoCollection<Document> lines = capped(SIZE, 10);
    for (int i = 0; i < 25; i++) {
      var _ = lines.insertOne(line(i));
      assertThat(numbers(lines.find())).isEqualTo(range(Math.max(0, i - 9), i + 1));
    }
    insert(lines, 25, 250);
    assertThat(numbers(lines.find())).isEqualTo(range(240, 250));
  }

  @Test
  void bytesCountAsWell() {
    MongoCollection<Document> lines = capped(10_000, 0);
    byte[] kilobyte = new byte[1000];
    for (int i = 0; i < 30; i++) {
      var _ = lines.insertOne(line(i).append("fill", new Binary(kilobyte)));
    }
    List<Integer> left = numbers(lines.find());
    assertThat(left).hasSize(9).isEqualTo(range(21, 30));
    var _ = lines.insertOne(line(30).append("fill", new Binary(new byte[20_000])));
    assertThat(numbers(lines.find())).containsExactly(30);
  }

  @Test
  void removalsAndUpsertsAreCounted() {
    MongoCollection<Document> lines = capped(SIZE, 5);
    insert(lines, 0, 5);
    var _ = lines.deleteOne(new Document("n", 2));
    var _ = lines.insertOne(line(5));
    assertThat(numbers(lines.find())).containsExactly(0, 1, 3, 4, 5);
    var _ =
        lines.updateOne(
            new Document("_id", 7),
            new Document("$set", new Document("n", 6)),
            new UpdateOptions().upsert(true));
    assertThat(numbers(lines.find())).containsExactly(1, 3, 4, 5, 6);
    var _ = lines.updateOne(new Document("n", 1), new Document("$set", new Document("n", 100)));
    assertThat(numbers(lines.find())).containsExactly(100, 3, 4, 5, 6);
    bed = bed.restarted();
    reconnect();
    var _ = lines.insertOne(line(7));
    assertThat(numbers(lines.find())).containsExactly(3, 4, 5, 6, 7);
  }

  @Test
  void writersAtOnceLeaveNoMoreThanFits() throws Exception {
    MongoCollection<Document> lines = capped(SIZE, 20);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> work = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        int first = writer * 50;
        work.add(
            threads.submit(
                () ->
                    IntStream.range(first, first + 50)
                        .forEach(
                            i -> {
                              var _ = lines.insertOne(line(i));
                            })));
      }
      for (Future<?> each : work) {
        var _ = each.get(1, TimeUnit.MINUTES);
      }
    }
    assertThat(numbers(lines.find())).hasSize(20);
  }

  @Test
  void whatItIsIsTold() {
    var _ = capped(1000, 7);
    Document listed = requireNonNull(database.listCollections().first());
    assertThat(listed.get("options", Document.class))
        .isEqualTo(new Document("capped", true).append("size", 1024L).append("max", 7L));
    Document statistics = database.runCommand(new Document("collStats", "lines"));
    assertThat(statistics)
        .containsEntry("capped", true)
        .containsEntry("max", 7L)
        .containsEntry("maxSize", 1024L)
        .containsEntry("nindexes", 1);
    assertThat(database.getCollection("lines").listIndexes().into(new ArrayList<>())).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "72,{create: 'a'; capped: true}",
    "72,{create: 'a'; size: 100}",
    "72,{create: 'a'; max: 100}",
    "2,{create: 'a'; capped: true; size: 0}",
    "2,{create: 'a'; capped: true; size: 10; max: 3000000000}",
    "2,{find: 'plain'; tailable: true}",
    "9,{find: 'lines'; awaitData: true}",
    "2,{find: 'lines'; tailable: true; singleBatch: true}",
    "2,{find: 'lines'; tailable: true; sort: {n: 1}}",
    "238,{find: 'lines'; tailable: true; skip: 1}",
    "17152,{aggregate: 'plain'; pipeline: [{$out: 'lines'}]; cursor: {}}",
    "26,{convertToCapped: 'none'; size: 1000}",
    "72,{convertToCapped: 'plain'}"
  })
  void whatMakesNoSenseIsRefused(int code, String command) {
    var _ = capped(SIZE, 0);
    var _ = database.getCollection("plain").insertOne(new Document());
    assertThatThrownBy(() -> database.runCommand(Document.parse(command.replace(';', ','))))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(code));
  }

  @Test
  void shardsAndTransactionsAreRefused() {
    MongoCollection<Document> lines = capped(SIZE, 0);
    assertThatThrownBy(
            () ->
                client
                    .getDatabase("admin")
                    .runCommand(
                        Document.parse("{shardCollection: 'logs.lines', key: {n: 'hashed'}}")))
        .hasMessageContaining("capped");
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      assertThatThrownBy(() -> lines.insertOne(session, line(1)))
          .isInstanceOfSatisfying(
              MongoException.class, failure -> assertThat(failure.getCode()).isEqualTo(263));
    }
  }

  @Test
  void aCollectionBecomesCapped() {
    MongoCollection<Document> lines = database.getCollection("lines");
    insert(lines, 0, 1200);
    String _ = lines.createIndex(new Document("n", 1));
    Document _ =
        database.runCommand(
            new Document("convertToCapped", "lines").append("size", 100_000).append("max", 50));
    assertThat(lines.countDocuments()).isEqualTo(50);
    assertThat(lines.listIndexes().into(new ArrayList<>())).hasSize(1);
    var _ = lines.insertOne(line(5000));
    assertThat(numbers(lines.find())).hasSize(50).endsWith(5000);
    assertThat(database.listCollectionNames().into(new ArrayList<>())).containsExactly("lines");
  }

  @Test
  void aTailTellsWhatComes() {
    MongoCollection<Document> lines = capped(SIZE, 0);
    insert(lines, 0, 30);
    try (MongoCursor<Document> tail =
        lines.find().cursorType(CursorType.Tailable).batchSize(7).cursor()) {
      List<Integer> found = new ArrayList<>();
      drain(tail, found);
      assertThat(found).isEqualTo(range(0, 30));
      drain(tail, found);
      assertThat(found).hasSize(30);
      insert(lines, 30, 40);
      drain(tail, found);
      assertThat(found).isEqualTo(range(0, 40));
      insert(lines, 40, 2500);
      drain(tail, found);
      assertThat(found).isEqualTo(range(0, 2500));
    }
  }

  private static void drain(MongoCursor<Document> tail, List<Integer> found) {
    int quiet = 0;
    while (quiet < 2) {
      Document next = tail.tryNext();
      quiet = next == null ? quiet + 1 : 0;
      if (next != null) {
        found.add(next.getInteger("n"));
      }
    }
  }

  @Test
  void aTailTellsWhatPassesItsFilter() {
    MongoCollection<Document> lines = capped(SIZE, 0);
    insert(lines, 0, 2000);
    try (MongoCursor<Document> tail =
        lines
            .find(new Document("n", new Document("$in", List.of(3, 2500, 4999))))
            .projection(new Document("n", 1))
            .cursorType(CursorType.Tailable)
            .cursor()) {
      List<Integer> found = new ArrayList<>();
      drain(tail, found);
      assertThat(found).containsExactly(3);
      insert(lines, 2000, 5000);
      drain(tail, found);
      assertThat(found).containsExactly(3, 2500, 4999);
    }
  }

  @Test
  void whoAwaitsIsWoken() throws Exception {
    MongoCollection<Document> lines = capped(SIZE, 0);
    insert(lines, 0, 1);
    try (MongoCursor<Document> tail =
            lines
                .find()
                .cursorType(CursorType.TailableAwait)
                .maxAwaitTime(20, TimeUnit.SECONDS)
                .cursor();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(tail.next().getInteger("n")).isZero();
      Future<Document> next = threads.submit(tail::next);
      while (!isAsking("getMore")) {
        Thread.onSpinWait();
      }
      insert(lines, 1, 2);
      assertThat(next.get(15, TimeUnit.SECONDS).getInteger("n")).isOne();
    }
  }

  private boolean isAsking(String command) {
    return client
        .getDatabase("admin")
        .runCommand(new Document("currentOp", 1))
        .getList("inprog", Document.class)
        .stream()
        .anyMatch(each -> each.get("command", Document.class).containsKey(command));
  }

  @Test
  void whoAwaitsNothingIsAnsweredInTime() {
    MongoCollection<Document> lines = capped(SIZE, 0);
    insert(lines, 0, 1);
    Document cursor =
        database
            .runCommand(Document.parse("{find: 'lines', tailable: true, awaitData: true}"))
            .get("cursor", Document.class);
    Document more =
        database
            .runCommand(
                new Document("getMore", cursor.get("id"))
                    .append("collection", "lines")
                    .append("maxTimeMS", 50))
            .get("cursor", Document.class);
    assertThat(more.getList("nextBatch", Document.class)).isEmpty();
    assertThat(more.get("id")).isEqualTo(cursor.get("id"));
  }

  @Test
  void anEmptyCollectionHasNoEndToWaitAt() {
    var _ = capped(SIZE, 0);
    Document cursor =
        database
            .runCommand(Document.parse("{find: 'lines', tailable: true}"))
            .get("cursor", Document.class);
    assertThat(cursor.get("id")).isEqualTo(0L);
  }

  @Test
  void aTailSurvivesAStart() {
    MongoCollection<Document> lines = capped(SIZE, 0);
    insert(lines, 0, 5);
    try (MongoCursor<Document> tail = lines.find().cursorType(CursorType.Tailable).cursor()) {
      List<Integer> found = new ArrayList<>();
      drain(tail, found);
      bed = bed.restarted();
      reconnect();
      insert(lines, 5, 8);
      drain(tail, found);
      assertThat(found).isEqualTo(range(0, 8));
    }
  }
}
