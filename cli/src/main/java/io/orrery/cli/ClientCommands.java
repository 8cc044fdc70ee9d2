// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.util.List;
import picocli.CommandLine;

/// All verbs that work on a running server.
public final class ClientCommands {
  private ClientCommands() {}

  /// Adds them to the program's command line.
  public static void addTo(CommandLine program) {
    List.of(
            new DatabaseCommand(),
            new ContainerCommand(),
            new ItemCommand(),
            new QueryCommand(),
            new PartitionsCommand(),
            new KeysCommand(),
            new ConnectionStringsCommand(),
            new RehearseCommand())
        .forEach(program::addSubcommand);
  }
}
