// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Continuations that somebody tampered with: refused or harmless, never anything else.
class ContinuationTest {
  private static final int ROUNDS = 3000;

  /// A scan, and a continuation it handed out.
  private record Subject(String continuation, Consumer<PageRequest> scan) {}

  @Test
  void damagedContinuationsAreRefusedOrHarmless() {
    long seed = Long.getLong("orrery.seed", 7);
    Random random = new Random(seed);
    try (Bed bed = Bed.inMemory()) {
      for (Subject subject : subjects(bed)) {
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
          byte[] bytes = damage(Base64.getUrlDecoder().decode(subject.continuation()), random);
          String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
          try {
            subject.scan().accept(new PageRequest(1, text));
          } catch (OrreryException e) {
            assertThat(e.code())
                .as("%s, seed %d", text, seed)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            refused++;
          } catch (RuntimeException e) {
            throw new AssertionError("%s, seed %d".formatted(text, seed), e);
          }
        }
        assertThat(refused).isPositive();
      }
    }
  }

  private static List<Subject> subjects(Bed bed) {
    Gateway gateway = bed.gateway();
    ContainerHandle container =
        bed.create("items", Bed.BY_KEY.withHistoryMillis(Duration.ofHours(1).toMillis()), 2);
    for (int i = 0; i < 40; i++) {
      ItemKey key = Bed.key(container, "k" + i % 5, "" + i);
      gateway.create(container, key, Bed.json("{\"n\":" + i + "}"), bed.request());
    }
    PageRequest first = PageRequest.first(3);
    var logical = LogicalPartitionScan.of(Bed.key(container, "k1", ""));
    var reverse = new LogicalPartitionScan(logical.partition(), logical.rows(), Direction.REVERSE);
    QueryBed queries = new QueryBed(bed, container);
    List<String> texts =
        List.of(
            "SELECT * FROM c WHERE c.n > 5",
            "SELECT * FROM c ORDER BY c.n DESC",
            "SELECT * FROM c ORDER BY c.n + 1");
    ChangeFeed latest = ChangeFeed.latest(Scope.ALL, new Start.Beginning());
    ChangeFeed all = ChangeFeed.all(Scope.ALL, new Start.Beginning());
    List<Subject> subjects = new ArrayList<>();
    for (String text : texts) {
      subjects.add(
          subject(
              queries.items(text, Scope.ALL, first), page -> queries.items(text, Scope.ALL, page)));
    }
    subjects.addAll(
        List.of(
            subject(
                gateway.scanLogicalPartition(container, logical, first, bed.request()),
                page -> gateway.scanLogicalPartition(container, logical, page, bed.request())),
            subject(
                gateway.scanLogicalPartition(container, reverse, first, bed.request()),
                page -> gateway.scanLogicalPartition(container, reverse, page, bed.request())),
            subject(
                gateway.scanItems(container, Scope.ALL, first, bed.request()),
                page -> gateway.scanItems(container, Scope.ALL, page, bed.request())),
            new Subject(
                gateway.changes(container, latest, first, bed.request()).continuation(),
                page -> gateway.changes(container, latest, page, bed.request())),
            new Subject(
                gateway.changes(container, all, first, bed.request()).continuation(),
                page -> gateway.changes(container, all, page, bed.request()))));
    return subjects;
  }

  private static Subject subject(Page<?> page, Consumer<PageRequest> scan) {
    return new Subject(page.continuation().orElseThrow(), scan);
  }

  private static byte[] damage(byte[] bytes, Random random) {
    byte[] damaged = bytes.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(damaged, random.nextInt(damaged.length));
      case 1 -> Arrays.copyOf(damaged, damaged.length + random.nextInt(20));
      default -> damaged;
    };
  }
}
