// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Partition keys and row keys are whatever bytes an API makes of its values: descending columns
/// begin with high bytes, empty keys have none.
class RowKeysTest {
  private static final long SEED = 20_261_116;
  private static final EffectivePartitionKey POSITION = EffectivePartitionKey.parse("10");

  private final Sandbox sandbox = new Sandbox(Samples.PLAIN);
  private final Random random = new Random(SEED);

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  @Test
  void anyBytesAreAKey() {
    List<byte[]> partitionKeys = anyBytes(12);
    List<byte[]> rowKeys = anyBytes(40);
    for (byte[] partitionKey : partitionKeys) {
      for (byte[] rowKey : rowKeys) {
        sandbox.done(
            new Operation.Create(
                ItemKey.of(POSITION, partitionKey, rowKey), Samples.item("{'n':1}")));
      }
    }
    for (byte[] partitionKey : partitionKeys) {
      assertThat(rows(partitionKey, Direction.FORWARD)).isEqualTo(texts(rowKeys));
      assertThat(rows(partitionKey, Direction.REVERSE)).isEqualTo(texts(rowKeys).reversed());
    }

    byte[] deleted = partitionKeys.removeLast();
    sandbox.submit(
        new Command.DeleteLogicalPartition(
            sandbox.now, ItemKey.of(POSITION, deleted, new byte[0])));

    assertThat(rows(deleted, Direction.FORWARD)).isEmpty();
    for (byte[] partitionKey : partitionKeys) {
      assertThat(rows(partitionKey, Direction.FORWARD)).isEqualTo(texts(rowKeys));
    }
  }

  /// Different ones in ascending order, among them the extremes and beginnings of others.
  private List<byte[]> anyBytes(int count) {
    var keys = new TreeSet<byte[]>(Arrays::compareUnsigned);
    keys.add(new byte[0]);
    keys.add(new byte[] {0});
    keys.add(new byte[] {-1});
    keys.add(new byte[] {-1, -1, -1});
    while (keys.size() < count) {
      byte[] key = new byte[random.nextInt(1, 4)];
      for (int i = 0; i < key.length; i++) {
        key[i] = new byte[] {0, 1, 2, 127, -2, -1}[random.nextInt(6)];
      }
      keys.add(key);
    }
    return new ArrayList<>(keys);
  }

  private List<String> rows(byte[] partitionKey, Direction direction) {
    ItemKey any = ItemKey.of(POSITION, partitionKey, new byte[0]);
    try (PartitionView view = sandbox.view();
        ItemCursor cursor = view.logicalPartition(any, RowRange.ALL, direction)) {
      return texts(Scans.keys(cursor).stream().map(ItemKey::rowKey).toList());
    }
  }

  private static List<String> texts(List<byte[]> keys) {
    return keys.stream().map(key -> "row " + HexFormat.of().formatHex(key)).toList();
  }
}
