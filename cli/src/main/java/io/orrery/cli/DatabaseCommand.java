// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery database …`.
@Command(
    name = "database",
    description = "Databases of a running server.",
    subcommands = DatabaseCommand.ThroughputCommand.class)
final class DatabaseCommand extends CommandGroup {

  @Command(description = "Creates a database.", mixinStandardHelpOptions = true)
  void create(
      @Mixin Connection connection,
      @Mixin DatabaseName name,
      @Mixin NewThroughput throughput,
      @Mixin ResultPrinter output) {
    Call call = Call.of("POST", "dbs").with(JsonArguments.of("id", new Value.Text(name.text())));
    output.one(connection.account().send(throughput.addTo(call)).require().json());
  }

  @Command(description = "Lists all databases.", mixinStandardHelpOptions = true)
  void list(@Mixin Connection connection, @Mixin ResultPrinter output) {
    Account account = connection.account();
    List<Value> databases = account.feed("Databases", "dbs");
    output.list(databases, () -> Summaries.databases(account, databases));
  }

  @Command(description = "Shows a database.", mixinStandardHelpOptions = true)
  void show(@Mixin Connection connection, @Mixin DatabaseName name, @Mixin ResultPrinter output) {
    output.one(connection.account().get("dbs", name.text()).json());
  }

  @Command(description = "Says true or false.", mixinStandardHelpOptions = true)
  void exists(@Mixin Connection connection, @Mixin DatabaseName name, @Mixin ResultPrinter output) {
    Reply reply = connection.account().send(Call.of("GET", "dbs", name.text()));
    output.one(Value.Bool.of(!reply.isNotFound() && reply.require().succeeded()));
  }

  @Command(description = "Deletes a database with all it holds.", mixinStandardHelpOptions = true)
  void delete(
      @Mixin Connection connection, @Mixin DatabaseName name, @Mixin Confirmation confirmation) {
    confirmation.require("Delete the database " + name.text() + " with everything in it");
    connection.account().send(Call.of("DELETE", "dbs", name.text())).require();
  }

  /// `orrery database throughput …`.
  @Command(name = "throughput", description = "What the containers of a database share.")
  static final class ThroughputCommand extends CommandGroup {

    @Command(description = "Shows the throughput.", mixinStandardHelpOptions = true)
    void show(@Mixin Connection connection, @Mixin DatabaseName name, @Mixin ResultPrinter output) {
      output.one(offers(connection, name).show());
    }

    @Command(description = "Changes the throughput.", mixinStandardHelpOptions = true)
    void update(
        @Mixin Connection connection,
        @Mixin DatabaseName name,
        @Mixin NewThroughput throughput,
        @Mixin ResultPrinter output) {
      output.one(offers(connection, name).update(throughput));
    }

    @Command(description = "Changes between manual and autoscale.", mixinStandardHelpOptions = true)
    void migrate(
        @Mixin Connection connection,
        @Mixin DatabaseName name,
        @Option(
                names = {"-t", "--throughput-type"},
                required = true,
                description = "${COMPLETION-CANDIDATES}")
            ThroughputOffers.Kind kind,
        @Mixin ResultPrinter output) {
      output.one(offers(connection, name).migrate(kind));
    }

    private static ThroughputOffers offers(Connection connection, DatabaseName name) {
      return new ThroughputOffers(connection.account(), "dbs", name.text());
    }
  }
}
