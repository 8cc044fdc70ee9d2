// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.container.Api;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Throughput;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.command.MergeRule;
import io.orrery.partition.command.PartitionSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The catalog's records come back as they were; damaged ones are refused, whatever the damage.
class CatalogDecodersTest {
  private static final long SEED = 20_261_115;
  private static final int ROUNDS = 20_000;

  private static final Database DATABASE =
      new Database(7, "däta base", 1_700_000_000_000L, 3, Throughput.autoscale(4000));

  private static final Container CONTAINER =
      new Container(
          12,
          7,
          "orders",
          1_700_000_000_000L,
          5,
          new ContainerDefinition(
              Api.SQL,
              PartitionKeyDefinition.multiHash("/tenant", "/user"),
              new IndexingPolicy(
                  true,
                  List.of(IndexPath.ALL),
                  List.of(IndexPath.parse("/secret/*")),
                  List.of(),
                  List.of(
                      new CompositeIndex(
                          1, List.of(new CompositeIndex.Part(PropertyPath.parse("/a"), true))))),
              List.of(List.of(PropertyPath.parse("/email"), PropertyPath.parse("/a/b"))),
              60,
              1000,
              new byte[] {1, 2, 3}),
          Throughput.manual(400),
          PartitionMap.of(PartitionKeyDefinition.multiHash("/tenant", "/user").evenRanges(3))
              .intend(1, EffectivePartitionKey.parse("2A")));

  @Test
  void databases() {
    assertThat(Database.decode(DATABASE.encode())).isEqualTo(DATABASE);
    attack(Database::decode, DATABASE.encode());
  }

  @Test
  void containers() {
    Container decoded = Container.decode(CONTAINER.encode());
    assertThat(decoded.encode()).isEqualTo(CONTAINER.encode());
    assertThat(decoded.partitions()).isEqualTo(CONTAINER.partitions());
    attack(Container::decode, CONTAINER.encode());
  }

  @Test
  void tablesOfCellsKeepTombstonesAsLongAsTheySay() {
    ContainerDefinition table =
        ContainerDefinition.of(Api.CASSANDRA, PartitionKeyDefinition.token("a"));
    assertThat(PartitionSettings.of(read(table), Limits.DEFAULT).merge())
        .isEqualTo(new MergeRule.LastWriteWins(Duration.ofDays(10).toMillis()));
    assertThat(PartitionSettings.of(read(table.withTombstonesMillis(5)), Limits.DEFAULT).merge())
        .isEqualTo(new MergeRule.LastWriteWins(5));
    assertThatThrownBy(() -> table.withTombstonesMillis(-1).validate(Limits.DEFAULT))
        .hasMessageContaining("tombstones");
  }

  @Test
  void tablesOfCellsHaveNoUniqueKeys() {
    ContainerDefinition table =
        ContainerDefinition.of(Api.CASSANDRA, PartitionKeyDefinition.token("a"))
            .withUniqueKeys(List.of(List.of(PropertyPath.parse("/b"))));
    assertThatThrownBy(() -> table.validate(Limits.DEFAULT))
        .hasMessageContaining("cannot have unique keys");
  }

  private static ContainerDefinition read(ContainerDefinition definition) {
    ByteWriter out = new ByteWriter();
    definition.write(out);
    return ContainerDefinition.read(new ByteReader(out.toByteArray()));
  }

  private static void attack(Consumer<byte[]> decoder, byte[] valid) {
    Random random = new Random(SEED);
    for (int length = 0; length < valid.length; length++) {
      decode(decoder, Arrays.copyOf(valid, length));
    }
    for (int round = 0; round < ROUNDS; round++) {
      byte[] noise = new byte[random.nextInt(100)];
      random.nextBytes(noise);
      decode(decoder, noise);
      byte[] damaged = valid.clone();
      for (int wounds = 1 + random.nextInt(4); wounds > 0; wounds--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      decode(decoder, damaged);
    }
  }

  private static void decode(Consumer<byte[]> decoder, byte[] bytes) {
    try {
      decoder.accept(bytes);
    } catch (OrreryException e) {
      if (e.code() != ErrorCode.CORRUPTED) {
        fail("seed " + SEED + ", bytes " + HexFormat.of().formatHex(bytes), e);
      }
    } catch (RuntimeException | Error e) {
      fail("seed " + SEED + ", bytes " + HexFormat.of().formatHex(bytes), e);
    }
  }
}
