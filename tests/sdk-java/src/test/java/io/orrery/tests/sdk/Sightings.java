// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What readers of a feed have seen, together.
final class Sightings {
  private final Map<String, Set<Integer>> firsts = new HashMap<>();
  private final Map<String, List<Integer>> all = new HashMap<>();

  /// Notes an item as [FeedLoad] writes it.
  synchronized void add(JsonNode item) {
    String key = item.get("pk").asText();
    int n = item.get("n").asInt();
    firsts.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(n);
    all.computeIfAbsent(key, _ -> new ArrayList<>()).add(n);
  }

  /// The numbers seen in a key, in the order in which they were seen for the first time.
  synchronized List<Integer> firsts(String key) {
    return List.copyOf(firsts.getOrDefault(key, Set.of()));
  }

  /// The numbers seen in a key, repetitions included.
  synchronized List<Integer> all(String key) {
    return List.copyOf(all.getOrDefault(key, List.of()));
  }
}
