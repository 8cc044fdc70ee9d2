// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.storage.Batch;
import io.orrery.storage.Durability;
import io.orrery.storage.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A catalog that has one copy, in the store of its partitions: a log of one. What a log would keep
/// is in the store already, so a group of commands is durable when its own batch is.
///
/// Whoever proposes and finds nobody writing writes, for all that wait: one batch and one
/// synchronisation of the disk, however many they are.
public final class StoredCatalog implements Catalog {
  private static final int GROUP_MAX = 1000;

  private static final class Proposal {
    final CatalogCommand command;
    // Guarded by writing.
    @Nullable CatalogOutcome outcome;
    @Nullable Throwable failure;

    Proposal(CatalogCommand command) {
      this.command = command;
    }

    boolean isDone() {
      return outcome != null || failure != null;
    }
  }

  private final Store store;
  private final CatalogState state;
  private final ConcurrentLinkedQueue<Proposal> waiting = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();

  private StoredCatalog(Store store, CatalogState state) {
    this.store = store;
    this.state = state;
  }

  /// Reads the catalog of the store, which may be new. The account's keys are the first that is
  /// ever written: a store that has something but no keys has lost what was written, and must not
  /// look like a new one. Fails with CORRUPTED.
  public static StoredCatalog open(Store store) {
    CatalogState state = CatalogState.read(store);
    if (state.accountKeys().isEmpty() && !store.isBlank()) {
      throw OrreryException.corrupted(
          "The data is damaged: it was written to, but the account's keys, which are written first,"
              + " are missing. Files were lost, such as the log of the last writes. Nothing was"
              + " changed; restore a backup or a checkpoint.");
    }
    return new StoredCatalog(store, state);
  }

  @Override
  public CatalogView view() {
    return state;
  }

  @Override
  public CatalogOutcome propose(CatalogCommand command, Duration patience) {
    Proposal proposal = new Proposal(command);
    waiting.add(proposal);
    awaitTurn(proposal, patience);
    try {
      while (!proposal.isDone()) {
        carryOut(takeGroup());
      }
      return outcome(proposal);
    } finally {
      writing.unlock();
    }
  }

  /// Returns with the lock held.
  private void awaitTurn(Proposal proposal, Duration patience) {
    ErrorCode code = ErrorCode.DEADLINE_EXCEEDED;
    try {
      if (writing.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      code = ErrorCode.CANCELLED;
    }
    if (waiting.remove(proposal)) {
      throw new OrreryException(code, "The catalog's turn to change did not come in time.");
    }
    writing.lock(); // Somebody is carrying it out: to leave now would hide what becomes of it.
  }

  private List<Proposal> takeGroup() {
    List<Proposal> group = new ArrayList<>();
    for (Proposal next = waiting.poll(); next != null; next = waiting.poll()) {
      group.add(next);
      if (group.size() == GROUP_MAX) {
        break;
      }
    }
    return group;
  }

  /// A group that cannot be carried out as a whole is nowhere in the store, so its commands are
  /// tried one by one, and only those fail that cannot be carried out alone.
  private void carryOut(List<Proposal> group) {
    Throwable failure = attempt(group);
    if (failure == null) {
      return;
    }
    for (Proposal proposal : group) {
      proposal.outcome = null;
      proposal.failure = group.size() == 1 ? failure : attempt(List.of(proposal));
    }
  }

  private @Nullable Throwable attempt(List<Proposal> group) {
    try {
      CatalogDraft draft = new CatalogDraft(state);
      CatalogMachine machine = new CatalogMachine(draft);
      for (Proposal proposal : group) {
        proposal.outcome = machine.apply(proposal.command);
      }
      if (!draft.changes().isEmpty()) {
        Batch batch = store.newBatch();
        draft.writeTo(batch);
        boolean canWait = group.stream().allMatch(proposal -> canWait(proposal.command));
        store.write(batch, canWait ? Durability.UNSYNCED : Durability.SYNCED);
        state.publish(draft);
      }
      return null;
    } catch (RuntimeException | Error e) {
      group.forEach(proposal -> proposal.outcome = null);
      return e;
    }
  }

  /// Whether nobody has to wait for the disk. A note that something has been done may be lost with
  /// the power: it is done again then. A new container is worth nothing before its partitions are
  /// created, which waits for the disk: they lie in the same store, where a synchronised batch
  /// makes everything before it durable.
  private static boolean canWait(CatalogCommand command) {
    return command instanceof CatalogCommand.CreateContainer
        || command instanceof CatalogCommand.ConfirmPartitions
        || command instanceof CatalogCommand.ForgetPartition
        || command instanceof CatalogCommand.ForgetContainer;
  }

  private static CatalogOutcome outcome(Proposal proposal) {
    switch (proposal.failure) {
      case null -> {}
      case OrreryException known ->
          // A new one for each caller: its stack trace tells where the caller stood.
          throw new OrreryException(known.code(), String.valueOf(known.getMessage()), known);
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    if (proposal.outcome == null) {
      throw new IllegalStateException("the catalog forgot a command");
    }
    return proposal.outcome;
  }
}
