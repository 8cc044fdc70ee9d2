// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// The kinds of containers there are: one for each hash, and what else makes a difference.
enum Template {
  PLAIN,
  OLD,
  LEVELS,
  /// A table: a partition key of two columns, rows by two clustering columns, the second one
  /// descending. Its rows are written whole, as everything here is.
  TABLE,
  UNIQUE,
  EXPIRING,
  /// Logical partitions that are too large to be deleted at once.
  FAT,
  FIXED;

  static final long HISTORY_MILLIS = 600_000;

  static final CompositeIndex COMPOSITE =
      new CompositeIndex(
          3,
          List.of(
              new CompositeIndex.Part(PropertyPath.parse("/name"), true),
              new CompositeIndex.Part(PropertyPath.parse("/mixed"), false)));

  static final List<IndexingPolicy> POLICIES =
      List.of(
          IndexingPolicy.ALL,
          IndexingPolicy.NONE,
          policy(List.of("/*"), List.of("/name/?", "/nested/*")),
          policy(List.of("/number/?", "/tags/[]/?"), List.of("/*")),
          policy(List.of("/*", "/nested/deep/?"), List.of("/nested/*", "/mixed/?", "/tags/*")));

  private static final int KEYS = 10;

  private PartitionKeyDefinition key() {
    return switch (this) {
      case PLAIN, UNIQUE, EXPIRING, FAT -> PartitionKeyDefinition.hash("/pk");
      case OLD -> PartitionKeyDefinition.hash("/pk", 1);
      case LEVELS -> PartitionKeyDefinition.multiHash("/tenant", "/pk", "/number");
      case TABLE -> PartitionKeyDefinition.token("tenant", "pk");
      case FIXED -> PartitionKeyDefinition.NONE;
    };
  }

  private static IndexingPolicy policy(List<String> included, List<String> excluded) {
    return new IndexingPolicy(
        true,
        included.stream().map(IndexPath::parse).toList(),
        excluded.stream().map(IndexPath::parse).toList(),
        List.of(),
        List.of(COMPOSITE));
  }

  ContainerDefinition definition() {
    ContainerDefinition plain = ContainerDefinition.of(Api.SQL, key());
    return switch (this) {
      case PLAIN, TABLE, FIXED -> plain;
      case OLD -> plain.withHistoryMillis(HISTORY_MILLIS);
      case LEVELS -> plain.withIndexing(POLICIES.get(2));
      case UNIQUE ->
          plain
              .withTtlSeconds(60)
              .withUniqueKeys(
                  List.of(
                      List.of(PropertyPath.parse("/email")),
                      List.of(PropertyPath.parse("/number"), PropertyPath.parse("/nested/deep"))));
      case EXPIRING ->
          plain.withTtlSeconds(TimeToLive.NO_DEFAULT).withHistoryMillis(HISTORY_MILLIS);
      case FAT -> plain.withIndexing(IndexingPolicy.NONE).withHistoryMillis(HISTORY_MILLIS);
    };
  }

  /// A partition key that comes up again and again.
  PartitionKey partitionKey(Random random) {
    int number = random.nextInt(KEYS);
    return switch (this) {
      case PLAIN -> PartitionKey.of(oneOfMany(number));
      case OLD, UNIQUE, EXPIRING -> PartitionKey.text("key" + number);
      case LEVELS ->
          PartitionKey.of(
              new Value.Text("tenant" + number % 3),
              new Value.Text("key" + number),
              new Value.Int32(number % 2));
      case TABLE -> PartitionKey.text("tenant" + number % 4, "key" + number);
      case FAT -> PartitionKey.text("fat" + number % 2);
      case FIXED -> PartitionKey.NONE;
    };
  }

  /// Keys of every type.
  private static Value oneOfMany(int number) {
    return switch (number) {
      case 0 -> Value.Undefined.UNDEFINED;
      case 1 -> Value.Null.NULL;
      case 2 -> Value.Bool.TRUE;
      case 3 -> new Value.Float64(-0.5);
      case 4 -> new Value.Int32(7);
      case 5 -> new Value.Text("");
      case 6 -> new Value.Text("\u0000\u0001\uFFFF");
      default -> new Value.Text("key" + number);
    };
  }

  /// How many items a logical partition may have.
  int ids() {
    return switch (this) {
      case FAT -> 900;
      case FIXED -> 60;
      case PLAIN, OLD, LEVELS, TABLE, UNIQUE, EXPIRING -> 24;
    };
  }

  byte[] rowKey(int id) {
    if (this != TABLE) {
      return ("id" + id).getBytes(StandardCharsets.UTF_8);
    }
    ByteWriter out = new ByteWriter();
    KeyEncoding.write(out, new Value.Text("row" + id % 5));
    int start = out.size();
    KeyEncoding.write(out, new Value.Int32(id));
    out.invert(start);
    return out.toByteArray();
  }

  ItemKey key(ContainerHandle container, PartitionKey partitionKey, int id) {
    return container.key(partitionKey, rowKey(id));
  }
}
