// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import io.orrery.tests.crash.Intent.Effect;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/// One thing that the store may hold of a writer. There are several after a kill: what was being
/// done then has happened or has not, but never in part.
///
/// Everything is an entry: an item by container, key and id; a container by its name; the number of
/// a container's indexing policy.
final class Possibility {

  /// @param livesUntilMillis 0 if the entry never expires
  record Entry(long number, long livesUntilMillis) {}

  private static final String CONTAINER = "container ";
  private static final String POLICY = "policy ";

  private final NavigableMap<String, Entry> entries;

  Possibility() {
    this(new TreeMap<>());
  }

  private Possibility(NavigableMap<String, Entry> entries) {
    this.entries = entries;
  }

  static String item(String container, String key, int id) {
    return "item " + container + "/" + key + "/" + id;
  }

  static String container(String name) {
    return CONTAINER + name;
  }

  static String policy(String container) {
    return POLICY + container;
  }

  Possibility copy() {
    return new Possibility(new TreeMap<>(entries));
  }

  void apply(Intent intent) {
    for (Effect effect : intent.effects()) {
      switch (effect) {
        case Effect.Put(var container, var key, int first, int count, long number, long until) -> {
          for (int i = 0; i < count; i++) {
            entries.put(item(container, key, first + i), new Entry(number + i, until));
          }
        }
        case Effect.Delete(var container, var key, int id) ->
            entries.remove(item(container, key, id));
        case Effect.DeleteKey(var container, var key) ->
            removeAll("item " + container + "/" + key + "/");
        case Effect.MakeContainer(var container) ->
            entries.put(container(container), new Entry(1, 0));
        case Effect.DropContainer(var container) -> {
          entries.remove(container(container));
          removeAll("item " + container + "/");
        }
        case Effect.Reindex(var container, int policy) -> {
          entries.remove(policy(container));
          if (policy > 0) { // The first one is what containers are made with.
            entries.put(policy(container), new Entry(policy, 0));
          }
        }
      }
    }
  }

  private void removeAll(String prefix) {
    entries.subMap(prefix, prefix + Character.MAX_VALUE).clear();
  }

  /// Whether the intent could have been carried out, or refused, on this state.
  boolean explains(Intent intent, boolean carriedOut) {
    return switch (intent.kind()) {
      case CREATE -> isOpen(intent) || carriedOut != exists(intent);
      case DELETE, MODIFY -> isOpen(intent) || carriedOut == exists(intent);
      case FILL -> carriedOut == entries.containsKey(container(containerOf(intent)));
      case MAKE_CONTAINER -> carriedOut != exists(intent);
      case DROP_CONTAINER -> carriedOut == exists(intent);
      case UPSERT, DELETE_KEY, REINDEX -> carriedOut;
      case BATCH -> carriedOut == isPossible(intent);
      case SPLIT -> true;
    };
  }

  /// Whether every item that a batch deletes is there when its turn comes.
  private boolean isPossible(Intent batch) {
    TreeSet<String> put = new TreeSet<>();
    TreeSet<String> deleted = new TreeSet<>();
    for (Effect effect : batch.effects()) {
      if (effect instanceof Effect.Put(var container, var key, int first, int count, _, _)) {
        for (int i = 0; i < count; i++) {
          put.add(item(container, key, first + i));
          deleted.remove(item(container, key, first + i));
        }
      } else if (effect instanceof Effect.Delete(var container, var key, int id)) {
        String name = item(container, key, id);
        if (!put.remove(name) && (!entries.containsKey(name) || deleted.contains(name))) {
          return false;
        }
        deleted.add(name);
      }
    }
    return true;
  }

  private boolean exists(Intent intent) {
    return entries.containsKey(target(intent));
  }

  /// Whether nobody can tell, because the item may have expired.
  private boolean isOpen(Intent intent) {
    Entry entry = entries.get(target(intent));
    return entry != null && entry.livesUntilMillis() > 0;
  }

  private static String containerOf(Intent fill) {
    if (fill.effects().getFirst() instanceof Effect.Put put) {
      return put.container();
    }
    throw new IllegalArgumentException(fill.toString());
  }

  private static String target(Intent intent) {
    return switch (intent.effects().getFirst()) {
      case Effect.Put put -> item(put.container(), put.key(), put.first());
      case Effect.Delete delete -> item(delete.container(), delete.key(), delete.id());
      case Effect.DeleteKey delete -> item(delete.container(), delete.key(), 0);
      case Effect.MakeContainer make -> container(make.container());
      case Effect.DropContainer drop -> container(drop.container());
      case Effect.Reindex reindex -> policy(reindex.container());
    };
  }

  /// Where what was found differs from this, for people; empty if it does not.
  String difference(Map<String, Long> found, long nowMillis) {
    StringBuilder text = new StringBuilder();
    entries.forEach(
        (name, entry) -> {
          Long number = found.get(name);
          boolean gone = entry.livesUntilMillis() > 0 && entry.livesUntilMillis() <= nowMillis;
          if (!Objects.equals(number, entry.number()) && !(number == null && gone)) {
            text.append("\n  %s should be %d, is %s".formatted(name, entry.number(), number));
          }
        });
    found.forEach(
        (name, number) -> {
          if (!entries.containsKey(name)) {
            text.append("\n  %s should not be there, is %d".formatted(name, number));
          }
        });
    return text.toString();
  }

  /// What was found is what is: what expired will not come back.
  void settle(Map<String, Long> found) {
    entries.keySet().retainAll(found.keySet());
  }

  int size() {
    return entries.size();
  }
}
