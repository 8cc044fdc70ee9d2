// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongodriver;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.orrery.testkit.AdminCalls;
import io.orrery.testkit.Load;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// The unmodified Java drivers of MongoDB, blocking and reactive, with and without TLS, all at
/// once: they go on while their collections split under them and the server is killed and starts
/// again.
class JavaMongoLoadIT {
  private static final int BEFORE_THE_SPLIT = Load.of(20);
  private static final int AFTER_THE_KILL = Load.of(20);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

  @TempDir private Path directory;
  private final String port = SteadyPort.any();
  private volatile boolean restarted;
  private volatile boolean over;

  /// A client's collection, as its driver sees it. Drivers try everything twice by themselves.
  private interface Subject {
    void increment(int number);

    /// The numbers of all documents, in order, in many batches.
    List<Integer> numbers();
  }

  private static Bson key(int number) {
    return and(eq("_id", number), eq("key", "key " + number % 20));
  }

  private record Blocking(MongoCollection<Document> things) implements Subject {
    @Override
    public void increment(int number) {
      things.updateOne(key(number), Updates.inc("n", 1), UPSERT);
    }

    @Override
    public List<Integer> numbers() {
      return things
          .find()
          .sort(Sorts.ascending("_id"))
          .batchSize(7)
          .map(each -> each.getInteger("_id"))
          .into(new ArrayList<>());
    }
  }

  private record Reactive(com.mongodb.reactivestreams.client.MongoCollection<Document> things)
      implements Subject {
    @Override
    public void increment(int number) {
      Mono.from(things.updateOne(key(number), Updates.inc("n", 1), UPSERT)).block();
    }

    @Override
    public List<Integer> numbers() {
      return Flux.from(things.find().sort(Sorts.ascending("_id")).batchSize(7))
          .map(each -> each.getInteger("_id"))
          .collectList()
          .block();
    }
  }

  private ServerProcess serve() {
    return ServerProcess.serve(directory, "--throttling", "off", "--apis.mongo", port);
  }

  @Test
  void splitsAndAKilledServerGoUnnoticed() throws Exception {
    try (ServerProcess first = serve();
        MongoClient plain = MongoClients.create(MongoAccess.settings(first, false, ""));
        MongoClient tls = MongoClients.create(MongoAccess.settings(first, true, ""));
        var reactive =
            com.mongodb.reactivestreams.client.MongoClients.create(
                MongoAccess.settings(first, false, ""));
        var reactiveTls =
            com.mongodb.reactivestreams.client.MongoClients.create(
                MongoAccess.settings(first, true, ""));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> databases = List.of("blocking", "blockingTls", "reactive", "reactiveTls");
      databases.forEach(each -> shard(plain, each));
      List<Subject> subjects =
          List.of(
              new Blocking(plain.getDatabase("blocking").getCollection("things")),
              new Blocking(tls.getDatabase("blockingTls").getCollection("things")),
              new Reactive(reactive.getDatabase("reactive").getCollection("things")),
              new Reactive(reactiveTls.getDatabase("reactiveTls").getCollection("things")));
      List<AtomicInteger> counts = subjects.stream().map(_ -> new AtomicInteger()).toList();
      List<Future<?>> work = new ArrayList<>();
      try {
        for (int i = 0; i < subjects.size(); i++) {
          int at = i;
          work.add(threads.submit(() -> work(subjects.get(at), counts.get(at))));
        }
        await().atMost(PATIENCE).until(() -> have(counts, BEFORE_THE_SPLIT) || anyDone(work));
        databases.forEach(each -> AdminCalls.split(first, each, "things"));
        await().atMost(PATIENCE).until(() -> have(counts, 2 * BEFORE_THE_SPLIT) || anyDone(work));
        first.kill();
        try (ServerProcess _ = serve()) {
          restarted = true;
          for (Future<?> each : work) {
            var _ = each.get(2, TimeUnit.MINUTES);
          }
        }
      } finally {
        over = true; // Or they would go on, and be waited for, whatever failed here.
      }
    }
  }

  private static void shard(MongoClient client, String database) {
    Document _ =
        client
            .getDatabase("admin")
            .runCommand(
                new Document("shardCollection", database + ".things")
                    .append("key", new Document("key", "hashed")));
  }

  private static boolean have(List<AtomicInteger> counts, int wanted) {
    return counts.stream().allMatch(each -> each.get() >= wanted);
  }

  private static boolean anyDone(List<Future<?>> work) {
    return work.stream().anyMatch(Future::isDone);
  }

  private void work(Subject things, AtomicInteger count) {
    for (int after = 0; after < AFTER_THE_KILL && !over; ) {
      try {
        things.increment(count.get());
        int done = count.incrementAndGet();
        if (done % 20 == 0) {
          assertThat(things.numbers()).isEqualTo(IntStream.range(0, done).boxed().toList());
        }
        after += restarted ? 1 : 0;
      } catch (MongoException unanswered) {
        // Tried by the driver and by nobody else; it may have taken place.
        assertThat(unanswered.getCode()).as("%s", unanswered).isNotEqualTo(11_000);
      }
    }
  }
}
