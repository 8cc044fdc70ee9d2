// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import picocli.CommandLine.Option;

/// Which container of which database.
final class ContainerName {
  @Option(
      names = {"-d", "--database-name"},
      paramLabel = "DATABASE",
      required = true,
      description = "the database")
  private String database = "";

  @Option(
      names = {"-n", "--name", "-c", "--container-name"},
      paramLabel = "CONTAINER",
      required = true,
      description = "the container")
  private String container = "";

  String database() {
    return database;
  }

  String container() {
    return container;
  }

  /// The container's address, and more behind it.
  String[] address(String... more) {
    String[] segments = new String[4 + more.length];
    segments[0] = "dbs";
    segments[1] = database;
    segments[2] = "colls";
    segments[3] = container;
    System.arraycopy(more, 0, segments, 4, more.length);
    return segments;
  }
}
