// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.partition.PartitionState;
import io.orrery.partition.PartitionState.RangeTombstone;
import io.orrery.partition.SettingsHistory;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import io.orrery.storage.Snapshot;
import io.orrery.storage.Store;
import java.util.List;

/// Examines one partition, in one consistent state, while it may go on working.
///
/// Everything is streamed: what an item must have is looked up by key; that there is nothing beyond
/// is first only counted, and looked for one by one where the counts differ.
public final class PartitionChecker {
  private PartitionChecker() {}

  /// What is wrong with the partition, at most about `findingsMax` sentences; empty if all is well.
  /// A partition that was split has nothing of its own any more.
  public static List<Finding> check(Store store, PartitionId id, int findingsMax) {
    Findings findings = new Findings(findingsMax);
    try (Snapshot snapshot = store.snapshot()) {
      findings.guard("Partition " + id, () -> check(snapshot, id, findings));
    }
    return findings.list();
  }

  private static void check(Reader reader, PartitionId id, Findings findings) {
    byte[] state = reader.get(Family.META, Layout.state(id));
    byte[] settings = reader.get(Family.META, Layout.settings(id));
    if (state == null || settings == null) {
      findings.add("Partition %s has no %s.".formatted(id, state == null ? "state" : "settings"));
      return;
    }
    Subject subject =
        new Subject(id, PartitionState.decode(state), SettingsHistory.decode(settings), reader);
    if (subject.state().retired()) {
      return;
    }
    checkState(subject, findings);
    ItemsCheck items = new ItemsCheck(subject, findings);
    items.run();
    new IndexCheck(subject, findings).run(items.entriesExpected());
    new UniqueKeysCheck(subject, findings).run(items.uniqueKeysExpected());
    new FeedCheck(subject, findings).run();
  }

  private static void checkState(Subject subject, Findings findings) {
    PartitionState state = subject.state();
    for (RangeTombstone each : state.tombstones()) {
      findings.require(
          Layout.isInside(each.logicalPartition(), state.range()) && each.lsn() <= state.lsn(),
          () ->
              "Partition %s has a range tombstone for a logical partition that is not its own."
                  .formatted(subject.id()));
    }
    findings.require(
        state.historySince() <= state.lsn() && state.historyPurged() <= state.lsn(),
        () -> "Partition %s has history beyond its LSN %d.".formatted(subject.id(), state.lsn()));
    findings.require(
        state.inheritance() == null || state.inheritance().lsn() <= state.lsn(),
        () ->
            "Partition %s inherits changes beyond its LSN %d."
                .formatted(subject.id(), state.lsn()));
  }
}
