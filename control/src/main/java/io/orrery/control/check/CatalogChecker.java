// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.check;

import io.orrery.control.catalog.CatalogState;
import io.orrery.control.catalog.CatalogView;
import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.check.Finding;
import io.orrery.partition.check.PartitionChecker;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Reader;
import io.orrery.storage.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Examines a whole store that nobody serves: the catalog, the tiling of every ring, every
/// partition, and that there is nothing the catalog does not know.
public final class CatalogChecker {
  private final Store store;
  private final int findingsMax;
  private final List<Finding> findings = new ArrayList<>();

  private CatalogChecker(Store store, int findingsMax) {
    this.store = store;
    this.findingsMax = findingsMax;
  }

  /// What is wrong, at most about `findingsMax` sentences for each partition; empty if all is well.
  public static List<Finding> check(Store store, int findingsMax) {
    CatalogChecker checker = new CatalogChecker(store, findingsMax);
    try {
      checker.check(CatalogState.read(store));
    } catch (OrreryException e) {
      // Who reads this owns the files, and wants to know which one it is.
      String file = e.getCause() == null ? "" : " (%s)".formatted(e.getCause().getMessage());
      checker.add("The catalog cannot be read: " + e.getMessage() + file);
    }
    return List.copyOf(checker.findings);
  }

  private void check(CatalogView catalog) {
    require(
        store.isBlank() || catalog.accountKeys().isPresent(),
        "The account's keys are missing, which are written before everything else.");
    TreeSet<Integer> databases = new TreeSet<>();
    for (Database database : catalog.databases()) {
      databases.add(database.number());
      require(
          database.number() < catalog.numbers().database(),
          "The number of the database %s will be given again.".formatted(database.name()));
    }
    TreeSet<Integer> pending = new TreeSet<>(catalog.pending());
    TreeSet<Integer> numbers = new TreeSet<>();
    for (Container container : catalog.containers()) {
      numbers.add(container.number());
      require(
          databases.contains(container.database()),
          "The container %s belongs to no database.".formatted(container.name()));
      require(
          container.number() < catalog.numbers().container(),
          "The number of the container %s will be given again.".formatted(container.name()));
      check(container, pending.contains(container.number()));
    }
    // Of dropped containers there may be anything from all to nothing.
    catalog.dropped().forEach(each -> numbers.add(each.container()));
    for (Family family : List.of(Family.ITEMS, Family.INDEX, Family.FEED)) {
      checkOwners(family, numbers);
    }
  }

  /// @param pending its partitions may not all have been created yet
  private void check(Container container, boolean pending) {
    PartitionMap partitions = settled(container);
    EffectivePartitionKey end = EffectivePartitionKey.MIN;
    List<PartitionMap.Entry> online =
        partitions.online().stream()
            .sorted(Comparator.comparing(entry -> entry.range().min()))
            .toList();
    for (PartitionMap.Entry entry : online) {
      require(
          entry.range().min().equals(end),
          "The ring of %s has a gap or an overlap at %s.".formatted(container.name(), end));
      end = entry.range().max();
      PartitionId id = PartitionId.of(container, entry.ordinal());
      if (!(pending || isUnborn(container, entry)) || Partition.exists(id, store)) {
        check(id, entry, partitions);
      }
    }
    require(
        end.equals(EffectivePartitionKey.MAX),
        "The ring of %s ends at %s.".formatted(container.name(), end));
    checkSpaces(container, partitions);
  }

  private void check(PartitionId id, PartitionMap.Entry entry, PartitionMap partitions) {
    require(
        entry.ordinal() < partitions.ordinalNext(),
        "The ordinal of partition %s will be given again.".formatted(id));
    byte[] bytes = store.get(Family.META, Layout.state(id));
    if (bytes != null) {
      PartitionState state = PartitionState.decode(bytes);
      require(
          state.range().equals(entry.range()) && !state.retired(),
          "Partition %s says %s%s, the catalog %s."
              .formatted(id, state.range(), state.retired() ? " and retired" : "", entry.range()));
      var inheritance = state.inheritance();
      require(
          inheritance == null
              || partitions.retired().stream()
                  .anyMatch(each -> each.ordinal() == inheritance.parentOrdinal()),
          "Partition %s inherits from one the catalog has forgotten.".formatted(id));
    }
    findings.addAll(PartitionChecker.check(store, id, findingsMax));
  }

  /// Whether a split has not come as far as the partition, which the next start makes then.
  private static boolean isUnborn(Container container, PartitionMap.Entry entry) {
    PartitionMap.SplitIntent intent = container.partitions().intent();
    return intent != null
        && (entry.ordinal() == intent.leftOrdinal() || entry.ordinal() == intent.rightOrdinal());
  }

  /// A split that was begun counts as done if its fence stands, as the next start will see it.
  private PartitionMap settled(Container container) {
    PartitionMap.SplitIntent intent = container.partitions().intent();
    if (intent == null) {
      return container.partitions();
    }
    byte[] parent =
        store.get(Family.META, Layout.state(PartitionId.of(container, intent.ordinal())));
    boolean fenced = parent != null && PartitionState.decode(parent).retired();
    return fenced ? container.partitions().complete(intent) : container.partitions();
  }

  /// Nothing may lie in the space of a partition that is neither online nor still read by its
  /// children.
  private void checkSpaces(Container container, PartitionMap partitions) {
    TreeSet<Integer> known = new TreeSet<>();
    partitions.online().forEach(entry -> known.add(entry.ordinal()));
    partitions.retired().forEach(each -> known.add(each.ordinal()));
    for (Family family : List.of(Family.INDEX, Family.FEED)) {
      KeyRange range = Layout.container(container.number());
      try (Cursor cursor = store.scan(family, range, Direction.FORWARD)) {
        while (cursor.next()) {
          PartitionId id = PartitionId.read(new ByteReader(cursor.key()));
          require(
              known.contains(id.ordinal()),
              "There is data in %s of partition %s, which does not exist.".formatted(family, id));
          KeyRange space = Layout.space(id);
          if (space.to() == null) {
            break;
          }
          cursor.seek(space.to());
        }
      }
    }
  }

  /// Every key must belong to a container of the catalog.
  private void checkOwners(Family family, Set<Integer> containers) {
    try (Cursor cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
      while (cursor.next()) {
        int container = new ByteReader(cursor.key()).readInt();
        require(
            containers.contains(container),
            "There is data in %s of container %d, which does not exist."
                .formatted(family, container));
        byte[] behind = Layout.container(container).to();
        if (behind == null) {
          break;
        }
        cursor.seek(behind);
      }
    }
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      add(otherwise);
    }
  }

  private void add(String sentence) {
    findings.add(new Finding(sentence));
  }

  /// How many items all partitions together say they hold, for the doctor's report.
  public static long items(Reader store) {
    long items = 0;
    for (Container container : CatalogState.read(store).containers()) {
      for (PartitionMap.Entry entry : container.partitions().online()) {
        byte[] state =
            store.get(Family.META, Layout.state(PartitionId.of(container, entry.ordinal())));
        items += state == null ? 0 : PartitionState.decode(state).counters().items();
      }
    }
    return items;
  }
}
