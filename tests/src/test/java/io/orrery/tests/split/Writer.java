// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import io.orrery.gateway.BatchOutcome;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/// Creates, replaces and deletes items that no other writer touches.
final class Writer {
  private static final int KEYS = 40;
  private static final int ITEMS_MAX = 200;

  private final Growth growth;
  private final int writer;
  private final Random random;
  private int numberNext;

  Writer(Growth growth, int writer, long seed) {
    this.growth = growth;
    this.writer = writer;
    this.random = new Random(seed * 1000 + writer);
  }

  void writeWhile(BooleanSupplier wanted) {
    while (wanted.getAsBoolean()) {
      int dice = random.nextInt(10);
      // Splitting has to keep up: once there is enough, items are only changed.
      if (numberNext == 0 || (dice < 5 && numberNext < ITEMS_MAX)) {
        put(fresh());
      } else if (dice < 7) {
        batch();
      } else {
        change(anyKnown());
      }
    }
  }

  private String fresh() {
    int number = numberNext++;
    return Growth.name(writer, number % KEYS, number);
  }

  private String anyKnown() {
    int number = random.nextInt(numberNext);
    return Growth.name(writer, number % KEYS, number);
  }

  private int changes(String name) {
    return Math.abs(growth.acknowledged().getOrDefault(name, 0));
  }

  private void put(String name) {
    int changes = changes(name) + 1;
    growth
        .gateway()
        .upsert(
            growth.container(),
            growth.key(name),
            Growth.item(name, changes),
            null,
            growth.engine().request());
    growth.acknowledged().put(name, changes);
  }

  private void change(String name) {
    boolean exists = growth.acknowledged().getOrDefault(name, 0) > 0;
    if (!exists || !Growth.isFleeting(name)) {
      put(name);
      return;
    }
    growth.gateway().delete(growth.container(), growth.key(name), null, growth.engine().request());
    growth.acknowledged().put(name, -(changes(name) + 1));
  }

  /// Some items of one logical partition at once.
  private void batch() {
    List<String> names = new ArrayList<>();
    List<Operation> operations = new ArrayList<>();
    int last = random.nextInt(numberNext);
    for (int number = last; number >= 0 && names.size() < 5; number -= KEYS) {
      String name = Growth.name(writer, number % KEYS, number);
      names.add(name);
      operations.add(
          new Operation.Upsert(growth.key(name), Growth.item(name, changes(name) + 1), null));
    }
    BatchOutcome outcome =
        growth.gateway().batch(growth.container(), operations, growth.engine().request());
    if (!(outcome instanceof BatchOutcome.Committed)) {
      throw new AssertionError("a batch failed: " + outcome);
    }
    names.forEach(name -> growth.acknowledged().put(name, changes(name) + 1));
  }
}
