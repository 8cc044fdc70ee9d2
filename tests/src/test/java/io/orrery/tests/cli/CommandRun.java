// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.server.Main;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One run of the program: what it printed and how it ended.
record CommandRun(int exitCode, String output, String errors) {

  /// In a process of its own, as people start it.
  static CommandRun inProcess(
      Path directory, Map<String, String> environment, List<String> arguments) {
    try {
      Path own = Files.createTempDirectory(directory, "run");
      try (ServerProcess process = ServerProcess.run(own, environment, arguments)) {
        int exitCode = process.awaitExit();
        return new CommandRun(exitCode, process.standardOutput(), process.standardError());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// In this process, which saves starting another one.
  static CommandRun here(List<String> arguments) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    int exitCode = Main.run(new PrintWriter(output), new PrintWriter(errors), arguments);
    return new CommandRun(exitCode, output.toString(), errors.toString());
  }

  /// The output of a run that must have worked, and had nothing to remark.
  String done() {
    assertThat(errors).isEmpty();
    assertThat(exitCode).isZero();
    return output.strip();
  }

  /// Checks that one sentence was said, and nothing printed.
  void failed(int expectedCode, String sentence) {
    assertThat(exitCode).as(errors).isEqualTo(expectedCode);
    assertThat(errors).startsWith("orrery: ").contains(sentence).hasLineCount(1);
    assertThat(output).isEmpty();
  }
}
