// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
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

  public Answer answer(ItemRequest request) {
    List<Entry> entries = BatchBody.parse(request.sql().body(), request.limits());
    if (entries.stream().anyMatch(Entry::writesItem)) {
      request.requireEncrypted();
    }
    List<EntryResult> results =
        request.sql().flag(Names.BATCH_ATOMIC)
            ? atomic.run(request, entries)
            : bulk.run(request, entries);
    return EntryResult.answer(results, request.owner());
  }
}
