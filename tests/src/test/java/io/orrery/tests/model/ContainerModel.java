// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.SessionToken;
import io.orrery.model.ErrorCode;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Change;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.tests.model.FeedModel.Presence;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A container as it should be: a sorted map, and those who follow its changes.
final class ContainerModel {
  private final String name;
  private final Template template;
  private final TreeMap<ItemKey, ModelItem> items = new TreeMap<>();
  private final TreeMap<ItemKey, ModelItem> unswept = new TreeMap<>();
  private final TreeMap<String, Long> lsns = new TreeMap<>();
  private final TreeSet<Long> rids = new TreeSet<>();
  private final List<FeedModel> feeds = new ArrayList<>();
  private final List<IndexingPolicy> policies = new ArrayList<>();
  private ContainerDefinition definition;
  private long writes;
  private SessionToken session = SessionToken.NONE;

  ContainerModel(String name, Template template) {
    this.name = name;
    this.template = template;
    this.definition = template.definition();
    policies.add(definition.indexing());
  }

  String name() {
    return name;
  }

  Template template() {
    return template;
  }

  ContainerDefinition definition() {
    return definition;
  }

  NavigableMap<ItemKey, ModelItem> items() {
    return items;
  }

  List<FeedModel> feeds() {
    return feeds;
  }

  /// What was seen of it so far.
  SessionToken session() {
    return session;
  }

  void seen(SessionToken token) {
    session = session.merge(token);
  }

  /// The policies under which items may be indexed at the moment.
  List<IndexingPolicy> policies() {
    return policies;
  }

  void replace(ContainerDefinition next) {
    definition = next;
    policies.add(next.indexing());
  }

  void follow(FeedModel feed) {
    unswept.values().forEach(item -> feed.remove(item, Change.Operation.DELETE, Presence.PERHAPS));
    feeds.add(feed);
  }

  /// How many writes there were.
  long writes() {
    return writes;
  }

  /// Whether there may be items that are gone but still take their place.
  boolean isUnswept() {
    return !unswept.isEmpty();
  }

  /// Everything that is gone has been swept.
  void swept() {
    unswept.clear();
  }

  /// Every item is indexed by the newest policy.
  void indexed() {
    policies.subList(0, policies.size() - 1).clear();
  }

  /// Takes away what is past its time.
  void expire(long nowMillis) {
    List<ModelItem> expired =
        items.values().stream()
            .filter(item -> item.isExpired(definition.ttlSeconds(), nowMillis))
            .toList();
    for (ModelItem item : expired) {
      items.remove(item.key());
      unswept.put(item.key(), item);
      feeds.forEach(feed -> feed.remove(item, Change.Operation.EXPIRE, Presence.LATER));
    }
  }

  /// Why the operation cannot be done, seen from a state that earlier ones of its batch have
  /// changed; empty if it can.
  Optional<ErrorCode> refusal(Operation operation, Map<ItemKey, Content> state) {
    Content existing = state.get(operation.key());
    return switch (operation) {
      case Operation.Create create ->
          existing != null
              ? Optional.of(ErrorCode.CONFLICT)
              : uniqueness(create.key(), create.item(), state);
      case Operation.Upsert upsert ->
          existing != null && differs(existing, upsert.expected())
              ? Optional.of(ErrorCode.PRECONDITION_FAILED)
              : uniqueness(upsert.key(), upsert.item(), state);
      case Operation.Replace replace ->
          required(existing, replace.expected())
              .or(() -> uniqueness(replace.key(), replace.item(), state));
      case Operation.Delete delete -> required(existing, delete.expected());
      case Operation.Read read -> required(existing, read.expected());
      case Operation.Modify _, Operation.Merge _ ->
          throw new IllegalArgumentException(operation.toString());
    };
  }

  private static Optional<ErrorCode> required(
      @Nullable Content existing, @Nullable ItemVersion expected) {
    if (existing == null) {
      return Optional.of(ErrorCode.NOT_FOUND);
    }
    return differs(existing, expected)
        ? Optional.of(ErrorCode.PRECONDITION_FAILED)
        : Optional.empty();
  }

  private static boolean differs(Content existing, @Nullable ItemVersion expected) {
    return expected != null && !expected.equals(existing.version());
  }

