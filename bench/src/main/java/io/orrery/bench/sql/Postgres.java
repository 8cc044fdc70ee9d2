// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.Items;
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
  private static final String USER = "postgres";

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
    // The index that PostgreSQL makes of a whole document unless told otherwise.
    psql("CREATE TABLE any_path AS SELECT document FROM items");
    psql("CREATE INDEX ON any_path USING gin (document)");
    psql("VACUUM ANALYZE");
  }

  /// Answers per second.
  double measure(Question question, int clients, Duration time)
      throws IOException, InterruptedException {
    String script =
        "\\set n random(0, %d)%n%s;%n".formatted(question.numbers() - 1, question.sql());
    Path file = Files.writeString(directory.resolve(question.name() + ".sql"), script);
    List<String> command = asUser("pgbench", connection());
    String count = Integer.toString(clients);
    String seconds = Long.toString(Math.max(1, time.toSeconds()));
    command.addAll(List.of("-n", "-M", "prepared", "-c", count, "-j", "1", "-T", seconds));
    command.addAll(List.of("-f", file.toString(), USER));
    Matcher rate = RATE.matcher(run(command));
    if (!rate.find()) {
      throw new IllegalStateException("pgbench said nothing of its rate");
    }
    return Double.parseDouble(rate.group(1));
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
