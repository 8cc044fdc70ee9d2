// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Trees;
import io.orrery.bench.postgres.Postgres;
import io.orrery.bench.postgres.PostgresRequests;
import io.orrery.bench.wire.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Our server, PostgreSQL where it is installed, and a bare Netty server for what HTTP costs at
/// least; the first two with the same 100,000 items.
final class Lineup implements AutoCloseable {
  static final String NETTY = "Netty";
  static final String POSTGRES = Postgres.NAME;
  private static final int ITEMS = 100_000;

  /// One item of many; queries about it must have as many rows everywhere.
  private static final long PROBE = 77_777;

  private final Path root = Trees.make("sql");
  private final List<Server> servers = new ArrayList<>();
  private final List<Contender> contenders = new ArrayList<>();
  private final ServerProcess orrery;
  private final Optional<Postgres> postgres;

  /// @param operations what will be asked
  Lineup(List<Operation> operations)
      throws IOException, InterruptedException, GeneralSecurityException {
    orrery = OrreryServer.start(root);
    servers.add(orrery);
    orrery.ask(new SignedRequests("items", Items.DEFAULT).createDatabase());
    contenders.add(SqlContenders.loaded(orrery, "items", Items.DEFAULT, ITEMS));
    orrery.awaitCalm();
    postgres = Postgres.start(Items.DEFAULT, ITEMS, operations);
    if (postgres.isPresent()) {
      servers.add(postgres.get());
      var requests = new PostgresRequests(Items.DEFAULT);
      var workload = new Workload(requests, Items.DEFAULT, ITEMS);
      contenders.add(new Contender(postgres.get(), requests, workload, _ -> true));
    }
    operations.stream().filter(Operation::isQuery).forEach(this::checkRows);
  }

  /// For reads alone.
  void addNetty() throws IOException, GeneralSecurityException {
    ServerProcess netty = ServerProcess.java(NETTY, Servers.class, "bare");
    servers.add(netty);
    var requests = new SignedRequests("items", Items.DEFAULT);
    var workload = new Workload(requests, Items.DEFAULT, ITEMS);
    contenders.add(new Contender(netty, requests, workload, Cell.many(Operation.READ)::equals));
  }

  /// For reads alone, which the way to a server matters most for.
  void addPostgresBySocket() {
    if (postgres.isPresent()) {
      Server bySocket = postgres.get().bySocket();
      servers.addFirst(bySocket); // Closed before the server that it leads to.
      var requests = new PostgresRequests(Items.DEFAULT);
      var workload = new Workload(requests, Items.DEFAULT, ITEMS);
      contenders.add(
          new Contender(bySocket, requests, workload, cell -> cell.operation() == Operation.READ));
    }
  }

  List<Contender> contenders() {
    return contenders;
  }

  ServerProcess orrery() {
    return orrery;
  }

  private void checkRows(Operation query) {
    long different =
        contenders.stream().mapToInt(each -> each.rows(query, PROBE)).distinct().count();
    if (different > 1) {
      throw new IllegalStateException("The servers answer differently: " + query.title());
    }
  }

  @Override
  public void close() throws IOException {
    for (Server server : servers) {
      server.close();
    }
    Trees.delete(root);
  }
}
