// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionAnswer.Submitted;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Operations on items of one logical partition, which one physical partition serves.
final class PointOperations {
  /// How often an optimistic change is computed anew: of several that modify an item at once, one
  /// gets ahead each time.
  private static final int MODIFY_ATTEMPTS_MAX = 100;

  private final GatewaySettings settings;
  private final PartitionCalls calls;
  private final WriteLimits limits;

  PointOperations(GatewaySettings settings, PartitionCalls calls) {
    this.settings = settings;
    this.calls = calls;
    this.limits = new WriteLimits(settings.limits());
  }

  private static Api api(ContainerHandle container) {
    return container.container().definition().api();
  }

  ReadResult find(ContainerHandle container, ItemKey key, RequestContext context) {
    return result(calls.ask(container, key, new PartitionRequest.Find(key), Entry.READ, context));
  }

  Optional<ReadResult> findAtOnce(ContainerHandle container, ItemKey key, RequestContext context) {
    return calls
        .findAtOnce(container, new PartitionRequest.Find(key), context)
        .map(PointOperations::result);
  }

  private static ReadResult result(Served<PartitionAnswer.Found> served) {
    return new ReadResult(served.answer().item(), served.answer().charge(), served.seen());
  }

  WriteResult write(ContainerHandle container, Operation operation, RequestContext context) {
    limits.check(api(container), operation);
    return switch (attempt(container, operation, Entry.WRITE, context)) {
      case Tried.Done(WriteResult result) -> result;
      case Tried.Not(Refusal refusal) -> throw WriteRefusals.exception(refusal);
    };
  }

  /// What became of one operation.
  private sealed interface Tried {
    record Done(WriteResult result) implements Tried {}

    record Not(Refusal refusal) implements Tried {}
  }

