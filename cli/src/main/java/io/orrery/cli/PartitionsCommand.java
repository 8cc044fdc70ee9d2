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
    print(output, account.get(address(account, name)));
  }

  @Command(description = "Splits one where its data is halved.", mixinStandardHelpOptions = true)
  void split(
      @Mixin Connection connection,
      @Mixin ContainerName name,
      @Option(names = "--ordinal", required = true, description = "which, as list prints it")
          int ordinal,
      @Mixin Output output) {
    Account account = connection.account();
    String[] split = address(account, name, Integer.toString(ordinal), "split");
    print(output, account.send(Call.of("POST", split)).require());
  }

  private static void print(Output output, Reply reply) {
    List<Value> partitions = reply.entries("partitions");
    output.list(partitions, () -> Summaries.partitions(partitions));
  }

  /// The server's own calls know containers by rid, which stays when names are used again.
  private static String[] address(Account account, ContainerName name, String... more) {
    Value.Document container = account.get(name.address()).document();
    List<String> segments =
        List.of(
            "_orrery",
            "api",
            "v1",
            "containers",
            Documents.requireText(container, "_rid"),
            "partitions");
    return java.util.stream.Stream.concat(segments.stream(), List.of(more).stream())
        .toArray(String[]::new);
  }
}
