// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.OrreryServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A build of our server: the jars of a directory, started by the launcher of this source tree, or
/// what a commit gives, built in a worktree of its own and started by its own launcher.
///
/// @param worktree the directory of the commit's source tree, or the one with the jars
record Build(Path worktree, boolean isCommit) implements AutoCloseable {
  /// Which directory of jars a launcher is to start, in its environment.
  private static final String JARS = "ORRERY_LIB";

  /// @param given a directory with jars, or what git knows as a commit
  /// @param place where a worktree can be made
  static Build of(String given, Path place) throws IOException, InterruptedException {
    if (Files.isDirectory(Path.of(given))) {
      return new Build(Path.of(given).toAbsolutePath(), false);
    }
    run(new ProcessBuilder("git", "worktree", "add", "-q", "--detach", place.toString(), given));
    Build build = new Build(place, true);
    ProcessBuilder launcher = build.launcher();
    launcher.command().add("--help");
    run(launcher);
    return build;
  }

  ProcessBuilder launcher() {
    Path program = isCommit ? worktree.resolve("orrery") : OrreryServer.launcher();
    var launcher = new ProcessBuilder(program.toString());
    if (isCommit) {
      launcher.environment().remove(JARS);
    } else {
      launcher.environment().put(JARS, worktree.toString());
    }
    return launcher;
  }

  private static void run(ProcessBuilder program) throws IOException, InterruptedException {
    int exitCode =
        program
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new IllegalStateException(program.command() + " failed");
    }
  }

  @Override
  public void close() throws IOException {
    if (isCommit) {
      try {
        run(new ProcessBuilder("git", "worktree", "remove", "--force", worktree.toString()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
