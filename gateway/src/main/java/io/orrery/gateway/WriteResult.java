// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.throughput.Charges;

/// What an operation did, what it cost, and what the client has seen with it.
///
/// @param item as the operation left it, for a delete as it was before
/// @param lsn at which the operation took place; for one that only read, the partition's
public record WriteResult(
    Effect effect, Item item, long lsn, RequestCharge charge, SessionToken session) {

  /// What became of the item.
  public enum Effect {
    CREATED,
    REPLACED,
    DELETED,
    /// An update left it as it was.
    UNCHANGED,
    /// It was only read, in a batch.
    FOUND
  }

  public ItemVersion version() {
    return item.version();
  }

  static WriteResult of(Outcome.Result result, long lsn, SessionToken session) {
    Effect effect =
        switch (result) {
          case Outcome.Result.Created _ -> Effect.CREATED;
          case Outcome.Result.Replaced _, Outcome.Result.Modified _ -> Effect.REPLACED;
          case Outcome.Result.Unchanged _ -> Effect.UNCHANGED;
          case Outcome.Result.Deleted _ -> Effect.DELETED;
          case Outcome.Result.Found _ -> Effect.FOUND;
        };
    return new WriteResult(effect, result.item(), lsn, Charges.of(result), session);
  }
}
