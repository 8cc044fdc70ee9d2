// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.Container;
import io.orrery.control.OpenContainer;
import io.orrery.control.PartitionMap;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Direction;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Store;
import io.orrery.testkit.LocalEngine;
import java.util.Set;
import java.util.TreeSet;

/// What must be true of every store at every moment.
public final class Soundness {
  /// Keys of the catalog in META begin with this.
  private static final int CATALOG = 0x01;

  private Soundness() {}

  /// Fails with what is wrong.
  public static void require(LocalEngine engine) {
    TreeSet<Integer> containers = new TreeSet<>();
    TreeSet<String> partitions = new TreeSet<>();
    for (OpenContainer open : engine.plane().containers()) {
      Container container = open.container();
      containers.add(container.number());
      requireTiling(container);
      container
          .partitions()
          .online()
          .forEach(each -> partitions.add(container.partition(each.ordinal()).toString()));
      container
          .partitions()
          .retired()
          .forEach(each -> partitions.add(container.partition(each.ordinal()).toString()));
    }
    requireNothingElse(engine.store(), containers, partitions);
  }

  private static void requireTiling(Container container) {
    EffectivePartitionKey end = EffectivePartitionKey.MIN;
    TreeSet<Integer> ordinals = new TreeSet<>();
    for (PartitionMap.Entry entry : container.partitions().online()) {
      assertThat(entry.range().min()).as("where %s goes on", container.name()).isEqualTo(end);
      assertThat(ordinals.add(entry.ordinal())).as("an ordinal is used once").isTrue();
      assertThat(entry.ordinal()).isLessThan(container.partitions().ordinalNext());
      end = entry.range().max();
    }
    assertThat(end).as("where %s ends", container.name()).isEqualTo(EffectivePartitionKey.MAX);
  }

  /// Every key belongs to a container and partition that exist.
  private static void requireNothingElse(
      Store store, Set<Integer> containers, Set<String> partitions) {
    for (Family family : Family.values()) {
      try (Cursor cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
        while (cursor.next()) {
          ByteReader key = new ByteReader(cursor.key());
          if (family == Family.META && key.readByte() == CATALOG) {
            continue;
          }
          if (family == Family.ITEMS) {
            assertThat(containers).as("containers with items").contains(key.readInt());
          } else {
            PartitionId id = PartitionId.read(key);
            assertThat(partitions).as("partitions with keys in %s", family).contains(id.toString());
          }
        }
      }
    }
  }
}
