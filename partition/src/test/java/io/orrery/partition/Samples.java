// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.partition.command.MergeRule;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation.NewItem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// Keys, items and settings that tests use.
public final class Samples {
  public static final PartitionKeyDefinition DEFINITION = PartitionKeyDefinition.hash("/pk");

  public static final PartitionSettings.Bounds BOUNDS =
      new PartitionSettings.Bounds(20L << 30, 50L << 30, 1024, 2 << 20, 24 << 20, 32 << 20);

  /// Everything indexed, no time to live, no history.
  public static final PartitionSettings PLAIN =
      new PartitionSettings(IndexingPolicy.ALL, List.of(), TimeToLive.OFF, 0, BOUNDS);

  /// Something of everything settings can have.
  public static final PartitionSettings RICH =
      new PartitionSettings(
          new IndexingPolicy(
              true,
              indexPaths("/*", "/tags/[]/?"),
              indexPaths("/\"odd name\"/*", "/secret/?"),
              List.of(PropertyPath.parse("/pk")),
              List.of(
                  new CompositeIndex(
                      3,
                      List.of(
                          new CompositeIndex.Part(PropertyPath.parse("/a/b"), false),
                          new CompositeIndex.Part(PropertyPath.parse("/c"), true))))),
          List.of(
              List.of(PropertyPath.parse("/email")),
              List.of(PropertyPath.parse("/x/y"), PropertyPath.parse("/z"))),
          3600,
          86_400_000,
          BOUNDS);

  /// Rows of cells, whose tombstones are kept for ten seconds.
  public static final PartitionSettings ROWS =
      new PartitionSettings(
          IndexingPolicy.ALL,
          List.of(),
          TimeToLive.NO_DEFAULT,
          0,
          new MergeRule.LastWriteWins(10_000),
          BOUNDS);

  private Samples() {}

  public static List<IndexPath> indexPaths(String... paths) {
    return Stream.of(paths).map(IndexPath::parse).toList();
  }

  /// The key of the item `id` in the logical partition `pk`.
  public static ItemKey key(String pk, String id) {
    PartitionKey partitionKey = PartitionKey.text(pk);
    ByteWriter bytes = new ByteWriter();
    partitionKey.write(bytes);
    return ItemKey.of(DEFINITION.position(partitionKey), bytes.toByteArray(), row(id));
  }

  public static byte[] row(String id) {
    ByteWriter bytes = new ByteWriter();
    KeyEncoding.write(bytes, new Value.Text(id));
    return bytes.toByteArray();
  }

  /// The stored form of a JSON text, in which single quotes stand for double ones.
  public static byte[] body(String json) {
    return StoredItems.fromJson(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  public static NewItem item(String json) {
    return new NewItem(body(json), Item.TTL_DEFAULT, true);
  }

  public static String json(Item item) {
    return new String(StoredItems.toJson(item.body()), StandardCharsets.UTF_8).replace('"', '\'');
  }
}
