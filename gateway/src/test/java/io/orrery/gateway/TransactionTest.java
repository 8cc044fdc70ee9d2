// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PropertyPath;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionTest {
  private static final byte[] START = {};
  private static final ContainerDefinition UNIQUE =
      Bed.BY_KEY.withUniqueKeys(List.of(List.of(PropertyPath.parse("/email"))));

  private final Bed bed = Bed.inMemory();
  private final Gateway gateway = bed.gateway();
  private final ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);

  @AfterEach
  void close() {
    bed.close();
  }

  private ItemKey key(String id) {
    return Bed.key(container, "a", id);
  }

  private static NewItem number(int n) {
    return Bed.json("{\"n\":" + n + "}");
  }

  private <T> Committed<T> transact(Function<Transaction, T> work) {
    return gateway.transact(container, key(""), work, bed.request());
  }

  private String stored(String id) {
    return Bed.json(gateway.read(container, key(id), bed.request()).item().orElseThrow());
  }

  private static List<String> ids(List<Row> rows) {
    return rows.stream()
        .map(row -> new String(row.key().rowKey(), java.nio.charset.StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void seesItsOwnWritesAndNobodyElseDoes() {
    gateway.create(container, key("b"), number(1), bed.request());
    gateway.create(container, key("d"), number(1), bed.request());
    Committed<List<String>> committed =
        transact(
            transaction -> {
              Item created = transaction.create(key("a"), number(1));
              Item replaced = transaction.replace(key("a"), number(2), created.version());
              assertThat(replaced.rid()).isEqualTo(created.rid());
              assertThat(transaction.find(key("a"))).contains(replaced);
              transaction.delete(key("b"), null);
              transaction.upsert(key("c"), number(3), null);
              transaction.upsert(key("d"), number(4), null);
              assertThat(transaction.find(key("b"))).isEmpty();
              assertFails(ErrorCode.CONFLICT, () -> transaction.create(key("a"), number(9)));
              assertFails(ErrorCode.NOT_FOUND, () -> transaction.delete(key("b"), null));
              assertFails(
                  ErrorCode.PRECONDITION_FAILED,
                  () -> transaction.replace(key("a"), number(9), new ItemVersion(1, 1)));
              assertFails(
                  ErrorCode.INVALID_ARGUMENT,
                  () -> transaction.find(Bed.key(container, "other", "a")));
              assertThat(gateway.find(container, key("a"), bed.request()).item()).isEmpty();
              assertThat(ids(transaction.scan(START, 2, 1000))).containsExactly("a", "c");
              return ids(transaction.scan(key("a").rowKey(), 10, 1000));
            });
    assertThat(committed.result()).containsExactly("c", "d");
    assertThat(stored("a")).isEqualTo("{\"n\":2}");
    assertThat(stored("d")).isEqualTo("{\"n\":4}");
    assertFails(ErrorCode.NOT_FOUND, () -> gateway.read(container, key("b"), bed.request()));
    assertThat(committed.writes())
        .extracting(write -> write.result().effect())
        .containsExactly(
            WriteResult.Effect.CREATED,
            WriteResult.Effect.REPLACED,
            WriteResult.Effect.DELETED,
            WriteResult.Effect.CREATED,
            WriteResult.Effect.REPLACED);
    assertThat(committed.writes().get(1).result().version())
        .isEqualTo(gateway.read(container, key("a"), bed.request()).item().orElseThrow().version());
  }

  @Test
  void leavesNothingWhenItFails() {
    assertThatThrownBy(
            () ->
                transact(
                    transaction -> {
                      transaction.create(key("a"), number(1));
                      throw new IllegalStateException("mine");
                    }))
        .hasMessage("mine");
    assertThat(gateway.find(container, key("a"), bed.request()).item()).isEmpty();
  }

  @Test
  void isDoneAgainWhenWhatItReadHasChanged() {
    gateway.create(container, key("a"), number(0), bed.request());
    int[] attempts = {0};
    transact(
        transaction -> {
          Item before = transaction.find(key("a")).orElseThrow();
          if (attempts[0]++ == 0) {
            gateway.replace(container, key("a"), number(7), null, bed.request());
          }
          return transaction.create(key("b"), Bed.json("{\"seen\":" + Bed.json(before) + "}"));
        });
    assertThat(attempts[0]).isEqualTo(2);
    assertThat(stored("b")).isEqualTo("{\"seen\":{\"n\":7}}");
  }

  @Test
  void isDoneAgainWhenWhatItDidNotFindHasAppeared() {
    int[] attempts = {0};
    assertFails(
        ErrorCode.CONFLICT,
        () ->
            transact(
                transaction -> {
                  attempts[0]++;
                  Item created = transaction.create(key("a"), number(1));
                  gateway.create(container, key("a"), number(2), bed.request());
                  return created;
                }));
    assertThat(attempts[0]).isEqualTo(2);
    assertThat(stored("a")).isEqualTo("{\"n\":2}");
  }

  @Test
  void isDoneAgainWhenSomethingAppearsAmongWhatItScanned() {
    int[] attempts = {0};
    transact(
        transaction -> {
          int count = transaction.scan(START, 100, 1000).size();
          if (attempts[0]++ == 0) {
            gateway.create(container, key("x"), number(1), bed.request());
          }
          return transaction.create(key("sum"), number(count));
        });
    assertThat(stored("sum")).isEqualTo("{\"n\":1}");
  }

  @Test
  void givesUpWhenOthersAreAlwaysFaster() {
    gateway.create(container, key("a"), number(0), bed.request());
    assertFails(
        ErrorCode.RETRY_WITH,
        () ->
            transact(
                transaction -> {
                  assertThat(transaction.find(key("a"))).isPresent();
                  gateway.replace(container, key("a"), number(1), null, bed.request());
                  return transaction.create(key("b"), number(1));
                }));
    assertThat(gateway.find(container, key("b"), bed.request()).item()).isEmpty();
  }

  @Test
  void goesOnThroughASplit() {
    gateway.create(container, key("a"), number(1), bed.request());
    int[] attempts = {0};
    transact(
        transaction -> {
          attempts[0]++;
          assertThat(transaction.find(key("a"))).isPresent();
          bed.plane().split(container.open(), container.table().at(key("a")).ordinal(), null);
          assertThat(transaction.scan(START, 10, 1000)).hasSize(1);
          return transaction.create(key("b"), number(2));
        });
    assertThat(attempts[0]).isEqualTo(1);
    assertThat(stored("b")).isEqualTo("{\"n\":2}");
  }

  @Test
  void readsOnlySeeOneStateEvenIfNothingIsWritten() {
    gateway.create(container, key("a"), number(1), bed.request());
    gateway.create(container, key("b"), number(1), bed.request());
    int[] attempts = {0};
    Committed<List<String>> seen =
        transact(
            transaction -> {
              String a = Bed.json(transaction.find(key("a")).orElseThrow());
              if (attempts[0]++ == 0) {
                gateway.batch(
                    container,
                    List.of(
                        new Operation.Upsert(key("a"), number(2), null),
                        new Operation.Upsert(key("b"), number(2), null)),
                    bed.request());
                // What a script catches does not make it see two states.
                assertFails(ErrorCode.RETRY_WITH, () -> transaction.find(key("b")));
                assertFails(ErrorCode.RETRY_WITH, () -> transaction.scan(START, 10, 1000));
                return List.of("torn");
              }
              return List.of(a, Bed.json(transaction.find(key("b")).orElseThrow()));
            });
    assertThat(seen.result()).containsExactly("{\"n\":2}", "{\"n\":2}");
  }

  @Test
  void isNotDisturbedByWhatItDoesNotRead() {
    gateway.create(container, key("a"), number(1), bed.request());
    int[] attempts = {0};
    transact(
        transaction -> {
          attempts[0]++;
          assertThat(transaction.find(key("a"))).isPresent();
          gateway.upsert(container, key("other"), number(attempts[0]), null, bed.request());
          assertThat(transaction.find(key("b"))).isEmpty();
          gateway.upsert(container, key("another"), number(attempts[0]), null, bed.request());
          return transaction.create(key("b"), number(2));
        });
    assertThat(attempts[0]).isEqualTo(1);
  }

  @Test
  void uniqueKeysHold() {
    ContainerHandle unique = bed.create("unique", UNIQUE, 1);
    NewItem item = Bed.json("{\"email\":\"x\"}");
    gateway.create(unique, Bed.key(unique, "a", "a"), item, bed.request());
    ItemKey other = Bed.key(unique, "a", "b");
    assertFails(
        ErrorCode.UNIQUE_KEY_VIOLATION,
        () ->
            gateway.transact(
                unique, other, transaction -> transaction.create(other, item), bed.request()));
  }

  @Test
  void chargesWhatItsPartsCost() {
    RequestContext single = bed.request();
    gateway.create(container, key("a"), number(1), single);
    gateway.read(container, key("a"), single);
    RequestContext whole = bed.request();
    gateway.transact(
        container,
        key(""),
        transaction -> {
          Item _ = transaction.create(key("b"), number(1));
          return transaction.find(key("b"));
        },
        whole);
    assertThat(whole.charge()).isEqualTo(single.charge());
    assertThat(whole.session().isEmpty()).isFalse();
  }

  /// As a stored procedure that only computes.
  @Test
  void oneThatTouchesNothingIsNotFree() {
    RequestContext idle = bed.request();
    gateway.transact(container, key(""), _ -> 42, idle);
    assertThat(idle.charge().units()).isEqualTo(1.0);
  }

  @Test
  void countsExactlyHoweverManyCount() {
    gateway.create(container, key("counter"), number(0), bed.request());
    int threads = 8;
    int each = 25;
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads * each; i++) {
        executor.execute(() -> transact(this::increment));
      }
    }
    assertThat(stored("counter")).isEqualTo("{\"n\":%d}".formatted(threads * each));
  }

  private Item increment(Transaction transaction) {
    String json = Bed.json(transaction.find(key("counter")).orElseThrow());
    int n = Integer.parseInt(json.replaceAll("\\D", ""));
    return transaction.replace(key("counter"), number(n + 1), null);
  }
}
