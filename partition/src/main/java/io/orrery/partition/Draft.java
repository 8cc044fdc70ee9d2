// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.HashRange;
import io.orrery.partition.PartitionState.Division;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.PartitionState.PendingSplit;
import io.orrery.partition.PartitionState.RangeTombstone;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.LogPosition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A partition's state and settings while a group of commands changes them.
final class Draft {
  final PartitionId id;
  private final PartitionState start;

  LogPosition applied;
  @Nullable Division division;
  long lsn;
  long ridNext;
  long timeMillis;
  Counters counters;
  long historySince;
  long historyPurged;
  @Nullable Inheritance inheritance;
  @Nullable PendingSplit split;
  List<RangeTombstone> tombstones;
  long sweptMillis;
  SettingsHistory settings;

  /// The time of the command that is being applied; the state takes it over with the first change.
  long nowMillis;

  Draft(PartitionId id, PartitionState state, SettingsHistory settings) {
    this.id = id;
    this.start = state;
    this.applied = state.applied();
    this.division = state.division();
    this.lsn = state.lsn();
    this.ridNext = state.ridNext();
    this.timeMillis = state.timeMillis();
    this.counters = state.counters();
    this.historySince = state.historySince();
    this.historyPurged = state.historyPurged();
    this.inheritance = state.inheritance();
    this.split = state.split();
    this.tombstones = state.tombstones();
    this.sweptMillis = state.sweptMillis();
    this.settings = settings;
    this.nowMillis = timeMillis;
  }

  HashRange range() {
    return start.range();
  }

  boolean holds(ItemKey key) {
    return Layout.isInside(key.encoded(), start.range());
  }

  PartitionState state() {
    return new PartitionState(
        applied,
        start.range(),
        start.epoch(),
        division,
        lsn,
        ridNext,
        timeMillis,
        counters,
        historySince,
        historyPurged,
        inheritance,
        split,
        tombstones,
        sweptMillis);
  }

  /// The partition in whose space the index entries of an existing item lie.
  PartitionId indexSpace(byte[] itemKey, ItemVersion version) {
    return inheritance != null && inheritance.holdsIndexOf(itemKey, version)
        ? id.sibling(inheritance.parentOrdinal())
        : id;
  }

  /// The partition in whose space the change that made a version lies.
  PartitionId feedSpace(ItemVersion version) {
    return inheritance != null && inheritance.holdsChange(version)
        ? id.sibling(inheritance.parentOrdinal())
        : id;
  }

  /// Also for a while after the container was told to keep none: until what is there is purged.
  boolean keepsHistory() {
    return historySince != PartitionState.NO_HISTORY;
  }

  Liveness liveness() {
    return new Liveness(settings.newest().ttlSeconds(), tombstones, nowMillis);
  }

  /// Adds to the counters, and to those left of a split in preparation if the item lies there.
  void count(byte[] itemKey, Counters delta) {
    counters = counters.plus(delta);
    if (split != null && split.isLeft(itemKey)) {
      split = new PendingSplit(split.at(), split.leftSince().plus(delta));
    }
  }

  void addTombstone(RangeTombstone newcomer) {
    tombstones =
        Stream.concat(
                tombstones.stream()
                    .filter(
                        each ->
                            !Arrays.equals(each.logicalPartition(), newcomer.logicalPartition())),
                Stream.of(newcomer))
            .toList();
  }

  /// The values a refused command must not leave behind.
  record Mark(
      long lsn,
      long timeMillis,
      long ridNext,
      Counters counters,
      @Nullable PendingSplit split,
      SettingsHistory settings) {}

  Mark mark() {
    return new Mark(lsn, timeMillis, ridNext, counters, split, settings);
  }

  void reset(Mark mark) {
    lsn = mark.lsn();
    timeMillis = mark.timeMillis();
    ridNext = mark.ridNext();
    counters = mark.counters();
    split = mark.split();
    settings = mark.settings();
  }
}
