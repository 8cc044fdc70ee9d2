// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery item …`.
@Command(name = "item", description = "Items of a container.")
final class ItemCommand extends CommandGroup {

  /// Which item, and of which version.
  static final class ItemName {
    @Option(
        names = {"-i", "--id"},
        required = true,
        description = "the item's id")
    private String id = "";

    @Mixin private PartitionKeyValue key = new PartitionKeyValue();

    Call call(String method, ContainerName container) {
      return key.requireIn(Call.of(method, container.address("docs", id)));
    }
  }

  /// Only if nobody changed the item meanwhile.
  static final class Condition {
    @Option(
        names = "--if-match",
        paramLabel = "ETAG",
        description = "only if this is still the item's _etag")
    private @Nullable String etag;

    Call addTo(Call call) {
      return etag == null ? call : call.header("If-Match", etag);
    }
  }

  @Command(description = "Prints an item.", mixinStandardHelpOptions = true)
  void get(
      @Mixin Connection connection,
      @Mixin ContainerName container,
      @Mixin ItemName item,
      @Mixin ResultPrinter output) {
    output.one(connection.account().send(item.call("GET", container)).require().json());
  }

  @Command(description = "Creates an item, or replaces it.", mixinStandardHelpOptions = true)
  void put(
      @Mixin Connection connection,
      @Mixin ContainerName container,
      @Mixin PartitionKeyValue key,
      @Mixin Condition condition,
      @Option(
              names = {"-b", "--body"},
              paramLabel = "JSON|@FILE|-",
              required = true,
              description = "the item; - reads it from standard input")
          String body,
      @Mixin ResultPrinter output) {
    Call call =
        Call.of("POST", container.address("docs"))
            .with(JsonArguments.bytes(body))
            .header("x-ms-documentdb-is-upsert", "true");
    output.one(connection.account().send(condition.addTo(key.addTo(call))).require().json());
  }

  @Command(description = "Changes parts of an item.", mixinStandardHelpOptions = true)
  void patch(
      @Mixin Connection connection,
      @Mixin ContainerName container,
      @Mixin ItemName item,
      @Mixin Condition condition,
      @Option(
              names = {"-b", "--body"},
              paramLabel = "JSON|@FILE|-",
              required = true,
              description = "[{\"op\":\"set\",\"path\":\"/name\",\"value\":1}, …]")
          String body,
      @Mixin ResultPrinter output) {
    Call call = item.call("PATCH", container).with(JsonArguments.bytes(body));
    output.one(connection.account().send(condition.addTo(call)).require().json());
  }

  @Command(description = "Deletes an item.", mixinStandardHelpOptions = true)
  void delete(
      @Mixin Connection connection,
      @Mixin ContainerName container,
      @Mixin ItemName item,
      @Mixin Condition condition) {
    connection.account().send(condition.addTo(item.call("DELETE", container))).require();
  }

  @Command(
      description = "Lists the items of a container or of a partition key.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin Connection connection,
      @Mixin ContainerName container,
      @Mixin PartitionKeyValue key,
      @Option(names = "--limit", defaultValue = "1000", description = "how many at most (1000)")
          int limit,
      @Mixin ResultPrinter output) {
    if (limit < 1 || limit == Integer.MAX_VALUE) {
      throw new CommandFailure(CommandFailure.Kind.WRONG_USE, "--limit must be at least 1.");
    }
    Call call = key.addTo(Call.of("GET", container.address("docs")));
    List<Value> items = connection.account().feed(call, "Documents", limit + 1);
    output.list(items.subList(0, Math.min(limit, items.size())));
    if (items.size() > limit) {
      output.remark("There are more than these %d; raise --limit.".formatted(limit));
    }
  }
}
