// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.orrery.testkit.Load;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The server is killed and started again under the real driver, which sends again by itself what
/// it got no answer to: writes, and commits of transactions. It opens change streams again, too.
class MongoKillIT {
  private static final int KILLS = 2;
  private static final int BETWEEN_KILLS = Load.of(30);
  private static final int ACCOUNTS = 8;
  private static final int MONEY = 1000;

  @TempDir private Path directory;

  /// What was acknowledged, by number.
  private final Set<Integer> pushed = ConcurrentHashMap.newKeySet();

  private final Set<Integer> transferred = ConcurrentHashMap.newKeySet();
  private final AtomicInteger sums = new AtomicInteger();
  private final AtomicInteger numbers = new AtomicInteger();
  private final String port = SteadyPort.any();
  private volatile boolean done;

  private ServerProcess serve() {
    return ServerProcess.serve(directory, "--throttling", "off", "--apis.mongo", port);
  }

  @Test
  void nothingIsLostHalfDoneOrDoneTwice() throws Exception {
    ServerProcess server = serve();
    try (MongoClient client = MongoClients.create(MongoPrograms.uri(server));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      MongoCollection<Document> lists = client.getDatabase("kill").getCollection("lists");
      MongoCollection<Document> accounts = prepare(client);
      var stream = lists.watch().fullDocument(FullDocument.UPDATE_LOOKUP).cursor();
      List<Future<?>> work = new ArrayList<>();
      try {
        for (int n = 0; n < 2; n++) {
          int list = n;
          lists.insertOne(new Document("_id", list));
          work.add(threads.submit(() -> push(lists, list)));
          work.add(threads.submit(() -> transfer(client, accounts)));
        }
        work.add(threads.submit(() -> sum(client, accounts)));
        for (int kills = 0; kills < KILLS; kills++) {
          awaitMore(work);
          server.kill();
          server = serve();
        }
        awaitMore(work);
      } finally {
        done = true; // Or they would go on, and be waited for, whatever failed here.
      }
      for (Future<?> each : work) {
        each.get();
      }
      List<Integer> told = follow(stream, verifyOnce(pushed, lists).size());
      assertThat(told).hasSameElementsAs(verifyOnce(pushed, lists)).doesNotHaveDuplicates();
      List<Integer> _ = verifyOnce(transferred, accounts);
      assertThat(sum(accounts.find())).isEqualTo(ACCOUNTS * MONEY);
    } finally {
      server.close();
    }
  }

  private static MongoCollection<Document> prepare(MongoClient client) {
    client
        .getDatabase("admin")
        .runCommand(
            new Document("shardCollection", "kill.accounts")
                .append("key", new Document("branch", "hashed")));
    MongoCollection<Document> accounts = client.getDatabase("kill").getCollection("accounts");
    for (int n = 0; n < ACCOUNTS; n++) {
      accounts.insertOne(new Document("_id", n).append("branch", "only").append("money", MONEY));
    }
    return accounts;
  }

  /// Until each kind of work has gone on for a while, or somebody has failed.
  private void awaitMore(List<Future<?>> work) {
    int pushes = pushed.size() + BETWEEN_KILLS;
    int transfers = transferred.size() + BETWEEN_KILLS / 2;
    int looks = sums.get() + 3;
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                (pushed.size() >= pushes && transferred.size() >= transfers && sums.get() >= looks)
                    || work.stream().anyMatch(Future::isDone));
  }

  /// The driver tries everything twice. What fails all the same may or may not have taken place.
  private void push(MongoCollection<Document> lists, int list) {
    while (!done) {
      int number = numbers.incrementAndGet();
      try {
        assertThat(
                lists.updateOne(eq("_id", list), Updates.push("done", number)).getModifiedCount())
            .isEqualTo(1);
        pushed.add(number);
      } catch (MongoException unanswered) {
        assertThat(unanswered.getCode()).as("%s", unanswered).isNotEqualTo(11_000);
      }
    }
  }

  private void transfer(MongoClient client, MongoCollection<Document> accounts) {
    while (!done) {
      int number = numbers.incrementAndGet();
      int from = ThreadLocalRandom.current().nextInt(ACCOUNTS);
      int to = (from + 1) % ACCOUNTS;
      try (ClientSession session = client.startSession()) {
        session.withTransaction(
            () -> {
              accounts.updateOne(
                  session,
                  account(from),
                  Updates.combine(Updates.inc("money", -1), Updates.push("done", number)));
              return accounts.updateOne(session, account(to), Updates.inc("money", 1));
            });
        transferred.add(number);
      } catch (MongoException unanswered) {
        assertThat(unanswered.getCode()).as("%s", unanswered).isNotIn(11_000, 263);
      }
    }
  }

  private static org.bson.conversions.Bson account(int number) {
    return and(eq("branch", "only"), eq("_id", number));
  }

  /// Looks at the accounts one after the other.
  private void sum(MongoClient client, MongoCollection<Document> accounts) {
    while (!done) {
      try (ClientSession session = client.startSession()) {
        int sum =
            session.withTransaction(
                () -> {
                  int all = 0;
                  for (int n = 0; n < ACCOUNTS; n++) {
                    Document found = accounts.find(session, account(n)).first();
                    all += found == null ? 0 : found.getInteger("money");
                  }
                  return all;
                });
        assertThat(sum).isEqualTo(ACCOUNTS * MONEY);
        sums.incrementAndGet();
      } catch (MongoException interrupted) {
        assertThat(interrupted.getCode()).as("%s", interrupted).isNotEqualTo(263);
      }
    }
  }

  private static int sum(Iterable<Document> accounts) {
    int sum = 0;
    for (Document each : accounts) {
      sum += each.getInteger("money");
    }
    return sum;
  }

  /// The stream was opened before the first kill: the driver opens another one where it was.
  private static List<Integer> follow(
      MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream, int count) {
    List<Integer> told = new ArrayList<>();
    while (told.size() < count) {
      ChangeStreamDocument<Document> event = stream.next();
      if (event.getOperationType() == OperationType.UPDATE) {
        told.add(event.getFullDocument().getList("done", Integer.class).getLast());
      }
    }
    return told;
  }

  private static List<Integer> verifyOnce(
      Set<Integer> acknowledged, MongoCollection<Document> documents) {
    List<Integer> found = new ArrayList<>();
    for (Document each : documents.find()) {
      found.addAll(each.getList("done", Integer.class, List.of()));
    }
    assertThat(found).doesNotHaveDuplicates();
    assertThat(new HashSet<>(found)).containsAll(acknowledged);
    return found;
  }
}
