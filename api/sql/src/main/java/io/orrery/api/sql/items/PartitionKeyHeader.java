// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Partition keys as headers and bulk operations give them: a JSON array with an element for each
/// path, in which `{}` stands for undefined.
public final class PartitionKeyHeader {
  private static final long EXACT_MAX = 1L << 53;

  private PartitionKeyHeader() {}

  /// Reads the key of a container with so many paths, all of which must be there. Fails with
  /// PARTITION_KEY_MISMATCH, INVALID_ARGUMENT or MALFORMED.
  public static PartitionKey parse(String text, int paths) {
    PartitionKey key = parsePrefix(text, paths);
    if (key.size() != paths) {
      throw Refusals.keyMismatch(
          "The partition key %s has %d components, the container's definition has %d paths."
              .formatted(key, key.size(), paths));
    }
    return key;
  }

  /// As [#parse], but hierarchical keys may lack components at the end.
  public static PartitionKey parsePrefix(String text, int paths) {
    if (isPlainText(text)) {
      return key(List.of(new Value.Text(text.substring(2, text.length() - 2))), paths);
    }
    if (!(Json.parse(text) instanceof Value.Array(List<Value> elements))) {
      throw Refusals.invalid("The partition key must be a JSON array, not %s.".formatted(text));
    }
    return key(components(elements), paths);
  }

  /// The key that the elements of such an array are, whatever container it is for.
  public static PartitionKey of(List<Value> elements) {
    return rounded(new PartitionKey(components(elements)));
  }

  private static List<Value> components(List<Value> elements) {
    List<Value> components = new ArrayList<>(elements.size());
    for (Value element : elements) {
      components.add(component(element));
    }
    return components;
  }

  /// The form in which clients get a key back.
  public static Value.Array array(PartitionKey key) {
    return new Value.Array(key.components().stream().map(PartitionKeyHeader::element).toList());
  }

  private static Value element(Value component) {
    return component == Value.Undefined.UNDEFINED
        ? new Value.Document(new LinkedHashMap<>())
        : component;
  }

  /// Old containers without partition key, and those migrated from them, are asked for nothing or
  /// for the undefined key in one form or the other.
  private static PartitionKey key(List<Value> components, int paths) {
    if (paths == 0 && components.equals(List.of(Value.Undefined.UNDEFINED))) {
      return PartitionKey.NONE;
    }
    if (paths == 1 && components.isEmpty()) {
      return PartitionKey.of(Value.Undefined.UNDEFINED);
    }
    PartitionKey key = rounded(new PartitionKey(components));
    if (components.size() > paths) {
      throw Refusals.keyMismatch(
          "The partition key %s has %d components, the container's definition has %d paths."
              .formatted(key, key.size(), paths));
    }
    return key;
  }

  /// The key with numbers as clients have them in keys, which are doubles: items keep whole numbers
  /// beyond 2^53 exactly, but in a key these lose digits.
  public static PartitionKey rounded(PartitionKey key) {
    for (Value component : key.components()) {
      if (isInexact(component)) {
        return new PartitionKey(
            key.components().stream().map(PartitionKeyHeader::rounded).toList());
      }
    }
    return key;
  }

  private static boolean isInexact(Value component) {
    return component instanceof Value.Int64(long number)
        && (number > EXACT_MAX || number < -EXACT_MAX);
  }

  private static Value rounded(Value component) {
    return component instanceof Value.Int64(long number) && isInexact(component)
        ? new Value.Float64(number)
        : component;
  }

  /// Whether the text is `["…"]` with nothing in it that JSON escapes: the usual key, which needs
  /// no parser.
  private static boolean isPlainText(String text) {
    int end = text.length() - 2;
    if (end < 2 || !text.startsWith("[\"") || !text.endsWith("\"]")) {
      return false;
    }
    for (int i = 2; i < end; i++) {
      char next = text.charAt(i);
      if (next == '"' || next == '\\' || next < ' ' || next > '~') {
        return false;
      }
    }
    return true;
  }

  private static Value component(Value element) {
    return switch (element) {
      case Value.Document(var properties) when properties.isEmpty() -> Value.Undefined.UNDEFINED;
      case Value.Composite _ ->
          throw Refusals.invalid(
              "A component of the partition key is an array or object: %s."
                  .formatted(Json.text(element)));
      case Value.Scalar _ -> element;
    };
  }
}
