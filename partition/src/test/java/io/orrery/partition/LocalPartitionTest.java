// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.LocalPartition;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionRequest.ReadChanges;
import io.orrery.partition.service.PartitionRequest.Sight;
import io.orrery.partition.throughput.Charges;
import io.orrery.partition.throughput.Spending;
import io.orrery.plan.program.Languages;
import io.orrery.plan.update.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A partition, asked by messages.
class LocalPartitionTest {
  private static final FragmentExecutor EXECUTOR =
      new FragmentExecutor(
          Languages.NONE, Limits.DEFAULT, ComputeShare.of(Limits.DEFAULT, () -> 0));

  private static final long REQUEST = 7;

  private static final PartitionSettings EXPIRING =
      new PartitionSettings(Samples.PLAIN.indexing(), List.of(), 10, 0, Samples.PLAIN.bounds());

  private static LocalPartition serve(Sandbox sandbox) {
    return serve(sandbox, 400);
  }

  private static LocalPartition serve(Sandbox sandbox, long unitsPerSecond) {
    Provision own = new Provision(new Provision.Share.Own(), unitsPerSecond);
    return serve(sandbox, new Buckets(() -> 0, true), own);
  }

  private static LocalPartition serve(Sandbox sandbox, Buckets buckets, Provision provision) {
    return new LocalPartition(sandbox.partition, buckets.throttle(provision), EXECUTOR, () -> 0);
  }

  private static PartitionCall call(Sandbox sandbox, long sessionLsn, Charging charging) {
    return new PartitionCall(
        REQUEST, Duration.ofSeconds(20).toNanos(), sandbox.now, sessionLsn, charging);
  }

  private static <A extends PartitionAnswer> A answer(
      LocalPartition service, PartitionRequest<A> request, PartitionCall call) {
    PartitionReply<A> reply = service.ask(request, call);
    assertThat(reply).isInstanceOf(PartitionReply.Answered.class);
    return ((PartitionReply.Answered<A>) reply).answer();
  }

  private static <A extends PartitionAnswer> A free(
      Sandbox sandbox, LocalPartition service, PartitionRequest<A> request) {
    return answer(service, request, call(sandbox, 0, Charging.FREE));
  }

  private static void assertFails(ErrorCode code, ThrowingCallable action) {
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(action)
        .extracting(OrreryException::code)
        .isEqualTo(code);
  }

