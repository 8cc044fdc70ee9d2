// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery container …`.
@Command(
    name = "container",
    description = "Containers of a running server.",
    subcommands = ContainerCommand.ThroughputCommand.class)
final class ContainerCommand extends CommandGroup {
  private static final long KEY_VERSION = 2;

  /// What is fixed when a container is made.
  static final class FixedOptions {
    @Option(
        names = {"-p", "--partition-key-path"},
        paramLabel = "PATH",
        required = true,
        description = "the partition key, for example /tenant; repeat for up to three levels")
    private List<String> paths = List.of();

    @Option(
        names = "--unique-key-policy",
        paramLabel = "JSON|@FILE",
        description = "the unique keys")
    private @Nullable String uniqueKeys;

    Value.Document addTo(Value.Document definition) {
      List<Value> texts = paths.stream().<Value>map(Value.Text::new).toList();
      Value.Document key = JsonArguments.of("paths", new Value.Array(texts));
      key =
          JsonArguments.with(key, "kind", new Value.Text(paths.size() > 1 ? "MultiHash" : "Hash"));
      key = JsonArguments.with(key, "version", new Value.Int64(KEY_VERSION));
      Value.Document complete = JsonArguments.with(definition, "partitionKey", key);
      return uniqueKeys == null
          ? complete
          : JsonArguments.with(complete, "uniqueKeyPolicy", JsonArguments.parse(uniqueKeys));
    }
  }

  @Command(description = "Creates a container.", mixinStandardHelpOptions = true)
  void create(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Mixin FixedOptions fixed,
      @Mixin ContainerOptions options,
      @Mixin NewThroughput throughput,
      @Mixin ResultPrinter output) {
    Value.Document id = JsonArguments.of("id", new Value.Text(name.container()));
    Call call =
        Call.of("POST", "dbs", name.database(), "colls").with(options.addTo(fixed.addTo(id)));
    output.one(connection.account().send(throughput.addTo(call)).require().json());
  }

  @Command(description = "Lists the containers of a database.", mixinStandardHelpOptions = true)
  void list(
      @Mixin Connection connection, @Mixin DatabaseName database, @Mixin ResultPrinter output) {
    Account account = connection.account();
    List<Value> containers = account.feed("DocumentCollections", "dbs", database.text(), "colls");
    output.list(containers, () -> Summaries.containers(account, database.text(), containers));
  }

  @Command(description = "Shows a container.", mixinStandardHelpOptions = true)
  void show(@Mixin Connection connection, @Mixin ContainerName name, @Mixin ResultPrinter output) {
    output.one(connection.account().get(name.address()).json());
  }

  @Command(description = "Says true or false.", mixinStandardHelpOptions = true)
  void exists(
      @Mixin Connection connection, @Mixin ContainerName name, @Mixin ResultPrinter output) {
    Reply reply = connection.account().send(Call.of("GET", name.address()));
    output.one(Value.Bool.of(!reply.isNotFound() && reply.require().succeeded()));
  }

  @Command(
      description = "Changes the time to live or the indexing policy.",
      mixinStandardHelpOptions = true)
  void update(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Mixin ContainerOptions options,
      @Mixin ResultPrinter output) {
    Account account = connection.account();
    Value.Document present = account.get(name.address()).document();
    Call call =
        Call.of("PUT", name.address())
            .with(options.addTo(present))
            .header("If-Match", JsonArguments.requireText(present, "_etag"));
    output.one(account.send(call).require().json());
  }

  @Command(description = "Deletes a container with all items.", mixinStandardHelpOptions = true)
  void delete(
      @Mixin Connection connection, @Mixin ContainerName name, @Mixin Confirmation confirmation) {
    confirmation.require("Delete the container " + name.container() + " with everything in it");
    connection.account().send(Call.of("DELETE", name.address())).require();
  }

  /// `orrery container throughput …`.
  @Command(name = "throughput", description = "What a container has for itself.")
  static final class ThroughputCommand extends CommandGroup {

    @Command(description = "Shows the throughput.", mixinStandardHelpOptions = true)
    void show(
        @Mixin Connection connection, @Mixin ContainerName name, @Mixin ResultPrinter output) {
      output.one(new ThroughputOffers(connection.account(), name.address()).show());
    }

    @Command(description = "Changes the throughput.", mixinStandardHelpOptions = true)
    void update(
        @Mixin Connection connection,
        @Mixin ContainerName name,
        @Mixin NewThroughput throughput,
        @Mixin ResultPrinter output) {
      output.one(new ThroughputOffers(connection.account(), name.address()).update(throughput));
    }

    @Command(description = "Changes between manual and autoscale.", mixinStandardHelpOptions = true)
    void migrate(
        @Mixin Connection connection,
        @Mixin ContainerName name,
        @Option(
                names = {"-t", "--throughput-type"},
                required = true,
                description = "${COMPLETION-CANDIDATES}")
            ThroughputOffers.Kind kind,
        @Mixin ResultPrinter output) {
      output.one(new ThroughputOffers(connection.account(), name.address()).migrate(kind));
    }
  }
}
