// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import org.junit.jupiter.api.Test;

class BatchBodyTest {
  @Test
  void hybridRowIsRefusedByName() {
    byte[] row = {(byte) 0x81, 0, 0};
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(() -> BatchBody.parse(row, Limits.DEFAULT))
        .withMessageContaining("HybridRow")
        .matches(refusal -> refusal.code() == ErrorCode.NOT_SUPPORTED);
  }
}
