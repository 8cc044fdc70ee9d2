// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.api.mongo.write.Receipts;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One transaction of a session, from its first command until some time after its end. Commands of
/// a session come one after the other; whoever uses this holds its monitor.
///
/// ```
/// OPEN ──commit──> COMMITTING ──> COMMITTED
///   └──abort, failure, time────> ABORTED
/// ```
final class OpenTransaction {
  /// What a commit fails with when a document is not as the transaction has seen it.
  private static final Set<ErrorCode> OVERTAKEN =
      EnumSet.of(ErrorCode.CONFLICT, ErrorCode.NOT_FOUND, ErrorCode.PRECONDITION_FAILED);

  /// How far it is.
  enum State {
    OPEN,
    /// Whether it took place is not known yet.
    COMMITTING,
    COMMITTED,
    ABORTED
  }

  private final Retry identity;
  private final long endMillis;
  private final TransactionDocuments documents;
  private final TransactionCursors cursors = new TransactionCursors();
  private volatile State state = State.OPEN;

  OpenTransaction(Retry identity, long endMillis, TransactionDocuments documents) {
    this.identity = identity;
    this.endMillis = endMillis;
    this.documents = documents;
  }

  long number() {
    return identity.number();
  }

  long endMillis() {
    return endMillis;
  }

  TransactionDocuments documents() {
    return documents;
  }

  TransactionCursors cursors() {
    return cursors;
  }

  /// Whether something is held for it; a hint.
  boolean isHeld() {
    return state == State.OPEN || state == State.COMMITTING;
  }

  /// Fails with NO_SUCH_TRANSACTION or TRANSACTION_COMMITTED unless it goes on.
  void requireOpen(long nowMillis) {
    if (state == State.OPEN && nowMillis >= endMillis) {
      abort();
    }
    switch (state) {
      case OPEN -> {
        // It goes on.
      }
      case COMMITTING, COMMITTED ->
          throw new MongoFailure(
              MongoError.TRANSACTION_COMMITTED,
              "Transaction %d has been committed.".formatted(number()));
      case ABORTED -> throw gone(number());
    }
  }

  static MongoFailure gone(long number) {
    return new MongoFailure(
        MongoError.NO_SUCH_TRANSACTION,
        "Given transaction number %d does not match any in-progress transactions."
            .formatted(number));
  }

  synchronized void abort() {
    if (state == State.OPEN || state == State.COMMITTING) {
      end(State.ABORTED);
    }
  }

  private void end(State last) {
    state = last;
    documents.release();
    cursors.clear();
  }

  /// Commits, once however often it is asked to. What fails with an error of the server may have
  /// taken place, and can be asked for again.
  synchronized void commit(Gateway gateway, long nowMillis, RequestContext context) {
    if (state == State.COMMITTED) {
      return;
    }
    if (state != State.COMMITTING) {
      requireOpen(nowMillis);
    }
    Optional<ContainerHandle> collection = documents.written();
    if (collection.isEmpty()) {
      end(State.COMMITTED);
      return;
    }
    if (state == State.OPEN && documents.areOptionsChanged()) {
      end(State.ABORTED);
      throw TransactionDocuments.conflict();
    }
    state = State.COMMITTING;
    List<Operation> operations = new ArrayList<>();
    List<Operation> writes = documents.operations();
    operations.add(Receipts.ofTransaction(writes.getFirst().key(), identity));
    operations.addAll(writes);
    switch (transact(gateway, collection.get(), operations, context)) {
      case BatchOutcome.Committed _ -> end(State.COMMITTED);
      case BatchOutcome.Failed failed when failed.index() == 0 -> end(State.COMMITTED);
      case BatchOutcome.Failed failed -> {
        end(State.ABORTED);
        throw OVERTAKEN.contains(failed.code()) ? TransactionDocuments.conflict() : failed.reason();
      }
    }
  }

  private BatchOutcome transact(
      Gateway gateway,
      ContainerHandle collection,
      List<Operation> operations,
      RequestContext context) {
    try {
      return gateway.transact(collection, operations, context);
    } catch (OrreryException failure) {
      if (failure.code() == ErrorCode.NOT_SUPPORTED || failure.code() == ErrorCode.NOT_FOUND) {
        // The partition was split, or the collection dropped: nothing took place, and nothing can.
        end(State.ABORTED);
        throw new MongoFailure(
            MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
            "The documents of the transaction lie in one partition no longer.");
      }
      throw failure;
    }
  }
}
