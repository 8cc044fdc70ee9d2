// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `orrery query "SELECT …"`.
@Command(
    name = "query",
    description = "Runs a query on the items of a container.",
    mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {
  private static final String CONTINUATION = "x-ms-continuation";
  private static final String EXPLANATION = "x-orrery-explanation";

  @Mixin private Connection connection = new Connection();
  @Mixin private ContainerName container = new ContainerName();
  @Mixin private PartitionKeyValue key = new PartitionKeyValue();
  @Mixin private ResultPrinter output = new ResultPrinter();

  @Parameters(paramLabel = "QUERY", description = "SELECT …")
  private String text = "";

  @Option(names = "--limit", defaultValue = "1000", description = "how many rows at most (1000)")
  private int limit = 1000;

  @Option(
      names = "--explain",
      description = "print, instead of the rows, which index and partitions they came from")
  private boolean explain;

  @Override
  public Integer call() {
    if (limit < 1) {
      throw new CommandFailure(CommandFailure.Kind.WRONG_USE, "--limit must be at least 1.");
    }
    LinkedHashMap<String, Value> body = new LinkedHashMap<>();
    body.put("query", new Value.Text(text));
    Call call =
        key.addTo(Call.query(new Value.Document(body), container.address("docs")))
            .header("x-ms-documentdb-query-enablecrosspartition", "True")
            .header("x-ms-max-item-count", Integer.toString(limit));
    if (explain) {
      output.list(explanation(call.header("x-orrery-explain", "true")));
      return 0;
    }
    List<Value> rows = connection.account().feed(call, "Documents", limit);
    output.list(rows);
    if (rows.size() == limit) {
      output.remark("There may be more than these %d; raise --limit.".formatted(limit));
    }
    return 0;
  }

  /// How each page came about, up to as many rows as are wanted.
  private List<Value> explanation(Call call) {
    List<Value> pages = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    int rows = 0;
    do {
      Call next = continuation.map(token -> call.header(CONTINUATION, token)).orElse(call);
      Reply page = connection.account().send(next).require();
      int found = page.entries("Documents").size();
      pages.add(explained(page, found));
      rows += found;
      continuation = page.header(CONTINUATION).filter(token -> !token.isEmpty());
    } while (continuation.isPresent() && rows < limit);
    return pages;
  }

  private static Value explained(Reply page, int rows) {
    LinkedHashMap<String, Value> members = new LinkedHashMap<>();
    members.put("rows", new Value.Int32(rows));
    members.put("charge", new Value.Text(page.header("x-ms-request-charge").orElse("") + " RU"));
    page.header(EXPLANATION)
        .map(
            text -> StoredItems.decode(StoredItems.fromJson(text.getBytes(StandardCharsets.UTF_8))))
        .ifPresent(
            explanation -> {
              if (explanation instanceof Value.Document document) {
                members.putAll(document.properties());
              }
            });
    return new Value.Document(members);
  }
}
