// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.util.List;
import java.util.stream.Stream;
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
    return join(List.of("dbs", database, "colls", container), more);
  }

  /// The container's address among the server's own calls, and more behind it.
  String[] managed(String... more) {
    return managedAddress(database, container, more);
  }

  static String[] managedAddress(String database, String container, String... more) {
    return join(
        List.of("_orrery", "api", "v1", "databases", database, "containers", container), more);
  }

  private static String[] join(List<String> first, String... more) {
    return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
  }
}
