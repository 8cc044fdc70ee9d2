// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery partitions …`.
@Command(name = "partitions", description = "The physical partitions of a container.")
final class PartitionsCommand extends Group {

  @Command(description = "Lists them, with what each holds.", mixinStandardHelpOptions = true)
  void list(@Mixin Connection connection, @Mixin ContainerName name, @Mixin Output output) {
    Account account = connection.account();
    print(output, account.get(name.managed("partitions")));
  }

  @Command(description = "Splits one where its data is halved.", mixinStandardHelpOptions = true)
  void split(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Option(names = "--ordinal", required = true, description = "which, as list prints it")
          int ordinal,
      @Mixin Output output) {
    Account account = connection.account();
    String[] split = name.managed("partitions", Integer.toString(ordinal), "split");
    print(output, account.send(Call.of("POST", split)).require());
  }

  private static void print(Output output, Reply reply) {
    List<Value> partitions = reply.entries("partitions");
    output.list(partitions, () -> Summaries.partitions(partitions));
  }
}
