// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.Accumulator;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.aggregate.SameValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AggregationTest {

  private static Value result(AggregateFunction function, Value... values) {
    Accumulator accumulator = function.start();
    for (Value value : values) {
      accumulator.add(value);
    }
    return accumulator.result();
  }

  @Test
  void integersAreAddedExactly() {
    Value max = new Int64(Long.MAX_VALUE);
    assertThat(result(AggregateFunction.SUM, max, new Int32(-1)))
        .isEqualTo(new Int64(Long.MAX_VALUE - 1));
    assertThat(result(AggregateFunction.SUM, max, max)).isEqualTo(new Float64(0x1p64));
    assertThat(result(AggregateFunction.SUM, max, max, new Int64(-Long.MAX_VALUE))).isEqualTo(max);
    assertThat(result(AggregateFunction.SUM, max, new Int32(1), new Float64(-0x1p63)))
        .isEqualTo(new Float64(0));
  }

  @Test
  void fractionsAreRoundedOnce() {
    Value tenth = new Float64(0.1);
    Value[] ten = Collections.nCopies(10, tenth).toArray(Value[]::new);
    assertThat(result(AggregateFunction.SUM, ten)).isEqualTo(new Float64(1));
    assertThat(
            result(AggregateFunction.SUM, new Float64(1e100), new Float64(1), new Float64(-1e100)))
        .isEqualTo(new Float64(1));
    assertThat(result(AggregateFunction.AVG, new Int32(1), new Int32(2)))
        .isEqualTo(new Float64(1.5));
    assertThat(result(AggregateFunction.SUM, new Float64(1e308), new Float64(1e308)))
        .isEqualTo(Undefined.UNDEFINED);
  }

  @Test
  void decimalsStayDecimals() {
    Value decimal = Decimal128.of(new BigDecimal("0.1"));
    assertThat(result(AggregateFunction.SUM, decimal, new Int32(1)))
        .isEqualTo(Decimal128.of(new BigDecimal("1.1")));
  }

  @Test
  void onlyNumbersHaveASum() {
    for (Value other : List.of(Null.NULL, Bool.TRUE, new Text("1"), Evaluations.value("[1]"))) {
      assertThat(result(AggregateFunction.SUM, new Int32(1), other)).isEqualTo(Undefined.UNDEFINED);
      assertThat(result(AggregateFunction.AVG, new Int32(1), other)).isEqualTo(Undefined.UNDEFINED);
    }
    assertThat(result(AggregateFunction.SUM, new Int32(1), Undefined.UNDEFINED))
        .isEqualTo(new Int32(1));
  }

  @Test
  void extremesFollowTheOrderOfTypes() {
    Value[] mixed = {new Text("a"), new Int32(3), Bool.FALSE, Undefined.UNDEFINED, new Int32(5)};
    assertThat(result(AggregateFunction.MIN, mixed)).isEqualTo(Bool.FALSE);
    assertThat(result(AggregateFunction.MAX, mixed)).isEqualTo(new Text("a"));
    assertThat(result(AggregateFunction.MAX, new Int32(1), Evaluations.value("[]")))
        .isEqualTo(Undefined.UNDEFINED);
    assertThat(result(AggregateFunction.MIN, Evaluations.value("{}"), new Int32(1)))
        .isEqualTo(Undefined.UNDEFINED);
  }

  /// However the values are divided between partitions, and in whatever order these answer.
  @Test
  void resultsDoNotDependOnTheDivision() {
    long seed = 20260214;
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<Value> values = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        values.add(number(random));
      }
      for (AggregateFunction function : AggregateFunction.values()) {
        if (function == AggregateFunction.MAKELIST || function == AggregateFunction.MAKESET) {
          continue;
        }
        Value whole = result(function, values.toArray(Value[]::new));
        List<Value> shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, random);
        int cut = random.nextInt(values.size() + 1);
        Accumulator left = function.start();
        shuffled.subList(0, cut).forEach(left::add);
        Accumulator right = function.start();
        shuffled.subList(cut, shuffled.size()).forEach(right::add);
        right.merge(left);
        assertThat(SameValue.equal(right.result(), whole))
            .as("%s of %s, seed %s: %s and %s", function, values, seed, right.result(), whole)
            .isTrue();
      }
    }
  }

  private static Value number(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Int64(random.nextLong());
      case 1 -> new Int32(random.nextInt(5));
      case 2 -> new Float64(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
      case 3 -> new Float64(random.nextInt(100) / 10.0);
      default -> random.nextInt(20) == 0 ? new Text("t") : Undefined.UNDEFINED;
    };
  }
}
