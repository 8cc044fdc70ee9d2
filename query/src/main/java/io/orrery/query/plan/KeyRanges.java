// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The part of a container that a query can have rows from: all items whose partition key begins
/// with one of these prefixes.
///
/// A prefix with a value for each path is one logical partition; the empty prefix is the whole
/// container; no prefix at all means that the query has no rows.
public record KeyRanges(List<PartitionKey> prefixes) {
  public static final KeyRanges EVERYTHING = new KeyRanges(List.of(PartitionKey.of()));

  public KeyRanges {
    prefixes = List.copyOf(prefixes);
  }

  /// What the filter of a query says about the partition key. Never leaves out a key that an item
  /// in the result may have.
  public static KeyRanges of(Query query, PartitionKeyDefinition definition, Constants constants) {
    if (query.where() == null || query.from() == null) {
      return EVERYTHING;
    }
    KeyFilter filter =
        new KeyFilter(definition.paths(), new DocumentPaths(query.from()), constants);
    Set<PartitionKey> prefixes = new LinkedHashSet<>();
    for (Map<Integer, Value> alternative : filter.whenTrue(query.where()).alternatives()) {
      prefixes.add(prefix(alternative, definition));
    }
    List<PartitionKey> shortest = new ArrayList<>(prefixes);
    shortest.removeIf(key -> beginsWithAnother(key, prefixes));
    return new KeyRanges(shortest);
  }

  private static PartitionKey prefix(
      Map<Integer, Value> alternative, PartitionKeyDefinition definition) {
    List<Value> components = new ArrayList<>();
    int levels = definition.paths().size();
    Value next = alternative.get(0);
    while (next != null) {
      components.add(next);
      next = alternative.get(components.size());
    }
    boolean usable =
        components.size() == levels || definition.kind() == PartitionKeyDefinition.Kind.MULTI_HASH;
    return usable ? new PartitionKey(components) : PartitionKey.of();
  }

  private static boolean beginsWithAnother(PartitionKey key, Set<PartitionKey> prefixes) {
    for (int length = 0; length < key.size(); length++) {
      if (prefixes.contains(new PartitionKey(key.components().subList(0, length)))) {
        return true;
      }
    }
    return false;
  }

  public boolean isEverything() {
    return prefixes.size() == 1 && prefixes.getFirst().size() == 0;
  }

  public boolean isNothing() {
    return prefixes.isEmpty();
  }

  /// Whether all rows come from one logical partition.
  public boolean isSinglePartition(PartitionKeyDefinition definition) {
    return prefixes.size() == 1
        && !definition.paths().isEmpty()
        && prefixes.getFirst().size() == definition.paths().size();
  }

  /// The same as positions on the ring, in their order.
  public List<QueryRange> ranges(PartitionKeyDefinition definition) {
    if (isNothing()) {
      return List.of(QueryRange.NOWHERE);
    }
    return prefixes.stream()
        .map(prefix -> range(prefix, definition))
        .distinct()
        .sorted(Comparator.comparing(QueryRange::min))
        .toList();
  }

  private static QueryRange range(PartitionKey prefix, PartitionKeyDefinition definition) {
    if (prefix.size() == 0) {
      return QueryRange.of(HashRange.FULL);
    }
    return prefix.size() == definition.paths().size()
        ? QueryRange.point(definition.position(prefix))
        : QueryRange.of(definition.prefixRange(prefix));
  }
}
