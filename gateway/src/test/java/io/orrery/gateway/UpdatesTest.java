// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Cell;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Edit;
import io.orrery.plan.update.EditFailure;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Updates and merges that partitions carry out by themselves.
class UpdatesTest {
  private static final Limits LIMITS = Limits.DEFAULT.with(Limits.Name.ITEM_BYTES, 4096);
  private static final ContainerDefinition DEFINITION =
      Bed.BY_KEY.withUniqueKeys(List.of(List.of(PropertyPath.parse("/email"))));

  private final Bed bed = Bed.inMemory(LIMITS);
  private final Gateway gateway = bed.gateway();
  private final ContainerHandle container = bed.create("items", DEFINITION, 2);
  private final ItemKey key = Bed.key(container, "a", "1");

  @AfterEach
  void close() {
    bed.close();
  }

  private static Update set(String name, Value value) {
    return new Update(
        List.of(new Edit.Set(List.of(name), value, Edit.Parents.REQUIRED)), null, null, true);
  }

  private static Update count() {
    return Update.of(
        new Edit.Increment(
            List.of("n"), new Value.Int32(1), Edit.Arithmetic.TYPED, Edit.Parents.CREATED));
  }

  @Test
  void countersOfManyWritersAreRight() throws Exception {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        running.add(
            executor.submit(
                () ->
                    gateway.update(container, key, count(), Bed.json("{}"), null, bed.request())));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }
    assertThat(Bed.json(gateway.read(container, key, bed.request()).item().orElseThrow()))
        .isEqualTo("{\"n\":100}");
  }

  /// Whatever becomes of it: as much as a read and a replace, which it stands for.
  @Test
  void costsWhatReadingAndReplacingCost() {
    NewItem item = Bed.json("{\"email\":1,\"text\":\"%s\"}".formatted("x".repeat(3000)));
    gateway.create(container, key, item, bed.request());
    gateway.create(
        container, Bed.key(container, "a", "2"), Bed.json("{\"email\":2}"), bed.request());
    ItemVersion other = new ItemVersion(1, 0);

    assertSameCharge(set("n", new Value.Int32(1)), key, null, null);
    assertSameCharge(set("email", new Value.Int32(2)), key, null, ErrorCode.UNIQUE_KEY_VIOLATION);
    assertSameCharge(
        set("more", new Value.Text("x".repeat(2000))), key, null, ErrorCode.ITEM_TOO_LARGE);
    assertSameCharge(set("n", new Value.Int32(2)), key, other, ErrorCode.PRECONDITION_FAILED);
    ItemKey none = Bed.key(container, "a", "none");
    assertSameCharge(set("n", new Value.Int32(2)), none, null, ErrorCode.NOT_FOUND);
  }

  private void assertSameCharge(
      Update update, ItemKey at, @Nullable ItemVersion expected, @Nullable ErrorCode code) {
    RequestContext before = bed.request();
    RequestContext now = bed.request();
    attempt(code, () -> gateway.modify(container, at, it -> apply(update, it), expected, before));
    attempt(code, () -> gateway.update(container, at, update, null, expected, now));
    if (code == null) {
      // The second one finds an item that the first has changed; once more, it finds the same.
      RequestContext again = bed.request();
      gateway.modify(container, at, it -> apply(update, it), expected, again);
      assertThat(now.charge()).isEqualTo(again.charge());
    } else {
      assertThat(now.charge()).as("%s", code).isEqualTo(before.charge());
    }
  }

  private static NewItem apply(Update update, Item item) {
    var done = (Editing.Edited.Done) Editing.apply(update, item.body(), false, 0);
    return new NewItem(done.stored(), item.ttlSeconds(), item.indexed());
  }

  private static void attempt(@Nullable ErrorCode code, Runnable call) {
    try {
      call.run();
      assertThat(code).isNull();
    } catch (OrreryException e) {
      assertThat(e.code()).isEqualTo(code);
    }
  }

  @Test
  void whatDoesNotFitIsTold() {
    gateway.create(container, key, Bed.json("{\"n\":\"text\"}"), bed.request());
    assertThatThrownBy(() -> gateway.update(container, key, count(), null, null, bed.request()))
        .isInstanceOfSatisfying(
            UnfitUpdate.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
              assertThat(e.failure().kind()).isEqualTo(EditFailure.Kind.NOT_A_NUMBER);
            });
  }

  private static ContainerDefinition table(List<List<PropertyPath>> uniqueKeys) {
    return ContainerDefinition.of(Api.CASSANDRA, Bed.BY_KEY.key()).withUniqueKeys(uniqueKeys);
  }

  @Test
  void rowsOfTablesAreMerged() {
    ContainerHandle table = bed.create("table", table(List.of()), 1);
    ItemKey row = Bed.key(table, "a", "1");
    Cell late = new Cell.Live(List.of("x"), 20, new Value.Int32(2), Cell.NEVER);
    Cell early = new Cell.Live(List.of("x"), 10, new Value.Int32(1), Cell.NEVER);
    gateway.merge(table, row, List.of(late), bed.request());
    WriteResult second = gateway.merge(table, row, List.of(early), bed.request());

    assertThat(second.effect()).isEqualTo(WriteResult.Effect.UNCHANGED);
    assertThat(Bed.json(gateway.read(table, row, bed.request()).item().orElseThrow()))
        .isEqualTo("{\"x\":2}");
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> bed.create("other", table(DEFINITION.uniqueKeys()), 1));
  }
}
