// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import java.time.Duration;

/// The catalog, wherever it is led: commands go to it, what they change is seen in the copy that
/// this machine has.
public interface Catalog {

  /// Carries the command out, durably, and says what became of it. Whatever it changed is visible
  /// in [#view] when this returns.
  ///
  /// Fails with DEADLINE_EXCEEDED if its turn does not come in time and with CANCELLED if the
  /// caller is interrupted before; nothing is carried out then. Other failures say that the catalog
  /// cannot: with STORAGE_FAILED it is open what became of the command.
  CatalogOutcome propose(CatalogCommand command, Duration patience);

  /// What was applied here. Always the same object, whose answers follow the commands.
  CatalogView view();
}
