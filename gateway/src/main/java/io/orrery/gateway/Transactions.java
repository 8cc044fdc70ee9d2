// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionRequest;
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
  private final PartitionCalls calls;
  private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

  Transactions(GatewaySettings settings, PartitionCalls calls) {
    this.settings = settings;
    this.calls = calls;
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
    Transaction transaction = Transaction.begin(settings, calls, container, partition, context);
    try {
      T result = work.apply(transaction);
      if (transaction.isOutdated()) {
        return Optional.empty();
      }
      if (transaction.isReadOnly()) {
        transaction.endReading();
        return Optional.of(new Committed<>(result, List.of()));
      }
      return commit(container, partition, transaction, context)
          .map(writes -> new Committed<>(result, writes));
    } catch (RuntimeException e) {
      if (transaction.isOutdated()) {
        // Whatever came of what it has seen, it was no state that ever was.
        return Optional.empty();
      }
      throw e;
    } finally {
      transaction.pay();
    }
  }

  private Optional<List<Committed.Write>> commit(
      ContainerHandle container,
      ItemKey partition,
      Transaction transaction,
      RequestContext context) {
    var submit = new PartitionRequest.Submit(transaction.command());
    Served<PartitionAnswer.Submitted> served =
        calls.ask(container, partition, submit, Entry.CONTINUED, context);
    return switch (served.answer().outcome()) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) ->
          Optional.of(written(transaction.provisional(), lsn, results, served.seen()));
      case Outcome.Refused(long _, int _, Refusal refusal) -> {
        if (!(refusal instanceof Refusal.Outdated)) {
          throw WriteRefusals.exception(refusal);
        }
        yield Optional.empty();
      }
      case Outcome.Done _, Outcome.Declined _, Outcome.Moved _ -> throw served.unexpected();
    };
  }

  private static List<Committed.Write> written(
      List<Item> provisional, long lsn, List<Outcome.Result> results, SessionToken seen) {
    List<Committed.Write> writes = new ArrayList<>(results.size());
    for (int i = 0; i < results.size(); i++) {
      WriteResult result = WriteResult.of(results.get(i), lsn, seen);
      writes.add(new Committed.Write(provisional.get(i), result));
    }
    return writes;
  }
}
