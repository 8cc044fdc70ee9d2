// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.gateway.Gateway;
import java.util.List;

/// POST of several operations at once.
public final class Batches {
  private final AtomicBatch atomic;
  private final BulkBatch bulk;

  public Batches(Gateway gateway) {
    this.atomic = new AtomicBatch(gateway);
    this.bulk = new BulkBatch(gateway);
  }

  public Answer answer(ItemRequest request, SentBatch batch) {
    if (batch.entries().stream().anyMatch(Entry::writesItem)) {
      request.requireEncrypted();
    }
    List<EntryResult> results =
        batch.atomic() ? atomic.run(request, batch.entries()) : bulk.run(request, batch.entries());
    return EntryResult.answer(results, request.owner());
  }
}
