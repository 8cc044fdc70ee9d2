// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.CpuClock;
import io.orrery.bench.load.Endpoint;
import io.orrery.bench.load.Greeting;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.RawLoad;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.Trees;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A PostgreSQL of its own: documents as JSONB in a table with the partition key and the id as
/// primary key, a B-tree for each property that is asked for; settings as it has them, except for
/// more memory. It is reached over TCP, as the servers are that it is compared with, or by its
/// local socket ([#bySocket]), a quicker way that only programs on its own machine have.
public final class Postgres implements Server {
  public static final String NAME = "PostgreSQL";
  public static final String NAME_BY_SOCKET = "PostgreSQL by its socket";

  /// Fields of /proc/PID/stat, counted behind the name: what ended children used.
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;
  private static final long NANOS_PER_TICK = 10_000_000;

  private final Programs programs;
  private final Path directory;
  private final String port;
  private final Endpoint socket;
  private final ProcessHandle postmaster;
  private final KeptClients clients;

  private Postgres(Programs programs, Path directory, List<Operation> operations)
      throws IOException, InterruptedException {
    this.programs = programs;
    this.directory = directory;
    int free = freePort();
    this.port = Integer.toString(free);
    Greeting greeting = Greeting.of(PostgresRequests.greeting(Programs.USER, operations));
    this.clients = new KeptClients(Endpoint.local(free, greeting, PostgresAnswers::new));
    this.socket =
        new Endpoint(
            UnixDomainSocketAddress.of(directory.resolve(".s.PGSQL." + port)),
            greeting,
            PostgresAnswers::new);
    String data = directory.resolve("data").toString();
    programs.run("initdb", "-D", data, "-U", Programs.USER, "--auth=trust");
    String options =
        "-c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=512MB -p "
            + port
            + " -k "
            + directory;
    String log = directory.resolve("log").toString();
    programs.run("pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start");
    Path pid = directory.resolve("data/postmaster.pid");
    postmaster = ProcessHandle.of(Long.parseLong(Files.readAllLines(pid).getFirst())).orElseThrow();
  }

  /// Empty if the machine has none.
  ///
  /// @param operations what it will be asked for
  public static Optional<Postgres> start(Items items, int count, List<Operation> operations)
      throws IOException, InterruptedException {
    Optional<Programs> programs = Programs.find();
    if (programs.isEmpty()) {
      System.out.println("PostgreSQL is not installed here: apt-get install postgresql");
      return Optional.empty();
    }
    var postgres = new Postgres(programs.get(), Programs.makeDirectory(), operations);
    postgres.load(items, count);
    for (Operation operation : operations) {
      postgres.loadFor(operation);
    }
    postgres.psql("CHECKPOINT");
    return Optional.of(postgres);
  }

  private void load(Items items, int count) throws IOException, InterruptedException {
    psql("CREATE TABLE items (pk text, id text, document jsonb)");
    List<String> command = programs.command("psql", psqlArguments("COPY items FROM STDIN"));
    Process copy =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (OutputStream out = new BufferedOutputStream(copy.getOutputStream())) {
      for (int i = 0; i < count; i++) {
        String key = items.partitionKey(i) + "\t" + Items.id(i) + "\t";
        out.write(key.getBytes(StandardCharsets.UTF_8));
        out.write(items.json(i));
        out.write('\n');
      }
    }
    if (copy.waitFor() != 0) {
      throw new IllegalStateException("PostgreSQL did not take the documents");
    }
    psql("ALTER TABLE items ADD PRIMARY KEY (pk, id)");
    psql("CREATE INDEX ON items (((document->'grp')::int))");
    psql("CREATE INDEX ON items (((document->'number')::int))");
    psql("VACUUM ANALYZE items");
  }

  /// Tables with the index that PostgreSQL makes of a whole document: as it is after rows were
  /// inserted, with the newest of them in its pending list, and after a vacuum has emptied that
  /// list. Cleaning up by itself, at a time of its choosing, would mix the two.
  private void loadFor(Operation operation) throws IOException, InterruptedException {
    switch (operation) {
      case BY_PROPERTY_GIN -> {
        loadWhole("any_path", "document");
        psql("ANALYZE any_path");
      }
      case BY_PROPERTY_GIN_AT_REST -> {
        loadWhole("any_path_at_rest", "document");
        psql("VACUUM ANALYZE any_path_at_rest");
      }
      case BY_PROPERTY_GIN_PATHS -> {
        loadWhole("paths", "document jsonb_path_ops");
        psql("VACUUM ANALYZE paths");
      }
      case READ,
          INSERT,
          REPLACE,
          REWRITE,
          BY_KEY,
          BY_PROPERTY,
          BY_RANGE,
          TOP_10,
          COUNT,
          GROUP_BY,
          SCAN,
          BATCH,
          PROCEDURE,
          FUNCTION -> {}
    }
  }

  private void loadWhole(String table, String indexed) throws IOException, InterruptedException {
    psql("CREATE TABLE " + table + " (document jsonb) WITH (autovacuum_enabled = off)");
    psql("CREATE INDEX ON " + table + " USING gin (" + indexed + ")");
    psql("INSERT INTO " + table + " SELECT document FROM items");
  }

  @Override
  public String name() {
    return NAME;
  }

  private static int freePort() throws IOException {
    try (var any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  /// The same server, reached by its local socket.
  public Server bySocket() {
    return new BySocket(this, new KeptClients(socket));
  }

  @Override
  public RawLoad client(int connections) throws IOException {
    return clients.of(connections);
  }

  /// Kept for the next.
  @Override
  public void release(RawLoad client) {}

  /// Of the postmaster, its children and those that have ended.
  @Override
  public long cpuNanos() {
    return CpuClock.nanos(postmaster.pid())
        + endedChildrenNanos()
        + postmaster.children().mapToLong(child -> CpuClock.nanos(child.pid())).sum();
  }

  private long endedChildrenNanos() {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(postmaster.pid()), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return NANOS_PER_TICK
          * (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void psql(String statement) throws IOException, InterruptedException {
    programs.run("psql", psqlArguments(statement));
  }

  private String[] psqlArguments(String statement) {
    return new String[] {
      "-h", directory.toString(), "-p", port, "-U", Programs.USER, "-q", "-c", statement
    };
  }

  @Override
  public void close() throws IOException {
    clients.close();
    try {
      programs.run("pg_ctl", "-D", directory.resolve("data").toString(), "-m", "fast", "stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Trees.delete(directory);
  }
}
