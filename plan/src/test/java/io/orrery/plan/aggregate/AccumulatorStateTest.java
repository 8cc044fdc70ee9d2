// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Rows that are divided, aggregated, sent as bytes and merged come to what they come to at once.
class AccumulatorStateTest {
  private static final List<ValueOrder> ORDERS = List.of(ValueOrder.values());

  private static Value value(Random random, boolean numbers) {
    return switch (random.nextInt(numbers ? 5 : 9)) {
      case 0 -> new Value.Int32(random.nextInt(9));
      case 1 -> new Value.Int64(random.nextLong());
      case 2 -> new Value.Float64(random.nextGaussian() * Math.pow(10, random.nextInt(20)));
      case 3 ->
          Value.Decimal128.of(
              new BigDecimal("0.1").multiply(BigDecimal.valueOf(random.nextInt(99))));
      case 4 -> Value.Undefined.UNDEFINED;
      case 5 -> new Value.Text("t" + random.nextInt(9));
      case 6 -> Value.Bool.of(random.nextBoolean());
      case 7 -> new Value.Array(List.of(new Value.Int32(random.nextInt(3))));
      default -> new Value.Document(new LinkedHashMap<>());
    };
  }

  @ParameterizedTest
  @EnumSource(AggregateFunction.class)
  void mergedStatesComeToTheSame(AggregateFunction function) {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      boolean numbers = random.nextBoolean();
      ValueOrder order = ORDERS.get(round % ORDERS.size());
      Accumulator whole = function.start(order);
      Accumulator merged = function.start(order);
      for (int parts = random.nextInt(5); parts > 0; parts--) {
        Accumulator part = function.start(order);
        List<Value> values = new ArrayList<>();
        for (int rows = random.nextInt(20); rows > 0; rows--) {
          values.add(value(random, numbers));
        }
        values.forEach(
            value -> {
              long _ = whole.add(value);
              long _ = part.add(value);
            });
        Value sent = StoredItems.decode(StoredItems.encode(part.state()));
        long _ = merged.merge(function.restore(sent, order));
      }
      assertThat(merged.result()).isEqualTo(whole.result());
    }
  }

  @ParameterizedTest
  @EnumSource(AggregateFunction.class)
  void anotherStateIsRefused(AggregateFunction function) {
    assertThatThrownBy(() -> function.restore(new Value.Text("no state"), ValueOrder.BSON))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("state of an aggregate");
  }
}
