// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.WriteResult.Effect;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PropertyPath;
import io.orrery.plan.update.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PointOperationsTest {
  private static final Limits LIMITS =
      Limits.DEFAULT
          .with(Limits.Name.ITEM_BYTES, 4096)
          .with(Limits.Name.BATCH_OPERATIONS, 5)
          .with(Limits.Name.BATCH_BYTES, 6000)
          .with(Limits.Name.PARTITION_KEY_BYTES, 20)
          .with(Limits.Name.LOGICAL_PARTITION_BYTES, 64 << 10);
  private static final ContainerDefinition DEFINITION =
      Bed.BY_KEY.withUniqueKeys(List.of(List.of(PropertyPath.parse("/email"))));

  private final Bed bed = Bed.inMemory(LIMITS);
  private final Gateway gateway = bed.gateway();
  private final ContainerHandle container = bed.create("items", DEFINITION, 2);
  private final ItemKey key = key("a", "1");

  @AfterEach
  void close() {
    bed.close();
  }

  private ItemKey key(String partitionKey, String id) {
    return Bed.key(container, partitionKey, id);
  }

  @Test
  void createdItemIsRead() {
    WriteResult created = gateway.create(container, key, Bed.json("{\"n\":1}"), bed.request());
    assertThat(created.effect()).isEqualTo(Effect.CREATED);
    ReadResult read = gateway.read(container, key, bed.request());
    assertThat(Bed.json(read.item().orElseThrow())).isEqualTo("{\"n\":1}");
    assertThat(read.item().orElseThrow().version()).isEqualTo(created.version());
    assertThat(read.session()).isEqualTo(created.session());
  }

  @Test
  void missingItemIsNotFoundAndCostsOneUnit() {
    RequestContext context = bed.request();
    assertThat(gateway.find(container, key, context).item()).isEmpty();
    assertFails(ErrorCode.NOT_FOUND, () -> gateway.read(container, key, context));
    assertThat(context.charge().units()).isEqualTo(2.0);
    assertThat(context.session().isEmpty()).isFalse();
    assertFails(ErrorCode.NOT_FOUND, () -> gateway.delete(container, key, null, bed.request()));
    assertFails(
        ErrorCode.NOT_FOUND,
        () -> gateway.replace(container, key, Bed.json("{}"), null, bed.request()));
  }

  @Test
  void secondCreateConflictsAndIsCharged() {
    gateway.create(container, key, Bed.json("{}"), bed.request());
    RequestContext context = bed.request();
    assertFails(ErrorCode.CONFLICT, () -> gateway.create(container, key, Bed.json("{}"), context));
    assertThat(context.charge().units()).isEqualTo(1.0);
  }

  @Test
  void upsertCreatesThenReplaces() {
    assertThat(gateway.upsert(container, key, Bed.json("{}"), null, bed.request()).effect())
        .isEqualTo(Effect.CREATED);
    assertThat(gateway.upsert(container, key, Bed.json("{}"), null, bed.request()).effect())
        .isEqualTo(Effect.REPLACED);
  }

  @Test
  void unexpectedVersionFailsThePrecondition() {
    ItemVersion first = gateway.create(container, key, Bed.json("{}"), bed.request()).version();
    ItemVersion second =
        gateway.replace(container, key, Bed.json("{}"), first, bed.request()).version();
    assertThat(second).isGreaterThan(first);
    for (ThrowingCallable late :
        List.<ThrowingCallable>of(
            () -> gateway.replace(container, key, Bed.json("{}"), first, bed.request()),
            () -> gateway.upsert(container, key, Bed.json("{}"), first, bed.request()),
            () -> gateway.delete(container, key, first, bed.request()),
            () ->
                gateway.modify(container, key, PointOperationsTest::same, first, bed.request()))) {
      assertFails(ErrorCode.PRECONDITION_FAILED, late);
    }
    assertThat(gateway.delete(container, key, second, bed.request()).effect())
        .isEqualTo(Effect.DELETED);
  }

  private static Operation.NewItem same(Item item) {
    return new Operation.NewItem(item.body(), item.ttlSeconds(), item.indexed());
  }

  @Test
  void takenUniqueKeyIsAViolation() {
    gateway.create(container, key, Bed.json("{\"email\":\"x\"}"), bed.request());
    assertFails(
        ErrorCode.UNIQUE_KEY_VIOLATION,
        () ->
            gateway.create(container, key("a", "2"), Bed.json("{\"email\":\"x\"}"), bed.request()));
    gateway.create(container, key("b", "2"), Bed.json("{\"email\":\"x\"}"), bed.request());
  }

  @Test
  void tooLargeItemIsRefused() {
    gateway.create(container, key, Bed.sized(4096), bed.request());
    assertFails(
        ErrorCode.ITEM_TOO_LARGE,
        () -> gateway.upsert(container, key, Bed.sized(4097), null, bed.request()));
  }

  @Test
  void fullLogicalPartitionRefusesGrowthButNotReadsAndDeletes() {
    int written = 0;
    OrreryException refusal = null;
    while (refusal == null) {
      try {
        String email = "{\"email\":%d,\"text\":\"%s\"}".formatted(written, "x".repeat(3000));
        gateway.create(container, key("a", "" + written), Bed.json(email), bed.request());
        written++;
      } catch (OrreryException e) {
        refusal = e;
      }
    }
    assertThat(refusal.code()).isEqualTo(ErrorCode.PARTITION_KEY_FULL);
    assertThat(refusal).hasMessage("Partition key reached maximum size of 64 KB");
    assertThat(written).isBetween(15, 22);
    assertThat(gateway.find(container, key("a", "0"), bed.request()).item()).isPresent();
    gateway.delete(container, key("a", "0"), null, bed.request());
    gateway.create(container, key("b", "0"), Bed.json("{}"), bed.request());
  }

  @Test
  void longPartitionKeyIsRefused() {
    key("x".repeat(20), "1");
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> key("x".repeat(21), "1"));
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> key("ü".repeat(11), "1"));
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> container.key(PartitionKey.text("a", "b"), new byte[0]));
  }

  @Test
  void keyGivesItsPartitionKeyBack() {
    assertThat(container.partitionKey(key)).isEqualTo(PartitionKey.text("a"));
  }

  @Test
  void batchTakesPlaceAsAWhole() {
    ItemKey other = key("a", "2");
    RequestContext context = bed.request();
    BatchOutcome outcome =
        gateway.batch(
            container,
            List.of(
                new Operation.Create(key, Bed.json("{\"email\":1}")),
                new Operation.Create(other, Bed.json("{\"email\":2}")),
                new Operation.Read(key, null),
                new Operation.Delete(key, null)),
            context);
    assertThat(outcome).isInstanceOf(BatchOutcome.Committed.class);
    BatchOutcome.Committed committed = (BatchOutcome.Committed) outcome;
    assertThat(committed.results())
        .extracting(WriteResult::effect)
        .containsExactly(Effect.CREATED, Effect.CREATED, Effect.FOUND, Effect.DELETED);
    assertThat(committed.charge()).isEqualTo(context.charge());
    assertThat(gateway.find(container, key, bed.request()).item()).isEmpty();
    assertThat(gateway.find(container, other, bed.request()).item()).isPresent();
  }

  @Test
  void failedBatchNamesTheOperationAndLeavesNothing() {
    BatchOutcome outcome =
        gateway.batch(
            container,
            List.of(
                new Operation.Create(key, Bed.json("{}")),
                new Operation.Replace(key("a", "2"), Bed.json("{}"), null)),
            bed.request());
    assertThat(outcome)
        .isInstanceOfSatisfying(
            BatchOutcome.Failed.class,
            failed -> {
              assertThat(failed.index()).isEqualTo(1);
              assertThat(failed.code()).isEqualTo(ErrorCode.NOT_FOUND);
              assertThat(failed.charge().units()).isEqualTo(1.0);
            });
    assertThat(gateway.find(container, key, bed.request()).item()).isEmpty();
  }

  @Test
  void batchOutsideItsLimitsIsRefused() {
    Operation small = new Operation.Upsert(key, Bed.json("{}"), null);
    Operation large = new Operation.Upsert(key, Bed.sized(4000), null);
    Operation elsewhere = new Operation.Upsert(key("b", "1"), Bed.json("{}"), null);
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> batch(List.of()));
    assertFails(
        ErrorCode.INVALID_ARGUMENT,
        () -> batch(IntStream.range(0, 6).mapToObj(_ -> small).toList()));
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> batch(List.of(small, elsewhere)));
    assertFails(ErrorCode.LIMIT_EXCEEDED, () -> batch(List.of(large, large)));
  }

  private void batch(List<Operation> operations) {
    gateway.batch(container, operations, bed.request());
  }

  @Test
  void concurrentModificationsAllCount() throws Exception {
    gateway.create(container, key, Bed.sized(100), bed.request());
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        running.add(executor.submit(this::grow));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }
    assertThat(gateway.read(container, key, bed.request()).item().orElseThrow().body())
        .hasSize(116);
  }

  private void grow() {
    gateway.modify(container, key, item -> Bed.sized(item.body().length + 1), null, bed.request());
  }

  @Test
  void modificationThatAlwaysCollidesEndsWithRetryWith() {
    gateway.create(container, key, Bed.sized(100), bed.request());
    assertFails(
        ErrorCode.RETRY_WITH,
        () ->
            gateway.modify(
                container,
                key,
                item -> {
                  gateway.upsert(container, key, same(item), null, bed.request());
                  return same(item);
                },
                null,
                bed.request()));
    assertFails(
        ErrorCode.NOT_FOUND,
        () ->
            gateway.modify(
                container, key("a", "none"), PointOperationsTest::same, null, bed.request()));
  }

  @Test
  void wholeLogicalPartitionIsDeleted() {
    for (int i = 0; i < 10; i++) {
      String item = "{\"email\":%d}".formatted(i);
      gateway.create(container, key("a", "" + i), Bed.json(item), bed.request());
    }
    gateway.create(container, key("b", "1"), Bed.json("{}"), bed.request());
    assertThat(gateway.deleteLogicalPartition(container, key, bed.request()).items()).isEqualTo(10);
    assertThat(gateway.find(container, key("a", "3"), bed.request()).item()).isEmpty();
    assertThat(gateway.find(container, key("b", "1"), bed.request()).item()).isPresent();
  }

  @Test
  void deletedContainerIsNotFound() {
    bed.plane().deleteContainer(Bed.DATABASE, "items");
    assertFails(ErrorCode.NOT_FOUND, () -> gateway.find(container, key, bed.request()));
    assertFails(
        ErrorCode.NOT_FOUND, () -> gateway.create(container, key, Bed.json("{}"), bed.request()));
    ContainerHandle fresh = bed.create("items", DEFINITION, 1);
    assertThat(fresh.number()).isNotEqualTo(container.number());
    gateway.create(fresh, Bed.key(fresh, "a", "1"), Bed.json("{}"), bed.request());
  }

  @Test
  void requestThatIsOverDoesNothing() {
    RequestContext late = bed.request();
    bed.time.pass(Duration.ofSeconds(6));
    assertFails(
        ErrorCode.DEADLINE_EXCEEDED, () -> gateway.create(container, key, Bed.json("{}"), late));
    RequestContext cancelled = bed.request();
    cancelled.cancel();
    assertFails(
        ErrorCode.CANCELLED, () -> gateway.create(container, key, Bed.json("{}"), cancelled));
    assertThat(gateway.find(container, key, bed.request()).item()).isEmpty();
    assertThat(gateway.request(Duration.ofSeconds(Long.MAX_VALUE)).remaining())
        .isGreaterThan(Duration.ofDays(365));
  }
}
