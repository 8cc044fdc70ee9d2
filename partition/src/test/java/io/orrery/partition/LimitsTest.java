// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.partition.command.Operation;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.indexing.IndexingPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static PartitionSettings bounded(long logicalBytesMax, long physicalBytesMax) {
    return new PartitionSettings(
        IndexingPolicy.ALL,
        List.of(),
        PartitionSettings.TTL_OFF,
        0,
        new PartitionSettings.Bounds(logicalBytesMax, physicalBytesMax, 1024));
  }

  private static String text(int length) {
    return "{'t':'" + "x".repeat(length) + "'}";
  }

  @Test
  void aFullLogicalPartitionShrinksButDoesNotGrow() {
    try (Sandbox sandbox = new Sandbox(bounded(5_000, 1 << 30))) {
      fillUntilRefused(sandbox, new Refusal.LogicalPartitionFull(5_000));
      sandbox.create("other", "1", text(1000));
    }
  }

  @Test
  void aLogicalPartitionThatFillsThePhysicalOneDoesNotGrow() {
    try (Sandbox sandbox = new Sandbox(bounded(1 << 30, 8_000))) {
      fillUntilRefused(sandbox, new Refusal.LogicalPartitionFull(8_000));
      sandbox.create("other", "1", text(1000));
    }
  }

  private static void fillUntilRefused(Sandbox sandbox, Refusal full) {
    for (int i = 0; i < 3; i++) {
      sandbox.create("a", "i" + i, text(1000));
    }
    int more = 3;
    while (sandbox.write(new Operation.Create(key("a", "i" + more), item(text(1000))))
        instanceof Outcome.Written) {
      more++;
    }
    assertThat(more).isBetween(3, 6);

    assertThat(sandbox.refused(new Operation.Create(key("a", "new"), item(text(1000)))))
        .isEqualTo(full);
    assertThat(sandbox.refused(new Operation.Replace(key("a", "i0"), item(text(3000)), null)))
        .isEqualTo(full);
    assertThat(sandbox.find("a", "i0")).contains(text(1000));
    sandbox.upsert("a", "i0", text(900));
    sandbox.delete("a", "i0");
    sandbox.create("a", "new", text(1000));
    sandbox.assertSound();
  }

  /// A document may trade text for indexed properties: its data shrinks, and data is what counts.
  @Test
  void lessDataIsNeverTooMuchData() {
    try (Sandbox sandbox = new Sandbox(bounded(1 << 30, 1 << 30))) {
      sandbox.create("a", "1", text(1000));
      sandbox.configure(bounded(500, 1 << 30));

      sandbox.upsert("a", "1", "{'t':'" + "x".repeat(900) + "','u':['a','b','c','d','e']}");
      sandbox.assertSound();
    }
  }
}
