// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.Items;
import io.orrery.bench.load.ServerProcess.Window;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A PostgreSQL of the machine with the same documents as JSONB, asked by its own `pgbench` over a
/// local socket, with prepared statements.
final class Postgres implements AutoCloseable {
  private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");
  private static final Pattern ANSWERS =
      Pattern.compile("transactions actually processed: ([0-9]+)");
  private static final String USER = "postgres";

  /// Fields of /proc/PID/stat, counted behind the name.
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;
  private static final double MICROS_PER_TICK = 10_000;
  private static final String PID_FILE = "data/postmaster.pid";
  private static final int POLL_MILLIS = 20;

  /// It does not run as root.
  private static final List<String> AS_USER =
      System.getProperty("user.name").equals("root")
          ? List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups")
          : List.of();

  private final Path programs;
  private final Path directory;

  private Postgres(Path programs, Path directory) {
    this.programs = programs;
    this.directory = directory;
  }

  /// Empty if the machine has none.
  static Optional<Postgres> start(int items) throws IOException, InterruptedException {
    Optional<Path> programs = programs();
    if (programs.isEmpty()) {
      return Optional.empty();
    }
    Path directory = Files.createTempDirectory("orrery-postgres");
    Postgres postgres = new Postgres(programs.get(), directory);
    if (!AS_USER.isEmpty()) {
      run(List.of("chown", USER, directory.toString()));
    }
    Path data = directory.resolve("data");
    postgres.command("initdb", "-D", data.toString(), "-U", USER, "--auth=trust");
    postgres.command(
        "pg_ctl",
        "-D",
        data.toString(),
        "-w",
        "-l",
        directory.resolve("log").toString(),
        "-o",
        "-c listen_addresses='' -c shared_buffers=512MB -k " + directory,
        "start");
    postgres.load(items);
    return Optional.of(postgres);
  }

  /// Where its programs are: Debian keeps them off the PATH.
  private static Optional<Path> programs() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(versions)) {
      return all.map(version -> version.resolve("bin"))
          .filter(bin -> Files.exists(bin.resolve("pgbench")))
          .findFirst();
    }
  }

  private void load(int items) throws IOException, InterruptedException {
    psql("CREATE TABLE items (document jsonb)");
    List<String> command = asUser("psql", connection());
    command.addAll(List.of("-q", "-c", "COPY items FROM STDIN"));
    Process copy =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (OutputStream out = new BufferedOutputStream(copy.getOutputStream())) {
      for (int i = 0; i < items; i++) {
        out.write(Items.json(i));
        out.write('\n');
      }
    }
    if (copy.waitFor() != 0) {
      throw new IllegalStateException("PostgreSQL did not take the documents");
    }
    psql("CREATE INDEX ON items ((document->>'pk'))");
    psql("CREATE INDEX ON items (((document->'group')::int))");
    psql("CREATE INDEX ON items (((document->'number')::int))");
    psql("CREATE INDEX ON items USING gin (document jsonb_path_ops)");
    // The index that PostgreSQL makes of a whole document unless told otherwise: as it is after
    // rows were inserted, with the newest of them in its pending list, and after a vacuum has
    // emptied that list. Cleaning up by itself, at a time of its choosing, would mix the two.
    for (String table : List.of("any_path_at_rest", "any_path")) {
      psql("CREATE TABLE " + table + " (document jsonb) WITH (autovacuum_enabled = off)");
      psql("CREATE INDEX ON " + table + " USING gin (document)");
      psql("INSERT INTO " + table + " SELECT document FROM items");
      psql("ANALYZE " + table);
    }
    psql("VACUUM ANALYZE items, any_path_at_rest");
  }

  Window measure(Question question, int clients, Duration time)
      throws IOException, InterruptedException {
    List<String> command = pgbench(question, clients, time);
    long pid = Long.parseLong(Files.readAllLines(directory.resolve(PID_FILE)).getFirst());
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    long processes = server.children().count();
    double cpuBefore = cpuMicros(pid);
    String said = run(command);
    while (server.children().count() > processes) {
      Thread.sleep(POLL_MILLIS);
    }
    double cpu = cpuMicros(pid) - cpuBefore;
    return new Window(number(RATE, said), cpu / number(ANSWERS, said));
  }

  private List<String> pgbench(Question question, int clients, Duration time) throws IOException {
    String script =
        "\\set n random(0, %d)%n%s;%n".formatted(question.numbers() - 1, question.sql());
    Path file = Files.writeString(directory.resolve(question.name() + ".sql"), script);
    List<String> command = asUser("pgbench", connection());
    String count = Integer.toString(clients);
    String seconds = Long.toString(Math.max(1, time.toSeconds()));
    command.addAll(List.of("-n", "-M", "prepared", "-c", count, "-j", "1", "-T", seconds));
    command.addAll(List.of("-f", file.toString(), USER));
    return command;
  }

  private static double number(Pattern pattern, String said) {
    Matcher number = pattern.matcher(said);
    if (!number.find()) {
      throw new IllegalStateException("pgbench said: " + said);
    }
    return Double.parseDouble(number.group(1));
  }

  /// Of all processes of the server that have ended, as those of a run's connections do.
  private static double cpuMicros(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]);
    return ticks * MICROS_PER_TICK;
  }

  private String[] connection() {
    return new String[] {"-h", directory.toString(), "-U", USER};
  }

  private void psql(String statement) throws IOException, InterruptedException {
    List<String> command = asUser("psql", connection());
    command.addAll(List.of("-q", "-c", statement));
    run(command);
  }

  private void command(String program, String... arguments)
      throws IOException, InterruptedException {
    run(asUser(program, arguments));
  }

  private List<String> asUser(String program, String... arguments) {
    List<String> command = new ArrayList<>(AS_USER);
    command.add(programs.resolve(program).toString());
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("orrery-postgres", ".log");
    try {
      int exitCode =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      String said = Files.readString(output, StandardCharsets.UTF_8);
      if (exitCode != 0) {
        throw new IllegalStateException(command + " said: " + said);
      }
      return said;
    } finally {
      Files.delete(output);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      command("pg_ctl", "-D", directory.resolve("data").toString(), "-m", "fast", "stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    SqlBenchmark.delete(directory);
  }
}
