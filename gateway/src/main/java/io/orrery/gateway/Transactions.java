// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// Runs transactions: reads first, then writes at once if nothing of what was read has changed;
/// otherwise again from the beginning.
///
/// Transactions of the same logical partition take turns, because they would only get in each
/// other's way; other writes do not wait for them. The locks are shared by hash, so two logical
/// partitions may wait for each other without need, but never for ever: nobody holds two.
final class Transactions {
  private static final int ATTEMPTS_MAX = 20;
  private static final int LOCKS = 1024;

  private final GatewaySettings settings;
  private final Admission admission;
  private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

  Transactions(GatewaySettings settings, Admission admission) {
    this.settings = settings;
    this.admission = admission;
    Arrays.setAll(locks, _ -> new ReentrantLock(true));
  }

  <T> Committed<T> run(
      ContainerHandle container,
      ItemKey partition,
      Function<Transaction, T> work,
      RequestContext context) {
    ReentrantLock lock = lock(container, partition);
    acquire(lock, context);
    try {
      for (int attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
        Optional<Committed<T>> committed = attempt(container, partition, work, context);
        if (committed.isPresent()) {
          return committed.get();
        }
      }
    } finally {
      lock.unlock();
    }
    throw new OrreryException(
        ErrorCode.RETRY_WITH,
        "Other writes to the same items kept getting ahead of the transaction.");
  }

  private ReentrantLock lock(ContainerHandle container, ItemKey partition) {
    int hash = 31 * Arrays.hashCode(partition.logicalPartition()) + container.number();
    return locks[Math.floorMod(hash, LOCKS)];
  }

  private static void acquire(ReentrantLock lock, RequestContext context) {
    try {
      if (!lock.tryLock(context.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
        throw new OrreryException(
            ErrorCode.RETRY_WITH,
            "Other transactions of the same partition key took all the time there was.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", e);
    }
  }

  /// Empty if something it has read was changed before it could be committed.
  private <T> Optional<Committed<T>> attempt(
      ContainerHandle container,
      ItemKey partition,
      Function<Transaction, T> work,
      RequestContext context) {
    long now = settings.clock().millis();
    try (Visit visit =
        Visit.at(
            partition, container, now, route -> admission.admitRead(route, context), context)) {
      Transaction transaction = new Transaction(visit, admission, settings, partition, context);
      T result = work.apply(transaction);
      if (transaction.isReadOnly()) {
        // One that has not even read had the partition to itself all the same.
        boolean idle = context.charge().equals(RequestCharge.NONE);
        admission.spend(
            visit.route(),
            idle ? RequestCharge.read(0) : RequestCharge.NONE,
            SessionToken.of(visit.route().ordinal(), visit.lsn()),
            context);
        return Optional.of(new Committed<>(result, List.of()));
      }
      return commit(container, visit, transaction, context)
          .map(writes -> new Committed<>(result, writes));
    }
  }

  private Optional<List<Committed.Write>> commit(
      ContainerHandle container, Visit visit, Transaction transaction, RequestContext context) {
    Outcome outcome;
    try {
      outcome = visit.route().partition().submit(transaction.command(), context.remaining());
    } catch (OrreryException e) {
      throw container.explain(e);
    }
    return switch (outcome) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) ->
          Optional.of(written(visit, transaction.provisional(), lsn, results, context));
      case Outcome.Refused(long lsn, int _, Refusal refusal) -> {
        SessionToken seen = SessionToken.of(visit.route().ordinal(), lsn);
        admission.spend(visit.route(), RequestCharge.refused(), seen, context);
        if (!(refusal instanceof Refusal.Outdated)) {
          throw Refusals.exception(refusal);
        }
        yield Optional.empty();
      }
      case Outcome.Moved _ -> Optional.empty();
      case Outcome.Done _, Outcome.Declined _ ->
          throw new IllegalStateException(
              "partition %s answered %s".formatted(visit.route().partition().id(), outcome));
    };
  }

  private List<Committed.Write> written(
      Visit visit,
      List<Item> provisional,
      long lsn,
      List<Outcome.Result> results,
      RequestContext context) {
    SessionToken seen = SessionToken.of(visit.route().ordinal(), lsn);
    List<Committed.Write> writes = new ArrayList<>(results.size());
    RequestCharge charge = RequestCharge.NONE;
    for (int i = 0; i < results.size(); i++) {
      WriteResult result = WriteResult.of(results.get(i), lsn, seen);
      charge = charge.plus(result.charge());
      writes.add(new Committed.Write(provisional.get(i), result));
    }
    admission.spend(visit.route(), charge, seen, context);
    return writes;
  }
}
