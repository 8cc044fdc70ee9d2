// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value.Decimal128;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Decimal128Test {
  /// Bits from the BSON specification's decimal128 tests.
  @ParameterizedTest
  @CsvSource({
    "0, 3040000000000000, 0000000000000000",
    "1, 3040000000000000, 0000000000000001",
    "-1, B040000000000000, 0000000000000001",
    "0.1, 303E000000000000, 0000000000000001",
    "0.1234567890123456789012345678901234, 2FFC3CDE6FFF9732, DE825CD07E96AFF2",
    "1E-6176, 0000000000000000, 0000000000000001",
    "9.999999999999999999999999999999999E+6144, 5FFFED09BEAD87C0, 378D8E63FFFFFFFF",
    "1.000000000000000000000000000000000E+6144, 5FFE314DC6448D93, 38C15B0A00000000",
  })
  void bitsAreThoseOfTheStandard(String text, String high, String low) {
    var expected =
        new Decimal128(Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16));
    assertThat(Decimal128.of(new BigDecimal(text))).isEqualTo(expected);
    assertThat(expected.toBigDecimal()).isEqualTo(new BigDecimal(text));
    assertThat(expected.toString()).isEqualTo(text);
  }

  @Test
  void exponentOutOfRangeIsMadeUpForByZeros() {
    assertThat(Decimal128.of(new BigDecimal("1E+6144")).toString())
        .isEqualTo("1.000000000000000000000000000000000E+6144");
    assertThat(Decimal128.of(new BigDecimal("10E-6177")).toString()).isEqualTo("1E-6176");
    assertThat(Decimal128.of(new BigDecimal("0E+9999")).toString()).isEqualTo("0E+6111");
    assertThat(Decimal128.of(new BigDecimal("1" + "0".repeat(40))).toBigDecimal())
        .isEqualByComparingTo("1E+40");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E+6145",
        "1E-6177",
        "12345678901234567890123456789012345",
        "1E+2147483647",
        "1E-2147483647"
      })
  void whatNeedsRoundingIsRefused(String text) {
    assertThatThrownBy(() -> Decimal128.of(new BigDecimal(text)))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void specialValuesAreTold() {
    assertThat(Decimal128.NAN.isNaN()).isTrue();
    assertThat(Decimal128.NAN.isFinite()).isFalse();
    assertThat(new Decimal128(0xFE00_0000_0000_0000L, 1).isNaN()).isTrue();
    assertThat(Decimal128.NEGATIVE_INFINITY.toString()).isEqualTo("-Infinity");
    assertThat(Decimal128.NEGATIVE_ZERO.toString()).isEqualTo("-0");
    assertThat(Decimal128.NEGATIVE_ZERO.toBigDecimal()).isEqualByComparingTo("0");
    assertThatThrownBy(Decimal128.NAN::toBigDecimal).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void coefficientsBeyondThirtyFourDigitsAreZero() {
    BigInteger tooBig = BigInteger.TEN.pow(34);
    var decimal =
        new Decimal128(
            0x3040_0000_0000_0000L | tooBig.shiftRight(64).longValue(), tooBig.longValue());
    assertThat(decimal.toString()).isEqualTo("0");
    assertThat(new Decimal128(0x6C10_0000_0000_0000L, 1).toBigDecimal().signum()).isZero();
  }
}
