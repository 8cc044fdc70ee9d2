// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// PostgreSQL's programs, run as a user that may run them.
///
/// @param directory where they are
record Programs(Path directory) {
  static final String USER = "postgres";

  /// It does not run as root.
  private static final List<String> AS_USER =
      System.getProperty("user.name").equals("root")
          ? List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups")
          : List.of();

  /// Debian keeps them off the PATH. Empty if the machine has none.
  static Optional<Programs> find() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(versions)) {
      return all.map(version -> version.resolve("bin"))
          .filter(bin -> Files.exists(bin.resolve("initdb")))
          .findFirst()
          .map(Programs::new);
    }
  }

  /// A directory that they may write to.
  static Path makeDirectory() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("orrery-postgres");
    if (!AS_USER.isEmpty()) {
      run(List.of("chown", USER, directory.toString()));
    }
    return directory;
  }

  String run(String program, String... arguments) throws IOException, InterruptedException {
    return run(command(program, arguments));
  }

  List<String> command(String program, String... arguments) {
    List<String> command = new ArrayList<>(AS_USER);
    command.add(directory.resolve(program).toString());
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
}