  /// What a batch has made of an item so far; the version is null until it is committed.
  record Content(byte[] body, Value.Document document, @Nullable ItemVersion version) {
    static Content of(NewItem item) {
      return new Content(item.body(), ContainerModel.document(item.body()), null);
    }
  }

  static Value.Document document(byte[] body) {
    return (Value.Document) StoredItems.decode(body);
  }

  private Optional<ErrorCode> uniqueness(ItemKey key, NewItem item, Map<ItemKey, Content> state) {
    Value.Document document = document(item.body());
    for (List<PropertyPath> paths : definition.uniqueKeys()) {
      for (var other : state.entrySet()) {
        if (!other.getKey().equals(key) && isSame(paths, document, other.getValue().document())) {
          return Optional.of(ErrorCode.UNIQUE_KEY_VIOLATION);
        }
      }
    }
    return Optional.empty();
  }

  /// A path that is missing counts as null.
  private static boolean isSame(
      List<PropertyPath> paths, Value.Document left, Value.Document right) {
    Function<Value, Value> orNull =
        value -> value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
    return paths.stream()
        .allMatch(
            path ->
                ValueOrder.SQL.compare(
                        orNull.apply(OrderedQuery.at(left, path)),
                        orNull.apply(OrderedQuery.at(right, path)))
                    == 0);
  }

  /// The logical partition of a key, as a batch begins with it.
  Map<ItemKey, Content> logicalPartition(ItemKey key) {
    TreeMap<ItemKey, Content> state = new TreeMap<>();
    for (ModelItem item : itemsOf(key)) {
      state.put(item.key(), new Content(item.body(), item.document(), item.version()));
    }
    return state;
  }

  List<ModelItem> itemsOf(ItemKey key) {
    ItemKey first = key.withRowKey(new byte[0]);
    return items.tailMap(first).values().stream()
        .takeWhile(item -> item.key().sharesPartitionKey(key))
        .toList();
  }

  /// About how many bytes the logical partition takes, at most, with its index entries.
  long bytesStored(ItemKey key) {
    Stream<ModelItem> gone =
        unswept.values().stream().filter(item -> item.key().sharesPartitionKey(key));
    return Stream.concat(itemsOf(key).stream(), gone)
        .mapToLong(item -> 3L * item.body().length + 400)
        .sum();
  }

  /// The engine stored an item.
  void stored(ItemKey key, NewItem asked, Item got, long nowMillis) {
    ModelItem before = items.get(key);
    assertThat(got.body()).isEqualTo(asked.body());
    assertThat(got.ttlSeconds()).isEqualTo(asked.ttlSeconds());
    assertThat(got.indexed()).isEqualTo(asked.indexed());
    assertThat(got.timeMillis()).isEqualTo(nowMillis);
    if (before == null) {
      assertThat(rids.add(got.rid())).as("rid %d is new", got.rid()).isTrue();
    } else {
      assertThat(got.rid()).as("rid of an item").isEqualTo(before.rid());
      assertThat(got.version()).isGreaterThan(before.version());
    }
    ModelItem item =
        new ModelItem(
            key,
            got.version(),
            got.rid(),
            got.timeMillis(),
            got.ttlSeconds(),
            got.indexed(),
            got.body(),
            document(got.body()),
            ++writes);
    items.put(key, item);
    unswept.remove(key);
    feeds.forEach(feed -> feed.put(item, before));
  }

  void deleted(ItemKey key, Item got) {
    ModelItem before = Objects.requireNonNull(items.remove(key));
    assertThat(got.version()).isEqualTo(before.version());
    assertThat(got.body()).isEqualTo(before.body());
    feeds.forEach(feed -> feed.remove(before, Change.Operation.DELETE, Presence.NOW));
  }

  /// A write took place at this LSN: later than everything before it in the same logical partition.
  void committed(ItemKey key, long lsn) {
    Long before = lsns.put(HexFormat.of().formatHex(key.logicalPartition()), lsn);
    assertThat(lsn).isGreaterThan(before == null ? 0 : before);
  }

  int deletedAll(ItemKey key) {
    List<ModelItem> gone = itemsOf(key);
    for (ModelItem item : gone) {
      items.remove(item.key());
      unswept.put(item.key(), item);
      feeds.forEach(feed -> feed.remove(item, Change.Operation.DELETE, Presence.LATER));
    }
    return gone.size();
  }
}
