// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Operation;
import io.orrery.partition.command.Operation.NewItem;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.ItemVersion;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Operations on items of one logical partition, which one physical partition serves.
///
/// A write is handed to another partition only after one has said that it did not carry it out
/// ([Outcome.Moved]). A write that fails otherwise may have taken place, and is never repeated
/// here.
final class PointOperations {
  /// Of several that modify an item at once, one gets ahead each time: so many may collide.
  private static final int MODIFY_ATTEMPTS_MAX = 100;

  /// What a command has to pass before its partition carries it out.
  private enum Entry {
    WITH_BUDGET,
    /// It also has to see what the client's session has seen.
    WITH_BUDGET_AND_SESSION,
    /// Its request was let in before, and pays for this as well.
    CONTINUED
  }

  /// What became of a command, and where.
  private record Served(Route route, Outcome outcome) {}

  private final GatewaySettings settings;
  private final Admission admission;
  private final WriteLimits limits;

  PointOperations(GatewaySettings settings, Admission admission) {
    this.settings = settings;
    this.admission = admission;
    this.limits = new WriteLimits(settings.limits());
  }

  ReadResult find(ContainerHandle container, ItemKey key, RequestContext context) {
    RouteTable table = container.table();
    while (true) {
      Route route = table.at(key);
      admission.admitRead(route, context);
      Optional<Item> item;
      try {
        item = route.partition().find(key, settings.clock().millis());
      } catch (OrreryException e) {
        table = container.afterFailedRead(table, e, context);
        continue;
      }
      // What is read may be newer than the state the partition has published.
      long lsn = route.partition().state().lsn();
      lsn = item.isPresent() ? Math.max(lsn, item.get().version().lsn()) : lsn;
      RequestCharge charge = RequestCharge.read(item.isPresent() ? item.get().body().length : 0);
      SessionToken seen = SessionToken.of(route.ordinal(), lsn);
      admission.spend(route, charge, seen, context);
      return new ReadResult(item, charge, seen);
    }
  }

