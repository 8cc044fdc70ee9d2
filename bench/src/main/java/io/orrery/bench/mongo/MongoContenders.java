// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.mongo;

import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.AnswerReader;
import io.orrery.bench.load.Endpoint;
import io.orrery.bench.load.Greeting;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import io.orrery.testkit.mongo.ScramClient;
import java.io.IOException;
import java.nio.file.Path;

/// Servers of the MongoDB API with documents in them.
public final class MongoContenders {
  private static final int LOADERS = 4;
  private static final String ACCOUNT = "localhost";

  private MongoContenders() {}

  /// Ours, with a sharded collection of so many documents.
  ///
  /// @param directory that of its data
  public static Contender ofOrrery(ServerProcess started, Path directory, int documents)
      throws IOException, InterruptedException {
    ScramClient client = new ScramClient(ACCOUNT, OrreryServer.key(directory));
    Greeting greeting =
        line -> {
          byte[] challenge = ((MongoAnswers) line.ask(client.start())).bytes();
          AnswerReader _ = line.ask(client.proof(challenge));
        };
    Endpoint endpoint =
        Endpoint.local(OrreryServer.port("mongo", directory), greeting, MongoAnswers::new);
    return loaded(new ServerProcess(started.name(), started.process(), endpoint), true, documents);
  }

  /// @param sharded whether the collection is, by `pk`
  static Contender loaded(Server server, boolean sharded, int documents)
      throws IOException, InterruptedException {
    var requests = new MongoRequests(Items.DEFAULT, sharded);
    for (byte[] each : requests.create()) {
      server.ask(each);
    }
    server.measure(Requests.once(requests.load(documents)), LOADERS, Server.AMPLE);
    server.awaitCalm();
    var workload = new Workload(requests, Items.DEFAULT, documents);
    return new Contender(server, requests, workload, _ -> true);
  }
}