  private Tried attempt(
      ContainerHandle container, Operation operation, Entry entry, RequestContext context) {
    Command write = new Command.Write(settings.clock().millis(), List.of(operation));
    Served<Submitted> served = submit(container, operation.key(), write, entry, context);
    return switch (served.answer().outcome()) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) ->
          new Tried.Done(WriteResult.of(results.getFirst(), lsn, served.seen()));
      case Outcome.Refused(long _, int _, Refusal refusal) -> new Tried.Not(refusal);
      case Outcome.Done _, Outcome.Declined _, Outcome.Moved _ -> throw served.unexpected();
    };
  }

  BatchOutcome batch(
      ContainerHandle container, List<Operation> operations, RequestContext context) {
    limits.checkBatch(api(container), operations);
    return submitAll(container, operations, context);
  }

  /// Operations whose keys may be any that one partition has.
  BatchOutcome transact(
      ContainerHandle container, List<Operation> operations, RequestContext context) {
    limits.checkTransaction(api(container), operations);
    return submitAll(container, operations, context);
  }

  private BatchOutcome submitAll(
      ContainerHandle container, List<Operation> operations, RequestContext context) {
    Command write = new Command.Write(settings.clock().millis(), operations);
    // An update begins with what is there.
    boolean reads =
        operations.stream()
            .anyMatch(each -> each instanceof Operation.Read || each instanceof Operation.Modify);
    Entry entry = reads ? Entry.READ : Entry.WRITE;
    Served<Submitted> served =
        submit(container, operations.getFirst().key(), write, entry, context);
    RequestCharge charge = served.answer().charge();
    SessionToken seen = served.seen();
    return switch (served.answer().outcome()) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) -> {
        List<WriteResult> written = new ArrayList<>(results.size());
        for (Outcome.Result result : results) {
          written.add(WriteResult.of(result, lsn, seen));
        }
        yield new BatchOutcome.Committed(written, lsn, charge, seen);
      }
      case Outcome.Refused(long _, int index, Refusal refusal) ->
          new BatchOutcome.Failed(index, WriteRefusals.exception(refusal), charge, seen);
      case Outcome.Declined(String reason) ->
          throw new OrreryException(
              ErrorCode.NOT_SUPPORTED, "The operations do not lie together: " + reason);
      case Outcome.Done _, Outcome.Moved _ -> throw served.unexpected();
    };
  }

  /// Waits for the session like a read: an update begins with what is there.
  WriteResult update(ContainerHandle container, Operation.Modify update, RequestContext context) {
    limits.check(api(container), update);
    return switch (attempt(container, update, Entry.READ, context)) {
      case Tried.Done(WriteResult result) -> result;
      case Tried.Not(Refusal refusal) -> throw WriteRefusals.exception(refusal);
    };
  }

  WriteResult modify(
      ContainerHandle container,
      ItemKey key,
      Function<Item, NewItem> change,
      @Nullable ItemVersion expected,
      RequestContext context) {
    Optional<Item> found = find(container, key, context).item();
    if (found.isEmpty()) {
      throw WriteRefusals.exception(new Refusal.NotFound());
    }
    Item current = found.get();
    for (int attempts = 0; attempts < MODIFY_ATTEMPTS_MAX; attempts++) {
      if (expected != null && !expected.equals(current.version())) {
        throw WriteRefusals.exception(new Refusal.VersionDiffers(current));
      }
      Operation replace = new Operation.Replace(key, change.apply(current), current.version());
      limits.check(api(container), replace);
      switch (attempt(container, replace, Entry.CONTINUED, context)) {
        case Tried.Done(WriteResult result) -> {
          return result;
        }
        case Tried.Not(Refusal.VersionDiffers(Item newer)) -> current = newer;
        case Tried.Not(Refusal refusal) -> throw WriteRefusals.exception(refusal);
      }
    }
    throw new OrreryException(
        ErrorCode.RETRY_WITH, "Other writes to the same item kept getting ahead of this one.");
  }

  PartitionDeletion deleteLogicalPartition(
      ContainerHandle container, ItemKey key, RequestContext context) {
    Command delete = new Command.DeleteLogicalPartition(settings.clock().millis(), key);
    Served<Submitted> served = submit(container, key, delete, Entry.WRITE, context);
    return switch (served.answer().outcome()) {
      case Outcome.Done(long lsn, int items, boolean _) ->
          new PartitionDeletion(items, lsn, served.answer().charge(), served.seen());
      case Outcome.Declined(String reason) ->
          throw new OrreryException(
              ErrorCode.UNAVAILABLE,
              "The logical partition was not deleted: %s; try again.".formatted(reason));
      case Outcome.Written _, Outcome.Refused _, Outcome.Moved _ -> throw served.unexpected();
    };
  }

  PartitionDeletion deleteRows(
      ContainerHandle container,
      ItemKey key,
      RowRange rows,
      long timestamp,
      RequestContext context) {
    Command delete = new Command.DeleteRows(settings.clock().millis(), key, rows, timestamp);
    long touched = 0;
    Entry entry = Entry.WRITE;
    RequestCharge charge = RequestCharge.NONE;
    while (true) {
      Served<Submitted> served = submit(container, key, delete, entry, context);
      charge = charge.plus(served.answer().charge());
      switch (served.answer().outcome()) {
        case Outcome.Done(long lsn, int items, boolean more) -> {
          touched += items;
          if (!more) {
            return new PartitionDeletion(
                (int) Math.min(touched, Integer.MAX_VALUE), lsn, charge, served.seen());
          }
        }
        case Outcome.Declined(String reason) ->
            throw new OrreryException(
                ErrorCode.INVALID_ARGUMENT, "The rows were not deleted: %s.".formatted(reason));
        case Outcome.Written _, Outcome.Refused _, Outcome.Moved _ -> throw served.unexpected();
      }
      entry = Entry.CONTINUED;
    }
  }

  private Served<Submitted> submit(
      ContainerHandle container,
      ItemKey key,
      Command command,
      Entry entry,
      RequestContext context) {
    return calls.ask(container, key, new PartitionRequest.Submit(command), entry, context);
  }
}
