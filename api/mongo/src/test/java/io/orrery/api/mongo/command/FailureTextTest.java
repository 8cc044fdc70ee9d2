// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import org.junit.jupiter.api.Test;

/// What of a failure reaches clients, however it came to the door.
class FailureTextTest {
  @Test
  void aRefusalThatAPartitionHasToldKeepsItsNumber() {
    MongoFailure thrown = MongoFailure.at(17_124, "The argument to $size must be an array");
    OrreryException told = new OrreryException(thrown.code(), "sentence", thrown.protocolNumber());

    assertThat(FailureText.error(told)).isEqualTo(thrown.error());
    assertThat(FailureText.error(told).codeName()).isEqualTo("Location17124");
  }

  @Test
  void whatTheEngineRefusesHasTheNumberOfItsKind() {
    assertThat(FailureText.error(new OrreryException(ErrorCode.CONFLICT, "there")))
        .isEqualTo(MongoError.DUPLICATE_KEY);
  }
}
