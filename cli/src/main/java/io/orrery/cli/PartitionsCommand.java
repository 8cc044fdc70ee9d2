// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery partitions …`.
@Command(name = "partitions", description = "The physical partitions of a container.")
final class PartitionsCommand extends CommandGroup {

  @Command(description = "Lists them, with what each holds.", mixinStandardHelpOptions = true)
  void list(@Mixin Connection connection, @Mixin ContainerName name, @Mixin ResultPrinter output) {
    Account account = connection.account();
    print(output, account.get(name.managed("partitions")));
  }

  @Command(description = "Splits one where its data is halved.", mixinStandardHelpOptions = true)
  void split(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Option(names = "--ordinal", required = true, description = "which, as list prints it")
          int ordinal,
      @Mixin ResultPrinter output) {
    Account account = connection.account();
    String[] split = name.managed("partitions", Integer.toString(ordinal), "split");
    print(output, account.send(Call.of("POST", split)).require());
  }

  @Command(
      name = "top-keys",
      description = "Lists the partition keys that take most.",
      mixinStandardHelpOptions = true)
  void topKeys(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Option(
              names = "--by",
              defaultValue = "ru",
              description = "ru: of the last minutes, sampled; bytes: what their items take")
          String by,
      @Option(names = "--count", defaultValue = "10", description = "how many (default: 10)")
          int count,
      @Mixin ResultPrinter output) {
    Call call =
        Call.of("GET", name.managed("top-keys"))
            .parameter("by", by)
            .parameter("count", Integer.toString(count));
    output.list(connection.account().send(call).require().entries("keys"));
  }

  @Command(
      description = "Shows what each spent and held over time, a number for each step.",
      mixinStandardHelpOptions = true)
  void heatmap(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Option(names = "--from", description = "a time such as 2026-11-16T10:00:00Z")
          @Nullable String from,
      @Option(names = "--to", description = "as --from (default: now)") @Nullable String to,
      @Option(names = "--step", description = "seconds (default: 60)") @Nullable Integer step,
      @Mixin ResultPrinter output) {
    Call call = Call.of("GET", name.managed("heatmap"));
    call = from == null ? call : call.parameter("from", from);
    call = to == null ? call : call.parameter("to", to);
    call = step == null ? call : call.parameter("step", step.toString());
    output.one(connection.account().send(call).require().json());
  }

  private static void print(ResultPrinter output, Reply reply) {
    List<Value> partitions = reply.entries("partitions");
    output.list(partitions, () -> Summaries.partitions(partitions));
  }
}
