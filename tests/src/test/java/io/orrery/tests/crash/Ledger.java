// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the parent knows from the lines that reached it: for every writer what it has, and what it
/// was doing last.
final class Ledger {
  private final TreeMap<Integer, List<Possibility>> possibilities = new TreeMap<>();
  private final TreeMap<Integer, Intent> inFlight = new TreeMap<>();
  private long acknowledged;
  private long refused;

  private List<Possibility> of(int writer) {
    return possibilities.computeIfAbsent(writer, _ -> new ArrayList<>(List.of(new Possibility())));
  }

  void intend(Intent intent) {
    Intent before = inFlight.put(intent.writer(), intent);
    if (before != null) {
      throw new AssertionError("two things at once: " + before + " and " + intent);
    }
  }

  void acknowledge(int writer) {
    Intent intent = take(writer, true);
    of(writer).forEach(possibility -> possibility.apply(intent));
    acknowledged++;
  }

  void refuse(int writer) {
    take(writer, false);
    refused++;
  }

  private Intent take(int writer, boolean carriedOut) {
    Intent intent = inFlight.remove(writer);
    if (intent == null) {
      throw new AssertionError("writer " + writer + " answered without a question");
    }
    of(writer).removeIf(possibility -> !possibility.explains(intent, carriedOut));
    if (of(writer).isEmpty()) {
      throw new AssertionError(
          "%s was %s, which does not fit what was acknowledged before"
              .formatted(intent, carriedOut ? "carried out" : "refused"));
    }
    return intent;
  }

  /// The process is dead: what was under way has happened, or has not.
  void killed() {
    inFlight.forEach(
        (writer, intent) -> {
          List<Possibility> more = new ArrayList<>();
          for (Possibility possibility : of(writer)) {
            if (possibility.explains(intent, true)) {
              Possibility done = possibility.copy();
              done.apply(intent);
              more.add(done);
            }
          }
          of(writer).addAll(more);
        });
    inFlight.clear();
  }

  /// Compares with what is in the store; from then on each writer has just that.
  void settle(Map<Integer, Map<String, Long>> found, long nowMillis) {
    for (var each : possibilities.entrySet()) {
      int writer = each.getKey();
      Map<String, Long> entries = found.getOrDefault(writer, Map.of());
      List<String> differences = new ArrayList<>();
      Possibility match = null;
      for (Possibility possibility : each.getValue()) {
        String difference = possibility.difference(entries, nowMillis);
        if (difference.isEmpty()) {
          match = possibility;
        }
        differences.add(difference);
      }
      if (match == null) {
        throw new AssertionError(
            "writer %d, of %d possible states none is there: %s"
                .formatted(writer, differences.size(), String.join("\n or\n", differences)));
      }
      match.settle(entries);
      each.setValue(new ArrayList<>(List.of(match)));
    }
    for (int writer : found.keySet()) {
      if (!possibilities.containsKey(writer)) {
        throw new AssertionError("writer " + writer + " never did anything: " + found.get(writer));
      }
    }
  }

  int entries() {
    return possibilities.values().stream().mapToInt(each -> each.getFirst().size()).sum();
  }

  long acknowledged() {
    return acknowledged;
  }

  long refused() {
    return refused;
  }
}
