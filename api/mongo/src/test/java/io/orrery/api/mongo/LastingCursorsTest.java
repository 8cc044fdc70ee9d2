// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Collation;
import io.orrery.control.note.LocalNotes;
import io.orrery.model.container.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A client that reads in batches goes on where it was when the server starts again.
@Timeout(120)
class LastingCursorsTest {
  private static final int DOCUMENTS = 100;
  private static final int BATCH = 7;
  private static final int FIND_CURSORS = 1;
  private static final int PIPELINE_CURSORS = 2;

  private MongoBed bed = MongoBed.lasting();
  private final MongoClient client = bed.connect("maxPoolSize=1");
  private final MongoDatabase database = client.getDatabase("library");
  private final MongoCollection<Document> books = database.getCollection("books");

  @BeforeEach
  void fill() {
    books.insertMany(
        IntStream.range(0, DOCUMENTS)
            .mapToObj(
                i ->
                    new Document("_id", i)
                        .append("shelf", i % 10)
                        .append("title", "title " + (DOCUMENTS - i))
                        .append("tags", List.of("a" + i, "b" + i)))
            .toList());
    String _ = books.createIndex(new Document("shelf", 1));
  }

  @AfterEach
  void close() {
    client.close();
    bed.close();
  }

  /// The connections of the client are gone, which it notices with the next thing it asks.
  private void restart() {
    bed = bed.restarted();
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

  static Stream<Arguments> reads() {
    return Stream.of(
        read("in no order", books -> books.find()),
        read("by key", books -> books.find().sort(new Document("_id", -1))),
        read("sorted", books -> books.find().sort(new Document("title", 1))),
        read("along an index", books -> books.find().sort(new Document("shelf", 1))),
        read("by an index", books -> books.find(new Document("shelf", new Document("$lt", 8)))),
        read("a window", books -> books.find().sort(new Document("title", -1)).skip(5).limit(61)),
        read("of some fields", books -> books.find().projection(new Document("tags", 0))),
        read(
            "with a collation",
            books ->
                books
                    .find()
                    .sort(new Document("title", 1))
                    .collation(Collation.builder().locale("en").numericOrdering(true).build())),
        read("a pipeline", books -> books.aggregate(stages("{$project: {title: 1}}"))),
        read("an unwinding pipeline", books -> books.aggregate(stages("{$unwind: '$tags'}"))),
        read(
            "a sorting pipeline",
            books -> books.aggregate(stages("{$sort: {title: 1}}", "{$skip: 3}", "{$limit: 70}"))),
        read(
            "a pipeline with variables",
            books ->
                books
                    .aggregate(stages("{$addFields: {x: '$$x', now: {$type: '$$NOW'}}}"))
                    .let(new Document("x", 5))),
        read(
            "groups", books -> books.aggregate(stages("{$group: {_id: '$title', n: {$sum: 1}}}"))));
  }

  private static Arguments read(
      String name, Function<MongoCollection<Document>, MongoIterable<Document>> read) {
    return arguments(name, read);
  }

  private static List<Document> stages(String... stages) {
    return Stream.of(stages).map(Document::parse).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reads")
  void aReadGoesOn(String name, Function<MongoCollection<Document>, MongoIterable<Document>> read) {
    List<Document> expected = read.apply(books).into(new ArrayList<>());
    assertThat(expected).as(name).hasSizeGreaterThan(3 * BATCH);
    List<Document> found = new ArrayList<>();
    try (MongoCursor<Document> cursor = read.apply(books).batchSize(BATCH).cursor()) {
      for (int batch = 0; cursor.hasNext(); batch++) {
        for (int i = 0; i < BATCH && cursor.hasNext(); i++) {
          found.add(cursor.next());
        }
        if (batch < 2) {
          restart();
        }
      }
    }
    assertThat(found).isEqualTo(expected);
    assertThat(noted()).isZero();
  }

  private int noted() {
    AtomicInteger count = new AtomicInteger();
    var notes = new LocalNotes(bed.engine().store());
    notes.forEach(Api.MONGO, FIND_CURSORS, (_, _) -> count.incrementAndGet());
    notes.forEach(Api.MONGO, PIPELINE_CURSORS, (_, _) -> count.incrementAndGet());
    return count.get();
  }

  private Document find(Document more) {
    Document command = new Document("find", "books").append("batchSize", 2);
    command.putAll(more);
    return database.runCommand(command).get("cursor", Document.class);
  }

  private Document getMore(@Nullable Object id) {
    return database.runCommand(new Document("getMore", id).append("collection", "books"));
  }

  @Test
  void whatFitsOneAnswerIsNotNoted() {
    assertThat(books.find().into(new ArrayList<>())).hasSize(DOCUMENTS);
    assertThat(noted()).isZero();
  }

  @Test
  void killedCursorsStayDead() {
    Object id = find(new Document()).get("id");
    assertThat(noted()).isOne();
    Document killed =
        database.runCommand(new Document("killCursors", "books").append("cursors", List.of(id)));
    assertThat(killed.getList("cursorsKilled", Long.class)).hasSize(1);
    assertThat(noted()).isZero();
    restart();
    assertThatThrownBy(() -> getMore(id))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> assertThat(failure.getErrorCode()).isEqualTo(43));
  }

  @Test
  void cursorsEndWithTheirSession() {
    try (ClientSession session = client.startSession()) {
      Document _ =
          database.runCommand(session, new Document("find", "books").append("batchSize", 1));
      assertThat(noted()).isOne();
      restart();
      Document _ =
          database.runCommand(
              new Document(
                  "killSessions",
                  List.of(new Document(session.getServerSession().getIdentifier()))));
    }
    assertThat(noted()).isZero();
  }

  /// Its stages hold documents in memory, and say so when they are gone.
  @Test
  void pipelinesWithAMemoryEndWithTheProcess() {
    Document cursor =
        database
            .runCommand(
                new Document("aggregate", "books")
                    .append(
                        "pipeline",
                        stages("{$sort: {title: 1}}", "{$limit: 50}", "{$addFields: {a: 1}}"))
                    .append("cursor", new Document("batchSize", 2)))
            .get("cursor", Document.class);
    assertThat(noted()).isZero();
    restart();
    assertThatThrownBy(() -> getMore(cursor.get("id")))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> {
              assertThat(failure.getErrorCode()).isEqualTo(43);
              assertThat(failure.getErrorMessage()).contains("memory");
            });
  }

