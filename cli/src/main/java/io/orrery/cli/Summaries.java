// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// What people look for in lists of databases and containers, one line each. Much of it stands in
/// other resources than those listed, which are asked for here; what is deleted meanwhile is left
/// out.
final class Summaries {
  private static final Value.Document COUNT =
      JsonArguments.of("query", new Value.Text("SELECT VALUE COUNT(1) FROM c"));

  private final Account account;
  private final Map<String, String> throughputs;

  private Summaries(Account account) {
    this.account = account;
    this.throughputs =
        documents(account.feed("Offers", "offers")).stream()
            .collect(
                Collectors.toMap(
                    offer -> JsonArguments.requireText(offer, "offerResourceId"),
                    ThroughputOffers::text));
  }

  static List<Value> databases(Account account, List<Value> databases) {
    Summaries summaries = new Summaries(account);
    return documents(databases).stream().map(summaries::database).flatMap(List::stream).toList();
  }

  private List<Value> database(Value.Document database) {
    String id = JsonArguments.requireText(database, "id");
    Reply count = account.send(Call.query(COUNT, "dbs", id, "colls"));
    if (count.isNotFound()) {
      return List.of();
    }
    SequencedMap<String, Value> line = new LinkedHashMap<>();
    line.put("id", new Value.Text(id));
    line.put("throughput", new Value.Text(throughput(database, "")));
    line.put("containers", count.require().entries("DocumentCollections").getFirst());
    return List.of(new Value.Document(line));
  }

  static List<Value> containers(Account account, String database, List<Value> containers) {
    Summaries summaries = new Summaries(account);
    return documents(containers).stream()
        .map(container -> summaries.container(database, container))
        .flatMap(List::stream)
        .toList();
  }

  private List<Value> container(String database, Value.Document container) {
    String id = JsonArguments.requireText(container, "id");
    Reply reply =
        account.send(Call.of("GET", ContainerName.managedAddress(database, id, "partitions")));
    if (reply.isNotFound()) {
      return List.of();
    }
    List<Value.Document> partitions = documents(reply.require().entries("partitions"));
    SequencedMap<String, Value> line = new LinkedHashMap<>();
    line.put("id", new Value.Text(id));
    line.put("partition key", new Value.Text(String.join(", ", keyPaths(container))));
    line.put("throughput", new Value.Text(throughput(container, "shared")));
    line.put("partitions", new Value.Int64(partitions.size()));
    line.put("items", new Value.Int64(sum(partitions, "items")));
    line.put(
        "bytes", new Value.Int64(sum(partitions, "dataBytes") + sum(partitions, "indexBytes")));
    return List.of(new Value.Document(line));
  }

  /// All but where a partition came from.
  static List<Value> partitions(List<Value> partitions) {
    return documents(partitions).stream()
        .<Value>map(each -> JsonArguments.without(each, "parents"))
        .toList();
  }

  private String throughput(Value.Document owner, String otherwise) {
    return throughputs.getOrDefault(JsonArguments.requireText(owner, "_rid"), otherwise);
  }

  private static List<String> keyPaths(Value.Document container) {
    List<String> paths = new ArrayList<>();
    if (container.property("partitionKey") instanceof Value.Document key
        && key.property("paths") instanceof Value.Array(List<Value> elements)) {
      for (Value element : elements) {
        if (element instanceof Value.Text(String path)) {
          paths.add(path);
        }
      }
    }
    return paths;
  }

  private static long sum(List<Value.Document> documents, String name) {
    return documents.stream().mapToLong(each -> JsonArguments.number(each, name)).sum();
  }

  private static List<Value.Document> documents(List<Value> values) {
    return values.stream()
        .filter(Value.Document.class::isInstance)
        .map(Value.Document.class::cast)
        .toList();
  }
}
