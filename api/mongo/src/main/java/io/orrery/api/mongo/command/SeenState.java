// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.Optional;

/// Which state of the data a read is about.
public sealed interface SeenState {

  /// That of now.
  record Latest() implements SeenState {}

  /// What a transaction sees.
  record InTransaction(TransactionStep step) implements SeenState {}

  /// One that several reads see, outside of transactions.
  ///
  /// @param time what the first of them was told; empty for the first
  record AtTime(Optional<Value.Timestamp> time) implements SeenState {}
}
