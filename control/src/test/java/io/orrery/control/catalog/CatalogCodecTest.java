// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import io.orrery.model.catalog.CatalogRecord.Numbers;
import io.orrery.model.catalog.CatalogRecord.Pending;
import io.orrery.model.catalog.CatalogRecord.Position;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.User;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Messages come back as they were; damaged ones are refused, whatever the damage.
class CatalogCodecTest {
  private static final long SEED = 20_261_116;
  private static final int ROUNDS = 300;

  private final Random random = new Random(SEED);

  private static List<CatalogOutcome> outcomes() {
    List<CatalogOutcome> outcomes = new ArrayList<>();
    for (Refusal refusal : Refusal.values()) {
      outcomes.add(new CatalogOutcome.Refused(refusal));
    }
    outcomes.add(new CatalogOutcome.Removed());
    outcomes.add(new CatalogOutcome.NotLeader());
    PartitionMap partitions = PartitionMap.of(List.of(HashRange.FULL));
    for (CatalogRecord record :
        List.of(
            new Database(3, "d", 5, 1, Throughput.autoscale(1000)),
            new User(1, 2, "u", 3, 4),
            new StoredScript(
                1, StoredScript.Kind.USER_DEFINED_FUNCTION, 2, "f", 3, 4, "function () {}", null),
            new Dropped(7, partitions),
            new Pending(7),
            new Numbers(1, 2, 3),
            new Position(1L << 40))) {
      outcomes.add(new CatalogOutcome.Stored(record));
    }
    return outcomes;
  }

  @Test
  void commandsComeBackAsTheyWere() {
    RandomCommands commands = new RandomCommands(random);
    for (int round = 0; round < 10; round++) {
      for (CatalogCommand command : commands.ofEachKind()) {
        byte[] bytes = CatalogCommandCodec.encode(command);
        CatalogCommand decoded = CatalogCommandCodec.decode(bytes);
        assertThat(decoded.getClass()).isEqualTo(command.getClass());
        assertThat(CatalogCommandCodec.encode(decoded)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void outcomesComeBackAsTheyWere() {
    for (CatalogOutcome outcome : outcomes()) {
      assertThat(CatalogOutcomeCodec.decode(CatalogOutcomeCodec.encode(outcome)))
          .isEqualTo(outcome);
    }
  }

  @Test
  void damagedMessagesAreRefused() {
    for (CatalogCommand command : new RandomCommands(random).ofEachKind()) {
      attack(CatalogCommandCodec::decode, CatalogCommandCodec.encode(command));
    }
    for (CatalogOutcome outcome : outcomes()) {
      attack(CatalogOutcomeCodec::decode, CatalogOutcomeCodec.encode(outcome));
    }
  }

  private void attack(Function<byte[], ?> decoder, byte[] valid) {
    for (int length = 0; length < valid.length; length++) {
      decode(decoder, Arrays.copyOf(valid, length));
    }
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = valid.clone();
      for (int wounds = 1 + random.nextInt(4); wounds > 0; wounds--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      decode(decoder, damaged);
    }
  }

  private static void decode(Function<byte[], ?> decoder, byte[] bytes) {
    try {
      assertThat(decoder.apply(bytes)).isNotNull();
    } catch (OrreryException e) {
      if (e.code() != ErrorCode.CORRUPTED) {
        fail("seed " + SEED + ", bytes " + HexFormat.of().formatHex(bytes), e);
      }
    } catch (RuntimeException | Error e) {
      fail("seed " + SEED + ", bytes " + HexFormat.of().formatHex(bytes), e);
    }
  }
}
