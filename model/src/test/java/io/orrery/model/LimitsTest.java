// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LimitsTest {

  @Test
  void theDefaultsAreThoseOfCosmos() {
    Limits limits = Limits.DEFAULT;
    assertThat(limits.itemBytes()).isEqualTo(2 * 1024 * 1024);
    assertThat(limits.idBytes()).isEqualTo(1023);
    assertThat(limits.logicalPartitionBytes()).isEqualTo(20L * 1024 * 1024 * 1024);
    assertThat(limits.physicalPartitionBytes()).isEqualTo(30L * 1024 * 1024 * 1024);
    assertThat(limits.physicalPartitionRu()).isEqualTo(10_000);
    assertThat(limits.batchOperations()).isEqualTo(100);
    assertThat(Limits.names()).contains("itemBytes", "autoscaleMaxMin", "physicalPartitionRu");
  }

  /// Each name has its own method, and nothing else changes with it.
  @ParameterizedTest
  @EnumSource
  void limitsAreSetByNameAndReadByMethod(Limits.Name name) throws ReflectiveOperationException {
    long value = Limits.DEFAULT.value(name) + 1;
    Limits changed = Limits.DEFAULT.with(name.toString(), value);
    Method method = Limits.class.getMethod(name.toString());
    assertThat(((Number) method.invoke(changed)).longValue()).isEqualTo(value);
    for (Limits.Name other : Limits.Name.values()) {
      assertThat(changed.value(other))
          .isEqualTo(other == name ? value : Limits.DEFAULT.value(other));
    }
    assertThat(changed).isNotEqualTo(Limits.DEFAULT).hasToString("{" + name + "=" + value + "}");
    assertThat(changed.with(name, value - 1))
        .isEqualTo(Limits.DEFAULT)
        .hasSameHashCodeAs(Limits.DEFAULT);
  }

  @Test
  void senselessValuesAndUnknownNamesAreRefused() {
    assertRefused("itemBytes", 0, "itemBytes must be from 1 to 2147483647, not 0");
    assertRefused("itemBytes", -1, "not -1");
    assertRefused("itemBytes", 1L << 31, "2147483648");
    assertRefused("ItemBytes", 5, "no limit 'ItemBytes'; there are [itemBytes,");
    assertThat(Limits.DEFAULT.with("logicalPartitionBytes", 1L << 40).logicalPartitionBytes())
        .isEqualTo(1L << 40);
  }

  private static void assertRefused(String name, long value, String reason) {
    assertThatThrownBy(() -> Limits.DEFAULT.with(name, value))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}
