// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongodriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import io.orrery.testkit.AdminCalls;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The unmodified driver, in the middle of reading: it goes on while the collection splits under it
/// and the server is killed and starts again.
class JavaMongoCursorsIT {
  private static final int DOCUMENTS = 2000;
  private static final int BATCH = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private final String port = SteadyPort.any();

  private ServerProcess serve() {
    return ServerProcess.serve(directory, "--throttling", "off", "--apis.mongo", port);
  }

  @Test
  void readsGoOnThroughASplitAndAKill() throws Exception {
    try (ServerProcess first = serve();
        MongoClient client = MongoClients.create(MongoAccess.settings(first, false, ""))) {
      Document _ =
          client
              .getDatabase("admin")
              .runCommand(Document.parse("{shardCollection: 'reads.things', key: {n: 'hashed'}}"));
      MongoCollection<Document> things = client.getDatabase("reads").getCollection("things");
      var _ =
          things.insertMany(
              IntStream.range(0, DOCUMENTS)
                  .mapToObj(n -> new Document("_id", n).append("n", n))
                  .toList());
      List<Integer> found = new ArrayList<>();
      List<Integer> piped = new ArrayList<>();
      try (MongoCursor<Document> finds =
              things.find().sort(Sorts.ascending("_id")).batchSize(BATCH).cursor();
          MongoCursor<Document> pipes =
              things
                  .aggregate(
                      List.of(
                          Aggregates.sort(Sorts.descending("_id")),
                          Aggregates.limit(DOCUMENTS - 1)))
                  .batchSize(BATCH)
                  .cursor();
          MongoCursor<Document> scans =
              things.find().projection(Projections.include("n")).batchSize(BATCH).cursor()) {
        List<Integer> scanned = new ArrayList<>();
        take(finds, 3 * BATCH, found);
        take(pipes, 3 * BATCH, piped);
        take(scans, 3 * BATCH, scanned);
        AdminCalls.split(first, "reads", "things");
        take(finds, 3 * BATCH, found);
        first.kill();
        try (ServerProcess _ = serve()) {
          // The driver learns with the next question that its connections are gone.
          await()
              .atMost(PATIENCE)
              .ignoreExceptions()
              .until(() -> things.countDocuments() == DOCUMENTS);
          take(finds, DOCUMENTS, found);
          take(pipes, DOCUMENTS, piped);
          take(scans, DOCUMENTS, scanned);
        }
        assertThat(found).isEqualTo(IntStream.range(0, DOCUMENTS).boxed().toList());
        assertThat(piped.reversed()).isEqualTo(IntStream.range(1, DOCUMENTS).boxed().toList());
        assertThat(scanned).hasSize(DOCUMENTS).doesNotHaveDuplicates();
      }
    }
  }

  private static void take(MongoCursor<Document> cursor, int count, List<Integer> numbers) {
    for (int i = 0; i < count && cursor.hasNext(); i++) {
      numbers.add(cursor.next().getInteger("_id"));
    }
  }
}