  WriteResult write(ContainerHandle container, Operation operation, RequestContext context) {
    limits.check(operation);
    return switch (attempt(container, operation, Entry.WITH_BUDGET, context)) {
      case Tried.Done(WriteResult result) -> result;
      case Tried.Not(Refusal refusal) -> throw Refusals.exception(refusal);
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
    Served served = submit(container, operation.key(), write, entry, context);
    return switch (served.outcome()) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) -> {
        SessionToken seen = SessionToken.of(served.route().ordinal(), lsn);
        WriteResult result = WriteResult.of(results.getFirst(), lsn, seen);
        admission.spend(served.route(), result.charge(), seen, context);
        yield new Tried.Done(result);
      }
      case Outcome.Refused(long lsn, int _, Refusal refusal) -> {
        refused(served.route(), lsn, context);
        yield new Tried.Not(refusal);
      }
      case Outcome.Done _, Outcome.Declined _, Outcome.Moved _ -> throw unexpected(served);
    };
  }

  BatchOutcome batch(
      ContainerHandle container, List<Operation> operations, RequestContext context) {
    limits.checkBatch(operations);
    Command write = new Command.Write(settings.clock().millis(), operations);
    boolean reads = operations.stream().anyMatch(Operation.Read.class::isInstance);
    Entry entry = reads ? Entry.WITH_BUDGET_AND_SESSION : Entry.WITH_BUDGET;
    Served served = submit(container, operations.getFirst().key(), write, entry, context);
    Route route = served.route();
    return switch (served.outcome()) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) ->
          committed(route, lsn, results, context);
      case Outcome.Refused(long lsn, int index, Refusal refusal) ->
          new BatchOutcome.Failed(
              index,
              Refusals.code(refusal),
              Refusals.message(refusal),
              refused(route, lsn, context),
              SessionToken.of(route.ordinal(), lsn));
      case Outcome.Done _, Outcome.Declined _, Outcome.Moved _ -> throw unexpected(served);
    };
  }

  private BatchOutcome committed(
      Route route, long lsn, List<Outcome.Result> results, RequestContext context) {
    SessionToken seen = SessionToken.of(route.ordinal(), lsn);
    List<WriteResult> written = new ArrayList<>(results.size());
    RequestCharge charge = RequestCharge.NONE;
    for (Outcome.Result result : results) {
      WriteResult each = WriteResult.of(result, lsn, seen);
      charge = charge.plus(each.charge());
      written.add(each);
    }
    admission.spend(route, charge, seen, context);
    return new BatchOutcome.Committed(written, lsn, charge, seen);
  }

  private RequestCharge refused(Route route, long lsn, RequestContext context) {
    RequestCharge charge = RequestCharge.refused();
    admission.spend(route, charge, SessionToken.of(route.ordinal(), lsn), context);
    return charge;
  }

  WriteResult modify(
      ContainerHandle container,
      ItemKey key,
      Function<Item, NewItem> change,
      @Nullable ItemVersion expected,
      RequestContext context) {
    Optional<Item> found = find(container, key, context).item();
    if (found.isEmpty()) {
      throw Refusals.exception(new Refusal.NotFound());
    }
    Item current = found.get();
    for (int attempts = 0; attempts < MODIFY_ATTEMPTS_MAX; attempts++) {
      if (expected != null && !expected.equals(current.version())) {
        throw Refusals.exception(new Refusal.VersionDiffers(current));
      }
      Operation replace = new Operation.Replace(key, change.apply(current), current.version());
      limits.check(replace);
      switch (attempt(container, replace, Entry.CONTINUED, context)) {
        case Tried.Done(WriteResult result) -> {
          return result;
        }
        case Tried.Not(Refusal.VersionDiffers(Item newer)) -> current = newer;
        case Tried.Not(Refusal refusal) -> throw Refusals.exception(refusal);
      }
    }
    throw new OrreryException(
        ErrorCode.RETRY_WITH, "Other writes to the same item kept getting ahead of this one.");
  }

  PartitionDeletion deleteLogicalPartition(
      ContainerHandle container, ItemKey key, RequestContext context) {
    Command delete = new Command.DeleteLogicalPartition(settings.clock().millis(), key);
    Served served = submit(container, key, delete, Entry.WITH_BUDGET, context);
    return switch (served.outcome()) {
      case Outcome.Done(long lsn, int items, boolean _) -> {
        RequestCharge charge = RequestCharge.scan(items, 0);
        SessionToken seen = SessionToken.of(served.route().ordinal(), lsn);
        admission.spend(served.route(), charge, seen, context);
        yield new PartitionDeletion(items, lsn, charge, seen);
      }
      case Outcome.Declined(String reason) ->
          throw new OrreryException(
              ErrorCode.UNAVAILABLE,
              "The logical partition was not deleted: %s; try again.".formatted(reason));
      case Outcome.Written _, Outcome.Refused _, Outcome.Moved _ -> throw unexpected(served);
    };
  }

  /// Has the partition of the key carry out the command; never answers [Outcome.Moved].
  private Served submit(
      ContainerHandle container,
      ItemKey key,
      Command command,
      Entry entry,
      RequestContext context) {
    RouteTable table = container.table();
    while (true) {
      Route route = table.at(key);
      switch (entry) {
        case WITH_BUDGET -> admission.admit(route, context);
        case WITH_BUDGET_AND_SESSION -> admission.admitRead(route, context);
        case CONTINUED -> admission.continued(route, context);
      }
      Outcome outcome;
      try {
        outcome = route.partition().submit(command, context.remaining());
      } catch (OrreryException e) {
        throw container.explain(e);
      }
      if (!(outcome instanceof Outcome.Moved)) {
        return new Served(route, outcome);
      }
      table = container.newer(table, context);
    }
  }

  private static IllegalStateException unexpected(Served served) {
    return new IllegalStateException(
        "partition %s answered %s".formatted(served.route().partition().id(), served.outcome()));
  }
}
