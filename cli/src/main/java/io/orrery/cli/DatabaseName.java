// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import picocli.CommandLine.Option;

/// Which database; `-n` as `az cosmosdb` has it for the thing itself, `-d` as for its owner.
final class DatabaseName {
  @Option(
      names = {"-n", "--name", "-d", "--database-name"},
      paramLabel = "DATABASE",
      required = true,
      description = "the database")
  private String name = "";

  String text() {
    return name;
  }
}
