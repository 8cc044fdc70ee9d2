// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.RowRange;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation;
import io.orrery.storage.KeyRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A table: `PRIMARY KEY ((tenant, year), name, score) WITH CLUSTERING ORDER BY (name DESC, score
/// ASC)`. A scan of a logical partition is the clustering order.
class ClusteringTest {
  private static final long SEED = 4711;
  private static final PartitionKeyDefinition DEFINITION =
      PartitionKeyDefinition.token("tenant", "year");

  /// The clustering columns of a row; the texts have what is awkward in keys.
  private record Row(String name, int score) implements Comparable<Row> {
    private static final Comparator<Row> CLUSTERING =
        Comparator.comparing(Row::name).reversed().thenComparingInt(Row::score);

    @Override
    public int compareTo(Row other) {
      return CLUSTERING.compare(this, other);
    }

    byte[] key() {
      ByteWriter out = new ByteWriter();
      KeyEncoding.writeDescending(out, new Value.Text(name), ValueOrder.SQL);
      KeyEncoding.write(out, new Value.Int32(score));
      return out.toByteArray();
    }

    static byte[] prefix(String name) {
      ByteWriter out = new ByteWriter();
      KeyEncoding.writeDescending(out, new Value.Text(name), ValueOrder.SQL);
      return out.toByteArray();
    }

    static Row of(byte[] rowKey) {
      var in = new ByteReader(rowKey);
      String name = ((Value.Text) KeyEncoding.readDescending(in, ValueOrder.SQL)).value();
      return new Row(name, (int) ((Value.Int64) KeyEncoding.read(in)).value());
    }
  }

  private final Sandbox sandbox =
      new Sandbox(
          new PartitionSettings(IndexingPolicy.NONE, List.of(), TimeToLive.OFF, 0, Samples.BOUNDS));
  private final List<Row> rows = new ArrayList<>();

  private static ItemKey key(String tenant, int year, byte[] rowKey) {
    PartitionKey key = PartitionKey.of(new Value.Text(tenant), new Value.Int32(year));
    ByteWriter bytes = new ByteWriter();
    key.write(bytes);
    return ItemKey.of(DEFINITION.position(key), bytes.toByteArray(), rowKey);
  }

  @BeforeEach
  void fill() {
    for (String name : List.of("", "a", "a\0", "a\0\0", "a\1", "ab", "b", "ÿ", "\uFFFF", "zz")) {
      for (int score : new int[] {-70_000, -1, 0, 1, 5, 1_000_000}) {
        rows.add(new Row(name, score));
      }
    }
    List<Row> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(SEED));
    for (Row row : shuffled) {
      for (int year : new int[] {2024, 2025, 2026}) {
        sandbox.done(
            new Operation.Create(key("t", year, row.key()), Samples.item("{'y':" + year + "}")));
      }
    }
    Collections.sort(rows);
  }

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private List<Row> scan(byte[] from, byte @Nullable [] to, Direction direction) {
    ItemKey any = key("t", 2025, new byte[0]);
    try (PartitionView view = sandbox.view();
        ItemCursor cursor = view.logicalPartition(any, new RowRange(from, to), direction)) {
      List<Row> found = new ArrayList<>();
      while (cursor.next()) {
        assertThat(Samples.json(cursor.item())).isEqualTo("{'y':2025}");
        found.add(Row.of(cursor.key().rowKey()));
      }
      return found;
    }
  }

  @Test
  void wholePartitionInClusteringOrder() {
    assertThat(scan(new byte[0], null, Direction.FORWARD)).isEqualTo(rows);
    assertThat(scan(new byte[0], null, Direction.REVERSE)).isEqualTo(rows.reversed());
  }

  @Test
  void fromAnyBoundForwardAndBackward() {
    for (int from = 0; from < rows.size(); from++) {
      byte[] lower = rows.get(from).key();
      assertThat(scan(lower, null, Direction.FORWARD)).isEqualTo(rows.subList(from, rows.size()));
      assertThat(scan(new byte[0], lower, Direction.REVERSE))
          .isEqualTo(rows.subList(0, from).reversed());
      assertThat(scan(KeyRange.after(lower), null, Direction.FORWARD))
          .isEqualTo(rows.subList(from + 1, rows.size()));
      int to = Math.min(rows.size() - 1, from + 7);
      assertThat(scan(lower, rows.get(to).key(), Direction.FORWARD))
          .isEqualTo(rows.subList(from, to));
      assertThat(scan(lower, rows.get(to).key(), Direction.REVERSE))
          .isEqualTo(rows.subList(from, to).reversed());
    }
  }

  @Test
  void oneNameIsAPrefix() {
    for (String name : List.of("", "a", "a\0", "ab", "zz")) {
      byte[] prefix = Row.prefix(name);
      List<Row> expected = rows.stream().filter(row -> row.name().equals(name)).toList();

      assertThat(scan(prefix, KeyRange.afterPrefix(prefix), Direction.FORWARD)).isEqualTo(expected);
      assertThat(scan(prefix, KeyRange.afterPrefix(prefix), Direction.REVERSE))
          .isEqualTo(expected.reversed());
    }
  }

  @Test
  void otherPartitionsAreOutOfSight() {
    ItemKey nobody = key("t", 2027, new byte[0]);
    try (PartitionView view = sandbox.view();
        ItemCursor cursor = view.logicalPartition(nobody, RowRange.ALL, Direction.FORWARD)) {
      assertThat(cursor.next()).isFalse();
    }
  }
}
