// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A build of our server: the jars of a directory, started by the launcher of this source tree, or
/// what a commit gives, built in a worktree of its own and started by its own launcher.
///
/// @param worktree the directory of the commit's source tree, or the one with the jars
record Build(Path worktree, boolean isCommit) implements AutoCloseable {

  /// @param given a directory with jars, or what git knows as a commit
  /// @param place where a worktree can be made
  static Build of(String given, Path place) throws IOException, InterruptedException {
    if (Files.isDirectory(Path.of(given))) {
      return new Build(Path.of(given).toAbsolutePath(), false);
    }
    run(List.of("git", "worktree", "add", "--quiet", "--detach", place.toString(), given));
    Build build = new Build(place, true);
    run(List.of(build.launcher().command().getFirst(), "--help"));
    return build;
  }

  ProcessBuilder launcher() {
    if (isCommit) {
      return new ProcessBuilder(worktree.resolve("orrery").toString());
    }
    var launcher = new ProcessBuilder(OrreryServer.launcher().toString());
    launcher.environment().put("ORRERY_LIB", worktree.toString());
    return launcher;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    int exitCode =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new IllegalStateException(command + " failed");
    }
  }

  @Override
  public void close() throws IOException {
    if (isCommit) {
      try {
        run(List.of("git", "worktree", "remove", "--force", worktree.toString()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
