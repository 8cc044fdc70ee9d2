// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import io.orrery.api.table.access.TableUse;
import io.orrery.api.table.protocol.TableAnswer;
import java.util.Optional;
import java.util.function.Supplier;

/// What a request asks for: what it does, as far as rights are concerned, and the doing.
///
/// @param workAtOnce does the work where that takes no waiting, and otherwise nothing
record TableTask(
    TableUse use, Supplier<TableAnswer> work, Supplier<Optional<TableAnswer>> workAtOnce) {

  /// Work that always takes waiting.
  TableTask(TableUse use, Supplier<TableAnswer> work) {
    this(use, work, Optional::empty);
  }
}
