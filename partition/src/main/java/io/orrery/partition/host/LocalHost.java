// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.host;

import io.orrery.model.Limits;
import io.orrery.model.key.HashRange;
import io.orrery.partition.BatchMemory;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.LocalPartition;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionService;
import io.orrery.plan.program.Languages;
import io.orrery.storage.Batch;
import io.orrery.storage.Durability;
import io.orrery.storage.Family;
import io.orrery.storage.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The partitions of this process, all in one store.
public final class LocalHost implements PartitionHost {
  private final Store store;
  private final Partition.QueueLimits queueLimits;
  private final BatchMemory memory = new BatchMemory();
  private final Buckets buckets;
  private final FragmentExecutor executor;

  /// For an engine without doors: it knows no API's expressions.
  ///
  /// @param buckets what its partitions spend from
  public LocalHost(Store store, Limits limits, Buckets buckets) {
    this(
        store,
        limits,
        buckets,
        new FragmentExecutor(Languages.NONE, limits, ComputeShare.of(limits, buckets.ticker())));
  }

  /// @param executor runs fragments of plans in its partitions
  public LocalHost(Store store, Limits limits, Buckets buckets, FragmentExecutor executor) {
    this.executor = executor;
    this.store = store;
    this.buckets = buckets;
    this.queueLimits =
        new Partition.QueueLimits(
            limits.queueCommands(), limits.groupCommands(), limits.groupBytes());
  }

  @Override
  public List<HostOutcome> carryOut(List<? extends HostCommand> commands) {
    Batch batch = store.newBatch();
    List<HostOutcome> outcomes = new ArrayList<>();
    for (HostCommand command : commands) {
      outcomes.add(
          switch (command) {
            case HostCommand.CreatePartition create -> create(batch, create);
            case HostCommand.InheritPartition inherit -> inherit(batch, inherit);
            case HostCommand.DropPartition(PartitionId id, @Nullable HashRange items) ->
                drop(batch, id, items);
          });
    }
    boolean declined = outcomes.stream().anyMatch(HostOutcome.Declined.class::isInstance);
    if (!declined && batch.count() > 0) {
      boolean drops = commands.stream().allMatch(HostCommand.DropPartition.class::isInstance);
      store.write(batch, drops ? Durability.UNSYNCED : Durability.SYNCED);
    }
    return outcomes;
  }

  private HostOutcome create(Batch batch, HostCommand.CreatePartition create) {
    byte[] stored = store.get(Family.META, Layout.state(create.id()));
    if (stored == null) {
      Partition.create(batch, create.id(), create.range(), create.settings());
      return new HostOutcome.Done(true);
    }
    HashRange range = PartitionState.decode(stored).range();
    return range.equals(create.range())
        ? new HostOutcome.Done(false)
        : new HostOutcome.Declined(
            "the partition %s exists and has the range %s".formatted(create.id(), range));
  }

  private HostOutcome inherit(Batch batch, HostCommand.InheritPartition inherit) {
    if (Partition.exists(inherit.id(), store)) {
      return new HostOutcome.Done(false);
    }
    return Partition.inherit(batch, store, inherit.id(), inherit.parent())
        ? new HostOutcome.Done(true)
        : new HostOutcome.Declined(
            "the partition %s has no child %s".formatted(inherit.parent(), inherit.id()));
  }

  /// The state goes with what it describes: a partition without state has nothing any more. What it
  /// says is of no interest, so damage does not keep anybody from dropping it.
  private HostOutcome drop(Batch batch, PartitionId id, @Nullable HashRange items) {
    if (!Partition.exists(id, store)) {
      return new HostOutcome.Done(false);
    }
    if (items != null) {
      batch.deleteRange(Family.ITEMS, Layout.items(id.container(), items));
      batch.deleteRange(Family.ITEMS, Layout.counters(id.container(), items));
      batch.deleteRange(Family.ITEMS, Layout.uniques(id.container(), items));
    }
    batch.deleteRange(Family.INDEX, Layout.space(id));
    batch.deleteRange(Family.FEED, Layout.space(id));
    batch.delete(Family.META, Layout.state(id));
    batch.delete(Family.META, Layout.settings(id));
    return new HostOutcome.Done(true);
  }

  @Override
  public PartitionService serve(PartitionId id, Provision provision) {
    return new LocalPartition(open(id), buckets.throttle(provision), executor, buckets.ticker());
  }

  /// Starts a partition. Fails with CORRUPTED if there is none of this name.
  public Partition open(PartitionId id) {
    return Partition.open(id, store, queueLimits, memory);
  }

  @Override
  public void reclaim(int container) {
    for (Family family : List.of(Family.ITEMS, Family.INDEX, Family.FEED)) {
      store.reclaim(family, Layout.container(container));
    }
  }
}
