// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine.Option;

/// The partition key of an item.
final class PartitionKeyValue {
  private static final String HEADER = "x-ms-documentdb-partitionkey";

  @Option(
      names = {"-k", "--partition-key"},
      paramLabel = "VALUE",
      description =
          "the value of the partition key, repeated for each level: text, or as JSON a number,"
              + " true, false, null or \"text\" in quotes; undefined if the item has none")
  private List<String> levels = List.of();

  /// The request with the partition key in its header, if there is one.
  Call addTo(Call call) {
    if (levels.isEmpty()) {
      return call;
    }
    List<Value> values = levels.stream().map(PartitionKeyValue::value).toList();
    return call.header(HEADER, ascii(JsonLayout.compact(new Value.Array(values))));
  }

  Call requireIn(Call call) {
    if (levels.isEmpty()) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE, "Name the item's partition key with --partition-key.");
    }
    return addTo(call);
  }

  private static Value value(String text) {
    if (text.equals("undefined")) {
      return new Value.Document(new LinkedHashMap<>()); // How the protocol writes it.
    }
    try {
      Value json = StoredItems.decode(StoredItems.fromJson(text.getBytes(StandardCharsets.UTF_8)));
      return json instanceof Value.Composite ? new Value.Text(text) : json;
    } catch (OrreryException _) {
      return new Value.Text(text);
    }
  }

  /// Headers are ASCII, so other characters are escaped as JSON allows.
  private static String ascii(String json) {
    StringBuilder escaped = new StringBuilder();
    json.chars()
        .forEach(
            c -> {
              if (c < 0x7F) {
                escaped.append((char) c);
              } else {
                escaped.append("\\u%04x".formatted(c));
              }
            });
    return escaped.toString();
  }
}
