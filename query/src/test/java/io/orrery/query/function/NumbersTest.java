// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class NumbersTest {

  @Test
  void resultsHaveTheTypeTheirJsonIsReadAs() {
    assertThat(Numbers.of(3.0)).isEqualTo(new Int32(3));
    assertThat(Numbers.of(-0.0)).isEqualTo(new Int32(0));
    assertThat(Numbers.of(2147483648.0)).isEqualTo(new Int64(2147483648L));
    assertThat(Numbers.of(0x1p53)).isEqualTo(new Int64(1L << 53));
    assertThat(Numbers.of(0x1p54)).isEqualTo(new Float64(0x1p54));
    assertThat(Numbers.of(0.5)).isEqualTo(new Float64(0.5));
    assertThat(Numbers.of(7L)).isEqualTo(new Int32(7));
    assertThat(Numbers.of(Long.MAX_VALUE)).isEqualTo(new Int64(Long.MAX_VALUE));
  }

  @Test
  void whatIsNotFiniteIsUndefined() {
    assertThat(Numbers.of(Double.NaN)).isEqualTo(Undefined.UNDEFINED);
    assertThat(Numbers.of(Double.POSITIVE_INFINITY)).isEqualTo(Undefined.UNDEFINED);
    assertThat(Numbers.of(Double.NEGATIVE_INFINITY)).isEqualTo(Undefined.UNDEFINED);
  }

  @Test
  void integersAreIntegersInAnyType() {
    assertThat(Numbers.isInteger(decimal("12"))).isTrue();
    assertThat(Numbers.isInteger(decimal("12.00"))).isTrue();
    assertThat(Numbers.isInteger(decimal("1E+3"))).isTrue();
    assertThat(Numbers.isInteger(decimal("12.5"))).isFalse();
    assertThat(Numbers.isInteger(decimal("1E+6000"))).isFalse();
    assertThat(Numbers.isInteger(decimal("1E-6000"))).isFalse();
    assertThat(Numbers.isInteger(decimal("9223372036854775807"))).isTrue();
    assertThat(Numbers.isInteger(decimal("9223372036854775808"))).isFalse();
    assertThat(Numbers.isInteger(Decimal128.NAN)).isFalse();
    assertThat(Numbers.isInteger(Decimal128.POSITIVE_INFINITY)).isFalse();
    assertThat(Numbers.isInteger(new Float64(0x1p63))).isFalse();
    assertThat(Numbers.isInteger(new Float64(-0x1p63))).isTrue();
    assertThat(Numbers.isInteger(new Float64(Double.NaN))).isFalse();
    assertThat(Numbers.isInteger(new Text("1"))).isFalse();
  }

  @Test
  void decimalsAreReadLikeOtherNumbers() {
    assertThat(Numbers.toLong(decimal("9223372036854775807"))).isEqualTo(Long.MAX_VALUE);
    assertThat(Numbers.toDouble(decimal("0.1"))).isEqualTo(0.1);
    assertThat(Numbers.toDouble(Decimal128.NEGATIVE_INFINITY)).isNegative().isInfinite();
    assertThat(Numbers.toDouble(Decimal128.NAN)).isNaN();
    assertThat(Numbers.toDouble(new Text("1"))).isNaN();
  }

  private static Decimal128 decimal(String text) {
    return Decimal128.of(new BigDecimal(text));
  }
}