  /// A question that takes longer than an answer is not written with each of them.
  @Test
  void longQuestionsEndWithTheProcess() {
    List<Integer> many = IntStream.range(0, 20_000).boxed().toList();
    Object id =
        find(new Document("filter", new Document("_id", new Document("$in", many)))).get("id");
    assertThat(noted()).isZero();
    restart();
    assertThatThrownBy(() -> getMore(id)).hasMessageContaining("not found");
  }

  private void view(String stage) {
    Document _ =
        database.runCommand(
            new Document("create", "some")
                .append("viewOn", "books")
                .append("pipeline", stages(stage)));
  }

  @Test
  void anotherViewIsAnotherQuestion() {
    view("{$match: {shelf: {$lt: 5}}}");
    try (MongoCursor<Document> cursor =
        database.getCollection("some").find().batchSize(2).cursor()) {
      Document _ = cursor.next();
      Document _ = cursor.next();
      database.getCollection("some").drop();
      view("{$match: {shelf: {$gt: 5}}}");
      restart();
      assertThatThrownBy(cursor::hasNext)
          .isInstanceOfSatisfying(
              MongoException.class, failure -> assertThat(failure.getCode()).isEqualTo(175));
    }
    assertThat(noted()).isZero();
  }

  @Test
  void changesOfDocumentsAreSeenBehindThePlace() {
    List<Integer> found = new ArrayList<>();
    try (MongoCursor<Document> cursor =
        books.find().sort(new Document("_id", 1)).batchSize(10).cursor()) {
      for (int i = 0; i < 10; i++) {
        found.add(cursor.next().getInteger("_id"));
      }
      restart();
      var _ = books.deleteMany(Document.parse("{_id: {$gte: 15, $lt: 95}}"));
      cursor.forEachRemaining(each -> found.add(each.getInteger("_id")));
    }
    assertThat(found)
        .isEqualTo(
            IntStream.concat(IntStream.range(0, 15), IntStream.range(95, DOCUMENTS))
                .boxed()
                .toList());
  }
}
