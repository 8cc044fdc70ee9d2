// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a container should do, in the simplest way: a map of items and a list of changes. It knows
/// of no partitions, index or batches.
///
/// Items that are dead but not yet removed stay in the map, as they do in the store.
final class Model {
  private static final PropertyPath UNIQUE = PropertyPath.parse("/u");

  /// A change in the history of all versions; deletes and expiries are both removals.
  record Event(
      boolean removal,
      ItemKey key,
      long lsn,
      Optional<String> current,
      Optional<String> previous) {}

  final TreeMap<ItemKey, Item> items = new TreeMap<>();
  final List<Event> events = new ArrayList<>();

  /// By the logical partition of the key, up to which LSN its items count as deleted.
  private final Map<String, Long> tombstones = new TreeMap<>();

  int ttlSeconds;
  long now;

  /// Whether the model has the item, but only until somebody removes it.
  boolean isDead(ItemKey key) {
    Item item = items.get(key);
    return item != null && isDead(key, item);
  }

  private boolean isDead(ItemKey key, Item item) {
    return Liveness.deadline(item, ttlSeconds) <= now
        || tombstones.getOrDefault(logicalPartition(key), -1L) >= item.version().lsn();
  }

  /// The live items of a range, in the order of their keys.
  SortedMap<ItemKey, Item> live(HashRange range) {
    SortedMap<ItemKey, Item> live = new TreeMap<>(items);
    live.entrySet()
        .removeIf(
            entry ->
                !range.contains(entry.getKey().position())
                    || isDead(entry.getKey(), entry.getValue()));
    return live;
  }

  /// The item a reader finds; null if there is none.
  @Nullable Item live(ItemKey key) {
    Item item = items.get(key);
    return item == null || isDead(key, item) ? null : item;
  }

  /// Carries out a write and says what should become of each step: the name of the result, or as
  /// the last one that of the refusal, after which nothing of the write is left.
  ///
  /// @param lsn the one the write got, if it took place
  List<String> write(List<Operation> operations, long lsn) {
    TreeMap<ItemKey, Item> before = new TreeMap<>(items);
    int eventsBefore = events.size();
    List<String> outcomes = new ArrayList<>();
    for (Operation operation : operations) {
      Step step = new Step(operation.key(), lsn, eventsBefore);
      String outcome = step.perform(operation);
      outcomes.add(outcome);
      if (step.refused) {
        items.clear();
        items.putAll(before);
        events.subList(eventsBefore, events.size()).clear();
        break;
      }
    }
    return outcomes;
  }

  void remove(ItemKey key, long lsn) {
    Item old = items.remove(key);
    if (old == null) {
      throw new IllegalStateException("the model has no " + key);
    }
    events.add(new Event(true, key, lsn, Optional.empty(), Optional.of(Samples.json(old))));
  }

  /// Removes those items that the store no longer has; all of them must be wanted for it.
  void removeAll(Predicate<ItemKey> gone, long lsn) {
    List.copyOf(items.keySet()).stream().filter(gone).forEach(key -> remove(key, lsn));
  }

  void addTombstone(ItemKey key, long lsn) {
    tombstones.put(logicalPartition(key), lsn);
  }

  /// Takes over from a real result what the model does not decide: the item's number.
  void adopt(ItemKey key, Item item) {
    items.put(key, item);
  }

  private static String logicalPartition(ItemKey key) {
    return key.withRowKey(new byte[0]).toString();
  }

  private final class Step {
    private final ItemKey key;
    private final long lsn;
    private final int eventsBefore;
    private boolean refused;

    Step(ItemKey key, long lsn, int eventsBefore) {
      this.key = key;
      this.lsn = lsn;
      this.eventsBefore = eventsBefore;
    }

    String perform(Operation operation) {
      Item stored = items.get(key);
      Item existing = stored == null || isDead(key, stored) ? null : stored;
      return switch (operation) {
        case Operation.Create create -> existing != null ? refuse("Exists") : put(create.item());
        case Operation.Upsert upsert ->
            existing != null && differs(existing, upsert.expected())
                ? refuse("VersionDiffers")
                : put(upsert.item());
        case Operation.Replace replace ->
            require(existing, replace.expected(), () -> put(replace.item()));
        case Operation.Delete delete ->
            require(
                existing,
                delete.expected(),
                () -> {
                  remove(key, lsn);
                  return "Deleted";
                });
        case Operation.Read read -> require(existing, read.expected(), () -> "Found");
        case Operation.Modify modify -> modify(modify, existing);
        case Operation.Merge _ -> throw new IllegalArgumentException(operation.toString());
      };
    }

    private String modify(Operation.Modify modify, @Nullable Item existing) {
      NewItem insert = modify.insert();
      if (existing == null) {
        return insert == null
            ? refuse("NotFound")
            : put(edited(modify, insert.body(), insert.ttlSeconds(), insert.indexed()));
      }
      if (differs(existing, modify.expected())) {
        return refuse("NotModified");
      }
      NewItem fresh = edited(modify, existing.body(), existing.ttlSeconds(), existing.indexed());
      if (Arrays.equals(fresh.body(), existing.body())) {
        return "Unchanged";
      }
      String result = put(fresh);
      return refused ? "NotModified" : result.replace("Replaced", "Modified");
    }

    /// What edits do is tested elsewhere; all of these fit.
    private NewItem edited(Operation.Modify modify, byte[] body, int ttlSeconds, boolean indexed) {
      Editing.Edited edited = Editing.apply(modify.update(), body, false, now);
      return new NewItem(((Editing.Edited.Done) edited).stored(), ttlSeconds, indexed);
    }

    private String require(
        @Nullable Item existing, @Nullable ItemVersion expected, Supplier<String> then) {
      if (existing == null) {
        return refuse("NotFound");
      }
      return differs(existing, expected) ? refuse("VersionDiffers") : then.get();
    }

    private boolean differs(Item existing, @Nullable ItemVersion expected) {
      return expected != null && !expected.equals(existing.version());
    }

    private String refuse(String refusal) {
      refused = true;
      return refusal;
    }

    private String put(NewItem fresh) {
      if (isDead(key)) {
        remove(key, lsn);
      }
      for (ItemKey owner : ownersOfUnique(fresh)) {
        if (!isDead(owner)) {
          return refuse("UniqueKeyTaken");
        }
        remove(owner, lsn);
      }
      Item old = items.get(key);
      Item item =
          new Item(
              new ItemVersion(lsn, events.size() - eventsBefore),
              old == null ? -1 : old.rid(),
              now,
              fresh.ttlSeconds(),
              fresh.indexed(),
              fresh.body());
      items.put(key, item);
      events.add(
          new Event(
              false,
              key,
              lsn,
              Optional.of(Samples.json(item)),
              Optional.ofNullable(old).map(Samples::json)));
      return old == null ? "Created" : "Replaced";
    }

    private List<ItemKey> ownersOfUnique(NewItem fresh) {
      Value wanted = unique(fresh.body());
      return items.entrySet().stream()
          .filter(entry -> !entry.getKey().equals(key) && entry.getKey().sharesPartitionKey(key))
          .filter(entry -> ValueOrder.SQL.compare(unique(entry.getValue().body()), wanted) == 0)
          .map(Map.Entry::getKey)
          .toList();
    }

    private static Value unique(byte[] body) {
      StoredCursor cursor = StoredCursor.over(body);
      return UNIQUE.seek(cursor) ? cursor.value() : Value.Null.NULL;
    }
  }
}
