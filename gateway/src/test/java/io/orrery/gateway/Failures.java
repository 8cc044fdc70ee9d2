// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Assertions about calls that fail.
final class Failures {
  private Failures() {}

  static OrreryException assertFails(ErrorCode code, ThrowingCallable call) {
    OrreryException failure = catchThrowableOfType(OrreryException.class, call);
    assertThat(failure).as("the call fails").isNotNull();
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    return failure;
  }
}
