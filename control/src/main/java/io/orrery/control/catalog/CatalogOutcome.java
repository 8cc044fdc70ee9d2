// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.catalog.CatalogRecord;

/// What became of a [CatalogCommand].
public sealed interface CatalogOutcome {

  /// The command was carried out, and this is what it made or changed, as it is now.
  record Stored(CatalogRecord record) implements CatalogOutcome {}

  /// The command was carried out, and what it was about is gone.
  record Removed() implements CatalogOutcome {}

  /// The command does not fit the catalog, which it leaves as it was.
  record Refused(Refusal reason) implements CatalogOutcome {}

  /// Somebody else leads the catalog now. Nothing was carried out; try again there.
  record NotLeader() implements CatalogOutcome {}

  /// Why a command was refused. The codes stand in messages.
  enum Refusal {
    /// There is one of this name already.
    EXISTS(1),
    /// What the command is about does not exist (any more).
    NOT_FOUND(2),
    /// It was changed since the proposer looked.
    OUTDATED(3),
    /// There are as many as there may be.
    TOO_MANY(4),
    /// It is not in a state for this.
    UNFIT(5);

    private final int code;

    Refusal(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
