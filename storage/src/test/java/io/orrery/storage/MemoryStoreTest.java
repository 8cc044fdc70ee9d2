// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends ModelContract {
  @Override
  Store open() {
    return new MemoryStore();
  }

  @Test
  void checkpointsAreNotSupported() {
    assertThatThrownBy(() -> store().checkpoint(Path.of("nowhere")))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
  }
}
