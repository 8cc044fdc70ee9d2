// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.PartitionAnswer.Found;
import io.orrery.partition.service.PartitionAnswer.Opened;
import io.orrery.partition.service.PartitionAnswer.Submitted;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.storage.Glance;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Answers for a partition of this process, on the thread that asks.
///
/// A request passes the budget, then waits for what its session has seen, is carried out, and pays.
public final class LocalPartition implements PartitionService {
  /// What is longer takes its time to be read and written, for which nobody else should wait.
  private static final int AT_ONCE_BYTES_MAX = 16 << 10;

  private final Partition partition;
  private final Throttle throttle;
  private final LongSupplier nanos;
  private final ItemReads items;
  private final ChangeReads changes;
  private final Upkeep upkeep;
  private final ReadLeases leases;

  /// What can be cancelled.
  private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();

  /// @param executor runs fragments of plans
  public LocalPartition(
      Partition partition, Throttle throttle, FragmentExecutor executor, LongSupplier nanos) {
    this.partition = partition;
    this.throttle = throttle;
    this.nanos = nanos;
    this.items = new ItemReads(partition);
    this.changes = new ChangeReads(partition);
    this.upkeep = new Upkeep(partition, throttle);
    this.leases = new ReadLeases(partition, executor, nanos);
  }

  /// What it answers for, in the same process.
  public Partition partition() {
    return partition;
  }

  @Override
  public PartitionId id() {
    return partition.id();
  }

  @Override
  public <A extends PartitionAnswer> PartitionReply<A> ask(
      PartitionRequest<A> request, PartitionCall call) {
    try {
      if (call.charging() == Charging.ADMIT) {
        throttle.admit();
      }
      PartitionAnswer answer = answer(request, call);
      if (isMoved(answer)) {
        return new PartitionReply.Moved<>();
      }
      spend(answer.charge(), request, call);
      return new PartitionReply.Answered<>(request.answer().cast(answer));
    } catch (OrreryException e) {
      if (e.code() == ErrorCode.RANGE_GONE) {
        return new PartitionReply.Moved<>();
      }
      throw e;
    }
  }

  @Override
  public Optional<Found> findAtOnce(PartitionRequest.Find request, PartitionCall call) {
    PartitionState now = partition.state();
    if (now.retired() || call.sessionLsn() > now.lsn()) {
      return Optional.empty();
    }
    if (call.charging() == Charging.ADMIT) {
      throttle.admit();
    }
    Glance<Item> glance = partition.glance(request.key(), call.nowMillis(), AT_ONCE_BYTES_MAX);
    if (!glance.isKnown()) {
      return Optional.empty();
    }
    Found found = found(Optional.ofNullable(glance.value()));
    spend(found.charge(), request, call);
    return Optional.of(found);
  }

  @Override
  public Optional<Opened> openAtOnce(PartitionCall call) {
    PartitionState now = partition.state();
    if (now.retired() || call.sessionLsn() > now.lsn()) {
      return Optional.empty();
    }
    if (call.charging() == Charging.ADMIT) {
      throttle.admit();
    }
    return leases.openAtOnce(call);
  }

  private static boolean isMoved(PartitionAnswer answer) {
    return answer instanceof Submitted(Outcome.Moved _);
  }

  private void spend(RequestCharge charge, PartitionRequest<?> request, PartitionCall call) {
    if (call.charging() != Charging.FREE) {
      throttle.spend(charge, request.logicalPartition());
      if (isLastStep(charge, request, call)) {
        throttle.served();
      }
    }
  }

  /// A read of several steps is over when it is paid for: one that was given up to be asked again
  /// is no request of its own.
  private static boolean isLastStep(
      RequestCharge charge, PartitionRequest<?> request, PartitionCall call) {
    return call.charging() == Charging.ADMIT
        ? !(request instanceof PartitionRequest.OpenRead)
        : request instanceof PartitionRequest.CloseRead && charge.thousandths() > 0;
  }

  private PartitionAnswer answer(PartitionRequest<?> request, PartitionCall call) {
    if (request.isBrief() && call.sessionLsn() <= partition.state().lsn()) {
      return brief(request, call);
    }
    RunningCall runs = new RunningCall(call, nanos);
    running.add(runs);
    try (runs) {
      awaitSession(runs);
      return answer(request, runs);
    } catch (RuntimeException e) {
      // Who gives up has had the partition work all the same.
      spend(runs.worked(), request, call);
      throw e;
    } finally {
      running.remove(runs);
    }
  }

  /// What nobody could give up needs no record of it.
  private PartitionAnswer brief(PartitionRequest<?> request, PartitionCall call) {
    if (request instanceof PartitionRequest.Find find) {
      return find(find, call);
    }
    if (request instanceof PartitionRequest.OpenRead) {
      return leases.open(call);
    }
    return request instanceof PartitionRequest.CloseRead close
        ? leases.close(close)
        : answer(request, new RunningCall(call, nanos));
  }

  private PartitionAnswer answer(PartitionRequest<?> request, RunningCall call) {
    return switch (request) {
      case PartitionRequest.Find find -> find(find, call.call());
      case PartitionRequest.Submit(var command) ->
          new Submitted(partition.submit(command, call.remaining()));
      case PartitionRequest.FindAll find -> items.findAll(find, call);
      case PartitionRequest.ScanRows scan -> items.scan(scan, call);
      case PartitionRequest.OpenRead _ -> leases.open(call.call());
      case PartitionRequest.EstimateRead estimate -> leases.estimate(estimate, call);
      case PartitionRequest.ReadFragment read -> leases.read(read, call);
      case PartitionRequest.CloseRead close -> leases.close(close);
      case PartitionRequest.ReadChanges read -> changes.read(read, call);
      case PartitionRequest.Describe _ -> upkeep.describe();
      case PartitionRequest.FindHeaviest(int count) -> upkeep.findHeaviest(count, call);
      case PartitionRequest.FindHottest(int count) -> upkeep.findHottest(count);
      case PartitionRequest.Maintain(int itemsMax) -> upkeep.maintain(itemsMax, call);
      case PartitionRequest.Spend(var _, RequestCharge charge) ->
          new PartitionAnswer.Spent(charge, partition.state().lsn());
      case PartitionRequest.Provision provision -> upkeep.provision(provision);
      case PartitionRequest.FindSplitPoint _ -> upkeep.findSplitPoint(call);
      case PartitionRequest.CountLeft(var at) -> upkeep.countLeft(at, call);
    };
  }

  private PartitionAnswer find(PartitionRequest.Find find, PartitionCall call) {
    return found(partition.find(find.key(), call.nowMillis()));
  }

  private Found found(Optional<Item> item) {
    // What is read may be newer than the state the partition has published.
    long lsn = partition.state().lsn();
    return new Found(item, item.isPresent() ? Math.max(lsn, item.get().version().lsn()) : lsn);
  }

  private void awaitSession(RunningCall call) {
    long lsn = call.call().sessionLsn();
    if (lsn > partition.state().lsn()) {
      SessionWait.await(partition, lsn, call);
    }
  }

  @Override
  public void cancel(long request) {
    for (RunningCall call : running) {
      if (call.isOf(request)) {
        call.cancel();
      }
    }
  }

  @Override
  public void close() {
    leases.closeAll();
    partition.close();
  }
}
