// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Change;
import io.orrery.model.container.Counters;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.PartitionState.Division;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.PartitionState.PendingSplit;
import io.orrery.partition.PartitionState.RangeTombstone;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.LogPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Everything that is read back from the store, given what it should be and what it should not.
class DecodersTest {
  private static final PartitionId ID = new PartitionId(7, 3);
  private static final ItemKey KEY = Samples.key("pk", "id");
  private static final ItemVersion VERSION = new ItemVersion(300, 2);

  @Test
  void items() {
    Item item = new Item(VERSION, 1L << 42, 1_700_000_000_000L, 60, true, Samples.body("{'a':1}"));

    Item row =
        new Item(VERSION, 1, 2, Item.TTL_NEVER, false, Samples.body("{'a':1}"), new byte[] {1, 2});

    assertThat(Item.decode(item.encode())).usingRecursiveComparison().isEqualTo(item);
    assertThat(Item.decode(row.encode())).usingRecursiveComparison().isEqualTo(row);
    Hostility.against(Item::decode, List.of(item.encode(), row.encode()));
  }

  @Test
  void itemKeys() {
    ItemKey odd = ItemKey.of(EffectivePartitionKey.parse("0000FF"), new byte[3], new byte[] {0});

    assertThat(ItemKey.decode(odd.encoded()).position().bytes()).containsExactly(0, 0, -1);
    assertThat(ItemKey.decode(odd.encoded()).partitionKey()).containsExactly(0, 0, 0);
    assertThat(ItemKey.decode(odd.encoded()).rowKey()).containsExactly(0);
    Hostility.against(
        bytes -> {
          ItemKey key = ItemKey.decode(bytes);
          key.position();
          key.partitionKey();
          key.rowKey();
        },
        List.of(KEY.encoded(), odd.encoded()));
  }

  @Test
  void changes() {
    Change create = new Change(Change.Operation.CREATE, 5, KEY.encoded(), null);
    Change expire = new Change(Change.Operation.EXPIRE, 5, KEY.encoded(), VERSION);

    assertThat(Change.decode(create.encode())).usingRecursiveComparison().isEqualTo(create);
    assertThat(Change.decode(expire.encode())).usingRecursiveComparison().isEqualTo(expire);
    Hostility.against(
        bytes -> Change.decode(bytes).key(), List.of(create.encode(), expire.encode()));
  }

  @Test
  void logicalPartitions() {
    var partition = new LogicalPartition(new Counters(1, -2, 1L << 40), 1L << 50);

    assertThat(LogicalPartition.decode(partition.encode())).isEqualTo(partition);
    assertThat(LogicalPartition.decode(null)).isEqualTo(LogicalPartition.NONE);
    Hostility.against(LogicalPartition::decode, List.of(partition.encode()));
  }

  @Test
  void states() {
    var at = EffectivePartitionKey.parse("1000");
    PartitionState first = PartitionState.first(3, HashRange.FULL, true);
    PartitionState full =
        new PartitionState(
            new LogPosition(7, 1L << 40),
            new HashRange(EffectivePartitionKey.MIN, at),
            2,
            new Division(at, 5, 6, new Counters(1, 1, 1)),
            99,
            1L << 41,
            1_700_000_000_000L,
            new Counters(1, 2, 3),
            PartitionState.NO_HISTORY,
            17,
            new Inheritance(1, 80, KEY.encoded(), true, 40),
            new PendingSplit(at, new Counters(-1, -2, -3)),
            List.of(new RangeTombstone(KEY.logicalPartition(), 55, KEY.encoded())),
            77);

    assertThat(PartitionState.decode(first.encode())).usingRecursiveComparison().isEqualTo(first);
    assertThat(PartitionState.decode(full.encode())).usingRecursiveComparison().isEqualTo(full);
    Hostility.against(PartitionState::decode, List.of(first.encode(), full.encode()));
  }

  @Test
  void settings() {
    Hostility.against(
        bytes -> PartitionSettings.read(new ByteReader(bytes)),
        List.of(bytes(Samples.PLAIN), bytes(Samples.RICH), bytes(Samples.ROWS)));
    assertThat(PartitionSettings.read(new ByteReader(bytes(Samples.ROWS)))).isEqualTo(Samples.ROWS);
    assertThat(PartitionSettings.read(new ByteReader(bytes(Samples.RICH)))).isEqualTo(Samples.RICH);
  }

  @Test
  void indexingPolicies() {
    ByteWriter out = new ByteWriter();
    Samples.RICH.indexing().write(out);

    assertThat(IndexingPolicy.read(new ByteReader(out.toByteArray())))
        .isEqualTo(Samples.RICH.indexing());
    Hostility.against(
        bytes -> IndexingPolicy.read(new ByteReader(bytes)), List.of(out.toByteArray()));
  }

  @Test
  void settingsHistories() {
    SettingsHistory history =
        SettingsHistory.of(Samples.PLAIN).configure(Samples.RICH).advance(KEY.encoded());

    SettingsHistory decoded = SettingsHistory.decode(history.encode());
    assertThat(decoded.encode()).isEqualTo(history.encode());
    assertThat(decoded.newest()).isEqualTo(Samples.RICH);
    assertThat(decoded.inForce()).containsExactly(Samples.RICH, Samples.PLAIN);
    Hostility.against(
        SettingsHistory::decode,
        List.of(history.encode(), SettingsHistory.of(Samples.PLAIN).encode()));
  }

  @Test
  void storeKeys() {
    byte[] term =
        Layout.inSpace(ID, Layout.relativeTerm().writeBytes(new byte[] {1, 2}).toByteArray());

    assertThat(Layout.itemKey(Layout.item(7, KEY))).isEqualTo(KEY);
    assertThat(Layout.version(Layout.change(ID, VERSION))).isEqualTo(VERSION);
    assertThat(Layout.inSpace(ID, Layout.relative(term))).isEqualTo(term);
    Hostility.against(Layout::itemKey, List.of(Layout.item(7, KEY)));
    Hostility.against(
        Layout::version, List.of(Layout.change(ID, VERSION), Layout.image(ID, VERSION)));
    Hostility.against(Layout::relative, List.of(term));
    Hostility.against(bytes -> PartitionId.read(new ByteReader(bytes)), List.of(new byte[8]));
  }

  private static byte[] bytes(PartitionSettings settings) {
    ByteWriter out = new ByteWriter();
    settings.write(out);
    return out.toByteArray();
  }
}