  @Test
  void foundItemsTellHowFarThePartitionIs() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      sandbox.create("a", "1", "{}");
      Item second = sandbox.create("a", "2", "{'x':1}");
      LocalPartition service = serve(sandbox);
      var there = free(sandbox, service, new PartitionRequest.Find(Samples.key("a", "2")));
      assertThat(there.item().orElseThrow().version()).isEqualTo(second.version());
      assertThat(there.lsn()).isEqualTo(sandbox.partition.state().lsn());
      var missing = free(sandbox, service, new PartitionRequest.Find(Samples.key("b", "2")));
      assertThat(missing.item()).isEmpty();
      assertThat(missing.charge()).isEqualTo(Charges.read(0));
    }
  }

  private static Optional<PartitionAnswer.Found> findAtOnce(
      Sandbox sandbox, LocalPartition service, String id, long sessionLsn) {
    return service.findAtOnce(
        new PartitionRequest.Find(Samples.key("a", id)), call(sandbox, sessionLsn, Charging.ADMIT));
  }

  @Test
  void whatIsInMemoryIsFoundAtOnceForTheSamePrice() {
    try (Sandbox sandbox = new Sandbox(EXPIRING)) {
      sandbox.create("a", "1", "{'x':1}");
      LocalPartition service = serve(sandbox);
      for (String id : List.of("1", "2")) {
        var found = findAtOnce(sandbox, service, id, 0).orElseThrow();
        var same = free(sandbox, service, new PartitionRequest.Find(Samples.key("a", id)));
        assertThat(found.item().map(Item::version)).isEqualTo(same.item().map(Item::version));
        assertThat(found.lsn()).isEqualTo(same.lsn());
        assertThat(found.charge()).isEqualTo(same.charge());
      }
      sandbox.now += 11_000;
      assertThat(findAtOnce(sandbox, service, "1", 0).orElseThrow().item()).isEmpty();
    }
  }

  /// Nothing is done or paid for then, so that it can be asked in the ordinary way.
  @Test
  void whatWouldHaveToWaitIsNotFoundAtOnce() {
    GatedStore store = new GatedStore();
    store.gate.release(10);
    try (Sandbox sandbox = new Sandbox(store, Samples.PLAIN)) {
      sandbox.create("a", "1", "{}");
      store.reading =
          _ -> {
            throw new IllegalStateException("whoever asks at once waits for no disk");
          };
      LocalPartition service = serve(sandbox, 1);
      for (int i = 0; i < 10; i++) {
        assertThat(findAtOnce(sandbox, service, "1", 0)).isEmpty();
      }
    }
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      sandbox.create("a", "1", "{}");
      sandbox.create("a", "2", "{'long':'" + "x".repeat(20_000) + "'}");
      LocalPartition service = serve(sandbox, 1);
      for (int i = 0; i < 10; i++) {
        assertThat(findAtOnce(sandbox, service, "1", 99)).isEmpty();
        assertThat(findAtOnce(sandbox, service, "2", 0)).isEmpty();
      }
      assertThat(findAtOnce(sandbox, service, "1", 0)).isPresent();
      assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> findAtOnce(sandbox, service, "1", 0));
      sandbox.split(Samples.DEFINITION.middle(HashRange.FULL), 1, 2);
      assertThat(findAtOnce(sandbox, service, "1", 0)).isEmpty();
    }
  }

  /// Nothing is held or paid for then.
  @Test
  void statesThatWouldHaveToBeWaitedForAreNotHeldAtOnce() {
    GatedStore store = new GatedStore();
    store.gate.release(10);
    try (Sandbox sandbox = new Sandbox(store, Samples.PLAIN)) {
      assertThat(serve(sandbox).openAtOnce(call(sandbox, 0, Charging.ADMIT))).isEmpty();
    }
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      sandbox.create("a", "1", "{}");
      LocalPartition service = serve(sandbox, 1);
      for (int i = 0; i < 10; i++) {
        assertThat(service.openAtOnce(call(sandbox, 99, Charging.ADMIT))).isEmpty();
      }
      var opened = service.openAtOnce(call(sandbox, 0, Charging.ADMIT)).orElseThrow();
      assertThat(opened.state().lsn()).isEqualTo(sandbox.partition.state().lsn());
      var close = new PartitionRequest.CloseRead(opened.state().lease(), true, null);
      assertThat(answer(service, close, call(sandbox, 0, Charging.CONTINUE)).charge())
          .isEqualTo(Charges.scan(0, 0));
      sandbox.split(Samples.DEFINITION.middle(HashRange.FULL), 1, 2);
      assertThat(service.openAtOnce(call(sandbox, 0, Charging.ADMIT))).isEmpty();
    }
  }

  /// Also one of several steps, and one that was begun where it could not be finished.
  @Test
  void everyRequestIsCountedOnceAndThoseTurnedAwayAsWell() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      sandbox.create("a", "1", "{}");
      LocalPartition service = serve(sandbox, 1);
      assertThat(findAtOnce(sandbox, service, "1", 99)).isEmpty();
      var abandoned = service.openAtOnce(call(sandbox, 0, Charging.ADMIT)).orElseThrow();
      close(sandbox, service, abandoned, false);
      var opened =
          answer(service, new PartitionRequest.OpenRead(), call(sandbox, 0, Charging.ADMIT));
      assertThat(spending(sandbox, service)).isEqualTo(Spending.NONE);
      close(sandbox, service, opened, true);
      Spending one = new Spending(Charges.scan(0, 0).thousandths(), 1, 0);
      assertThat(spending(sandbox, service)).isEqualTo(one);
      assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> findAtOnce(sandbox, service, "1", 0));
      assertThat(spending(sandbox, service)).isEqualTo(one.plus(new Spending(0, 1, 1)));
    }
  }

  private static void close(
      Sandbox sandbox, LocalPartition service, PartitionAnswer.Opened opened, boolean charged) {
    var close = new PartitionRequest.CloseRead(opened.state().lease(), charged, null);
    answer(service, close, call(sandbox, 0, Charging.CONTINUE));
  }

  private static Spending spending(Sandbox sandbox, LocalPartition service) {
    return free(sandbox, service, new PartitionRequest.Describe()).spending();
  }

  @Test
  void partitionThatWasSplitDoesNothingAndSaysSo() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      sandbox.create("a", "1", "{}");
      sandbox.split(Samples.DEFINITION.middle(HashRange.FULL), 1, 2);
      LocalPartition service = serve(sandbox);
      PartitionCall call = call(sandbox, 100, Charging.ADMIT);
      ItemKey key = Samples.key("a", "1");
      var write = new Command.Write(sandbox.now, List.of(new Operation.Delete(key, null)));
      for (PartitionRequest<?> request :
          List.of(
              new PartitionRequest.Find(key),
              new PartitionRequest.Submit(write),
              new PartitionRequest.FindAll(Sight.first(key), List.of(key)),
              changes(0, 10),
              new PartitionRequest.FindHeaviest(1))) {
        assertThat(service.ask(request, call)).isInstanceOf(PartitionReply.Moved.class);
      }
      assertThat(free(sandbox, service, new PartitionRequest.Describe()).retired()).isTrue();
    }
  }

  @Test
  void budgetLetsInOnceAndIsPaidForEveryStep() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      LocalPartition service = serve(sandbox, 1);
      var find = new PartitionRequest.Find(Samples.key("a", "1"));
      answer(service, find, call(sandbox, 0, Charging.FREE));
      answer(service, find, call(sandbox, 0, Charging.ADMIT));
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS, () -> service.ask(find, call(sandbox, 0, Charging.ADMIT)));
      answer(service, find, call(sandbox, 0, Charging.CONTINUE));
      assertThatExceptionOfType(OrreryException.class)
          .isThrownBy(() -> service.ask(find, call(sandbox, 0, Charging.ADMIT)))
          .extracting(OrreryException::retryAfterMillis)
          .isEqualTo(1001L);
    }
  }

  @Test
  void partitionsShareABucketUntilTheyAreToldOtherwise() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      Buckets buckets = new Buckets(() -> 0, true);
      Provision shared = new Provision(new Provision.Share.Of(3, 0), 1);
      LocalPartition one = serve(sandbox, buckets, shared);
      LocalPartition other = serve(sandbox, buckets, shared);
      var find = new PartitionRequest.Find(Samples.key("a", "1"));
      answer(one, find, call(sandbox, 0, Charging.ADMIT));
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS, () -> other.ask(find, call(sandbox, 0, Charging.ADMIT)));
      free(sandbox, other, new Provision(new Provision.Share.Own(), 5));
      answer(other, find, call(sandbox, 0, Charging.ADMIT));
      assertThat(free(sandbox, other, new PartitionRequest.Describe()).unitsPerSecond())
          .isEqualTo(5);
      free(sandbox, other, new Provision(new Provision.Share.Own(), 2));
      for (int i = 0; i < 2; i++) {
        answer(other, find, call(sandbox, 0, Charging.ADMIT));
      }
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS, () -> other.ask(find, call(sandbox, 0, Charging.ADMIT)));
    }
  }

  @Test
  void readWaitsUntilItsSessionIsThere() throws Exception {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      LocalPartition service = serve(sandbox);
      long next = sandbox.partition.state().lsn() + 1;
      var find = new PartitionRequest.Find(Samples.key("a", "1"));
      var read =
          CompletableFuture.supplyAsync(
              () -> answer(service, find, call(sandbox, next, Charging.FREE)), threads);
      sandbox.create("a", "1", "{}");
      assertThat(read.get().item()).isPresent();
    }
  }

  @Test
  void sessionFromTheFutureIsNotAvailable() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      LocalPartition service = serve(sandbox);
      var find = new PartitionRequest.Find(Samples.key("a", "1"));
      assertFails(
          ErrorCode.SESSION_NOT_AVAILABLE,
          () -> service.ask(find, call(sandbox, 99, Charging.FREE)));
      PartitionCall late = new PartitionCall(REQUEST, 0, sandbox.now, 99, Charging.FREE);
      assertFails(ErrorCode.DEADLINE_EXCEEDED, () -> service.ask(find, late));
    }
  }

  @Test
  void cancelledCommandThatWaitsIsNotCarriedOut() throws Exception {
    GatedStore store = new GatedStore();
    store.gate.release();
    try (Sandbox sandbox = new Sandbox(store, Samples.PLAIN);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.arrived.acquire();
      LocalPartition service = serve(sandbox);
      var first = threads.submit(() -> sandbox.create("a", "1", "{}"));
      store.arrived.acquire();
      var create = new Operation.Create(Samples.key("a", "2"), Samples.item("{}"));
      var submit = new PartitionRequest.Submit(new Command.Write(sandbox.now, List.of(create)));
      var second = threads.submit(() -> service.ask(submit, call(sandbox, 0, Charging.FREE)));
      while (!second.isDone()) {
        // Until the call has begun there is nothing to cancel.
        service.cancel(REQUEST + 1);
        service.cancel(REQUEST);
        Thread.onSpinWait();
      }
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(second::get)
          .havingCause()
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      store.gate.release(10);
      first.get();
      assertThat(sandbox.find("a", "1")).isPresent();
      assertThat(sandbox.find("a", "2")).isEmpty();
    }
  }

  @Test
  void furtherReadsSeeTheSameStateOrAreTold() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      Item one = sandbox.create("a", "1", "{}");
      sandbox.create("a", "2", "{}");
      LocalPartition service = serve(sandbox);
      ItemKey key = Samples.key("a", "1");
      ItemKey other = Samples.key("a", "2");
      var first =
          free(sandbox, service, new PartitionRequest.FindAll(Sight.first(key), List.of(key)));
      assertThat(first.items()).hasSize(1);
      long changed =
          free(
                  sandbox,
                  service,
                  new PartitionRequest.ScanRows(
                      Sight.first(key), RowRange.ALL, Direction.FORWARD, 1, 1))
              .changed();
      Sight sight =
          new Sight(
              key,
              first.asOfMillis(),
              first.lsn(),
              changed,
              List.of(new Expectation.Version(key, one.version())));
      Sight all =
          new Sight(
              key,
              first.asOfMillis(),
              first.lsn(),
              changed,
              List.of(new Expectation.Unchanged(key, changed)));
      sandbox.upsert("b", "1", "{}");
      assertThat(look(sandbox, service, all, other).outdated()).isFalse();

      // Something else in the logical partition changes: only who has seen all of it minds.
      sandbox.upsert("a", "2", "{'x':1}");
      assertThat(look(sandbox, service, sight, other).outdated()).isFalse();
      assertThat(look(sandbox, service, all, other).outdated()).isTrue();

      sandbox.upsert("a", "1", "{'x':1}");
      var outdated = look(sandbox, service, sight, other);
      assertThat(outdated.outdated()).isTrue();
      assertThat(outdated.items()).isEmpty();
    }
  }

  private static PartitionAnswer.FoundAll look(
      Sandbox sandbox, LocalPartition service, Sight sight, ItemKey key) {
    return free(sandbox, service, new PartitionRequest.FindAll(sight, List.of(key)));
  }

  @Test
  void whatWasSeenAliveStaysAliveForFurtherReads() {
    try (Sandbox sandbox = new Sandbox(EXPIRING)) {
      sandbox.create("a", "1", "{}");
      LocalPartition service = serve(sandbox);
      ItemKey key = Samples.key("a", "1");
      var first = look(sandbox, service, Sight.first(key), key);
      sandbox.now += 20_000;
      sandbox.create("b", "1", "{}");
      Sight sight = new Sight(key, first.asOfMillis(), first.lsn(), first.changed(), List.of());
      assertThat(look(sandbox, service, sight, key).items().getFirst()).isPresent();
      assertThat(look(sandbox, service, Sight.first(key), key).items().getFirst()).isEmpty();
    }
  }

  @Test
  void rowsComeInPagesThatTellWhetherThereIsMore() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      for (String id : List.of("1", "2", "3")) {
        sandbox.create("a", id, "{}");
      }
      sandbox.create("b", "1", "{}");
      LocalPartition service = serve(sandbox);
      Sight sight = Sight.first(Samples.key("a", ""));
      var two =
          free(
              sandbox,
              service,
              new PartitionRequest.ScanRows(
                  sight, RowRange.ALL, Direction.REVERSE, 2, Long.MAX_VALUE));
      assertThat(two.rows())
          .extracting(row -> row.key())
          .containsExactly(Samples.key("a", "3"), Samples.key("a", "2"));
      assertThat(two.more()).isTrue();
      var narrow =
          free(
              sandbox,
              service,
              new PartitionRequest.ScanRows(sight, RowRange.ALL, Direction.FORWARD, 9, 1));
      assertThat(narrow.rows()).hasSize(1);
      assertThat(narrow.more()).isTrue();
      var all =
          free(
              sandbox,
              service,
              new PartitionRequest.ScanRows(
                  sight, RowRange.ALL, Direction.FORWARD, 3, Long.MAX_VALUE));
      assertThat(all.rows()).hasSize(3);
      assertThat(all.more()).isFalse();
    }
  }

  private static ReadChanges changes(long lsnAfter, int changesMax) {
    return new ReadChanges(
        ReadChanges.Versions.LATEST, HashRange.FULL, null, lsnAfter, 0, changesMax, 1 << 20);
  }

  @Test
  void changesOfOneWriteStayTogether() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      sandbox.create("b", "1", "{}");
      sandbox.write(
          new Operation.Create(Samples.key("a", "1"), Samples.item("{}")),
          new Operation.Create(Samples.key("a", "2"), Samples.item("{}")));
      sandbox.create("c", "1", "{}");
      LocalPartition service = serve(sandbox);
      var first = free(sandbox, service, changes(0, 2));
      assertThat(first.changes()).hasSize(3);
      assertThat(first.more()).isTrue();
      var rest = free(sandbox, service, changes(first.reached(), 2));
      assertThat(rest.changes()).hasSize(1);
      assertThat(rest.more()).isFalse();
      assertThat(free(sandbox, service, changes(0, 0)).more()).isTrue();
      var nothing = free(sandbox, service, changes(rest.reached(), 2));
      assertThat(nothing.changes()).isEmpty();
      assertThat(nothing.charge()).isEqualTo(Charges.read(0));
      var only =
          new ReadChanges(
              ReadChanges.Versions.LATEST,
              HashRange.FULL,
              Samples.key("c", ""),
              0,
              0,
              100,
              1 << 20);
      assertThat(free(sandbox, service, only).changes()).hasSize(1);
    }
  }
}
