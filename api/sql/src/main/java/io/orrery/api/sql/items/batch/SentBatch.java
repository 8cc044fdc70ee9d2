// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.access.Action.Keys;
import io.orrery.model.Limits;
import io.orrery.model.key.PartitionKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The operations of a batch as the client sent them.
///
/// @param atomic whether all or none of them take place, which makes them one partition key's
public record SentBatch(List<Entry> entries, boolean atomic) {
  public SentBatch {
    entries = List.copyOf(entries);
  }

  /// Fails with MALFORMED, INVALID_ARGUMENT, or LIMIT_EXCEEDED.
  public static SentBatch parse(SqlRequest request, Limits limits) {
    return new SentBatch(BatchBody.parse(request.body(), limits), request.flag(Names.BATCH_ATOMIC));
  }

  /// Whether it changes nothing.
  public boolean isRead() {
    return entries.stream().allMatch(entry -> entry.kind() == Entry.Kind.READ);
  }

  /// The partition keys that it touches, in a container with so many paths: each operation of a
  /// bulk has its own or else the header's.
  public Keys keys(Keys stated, int paths) {
    if (atomic) {
      return stated;
    }
    Set<PartitionKey> keys = new LinkedHashSet<>();
    for (Entry entry : entries) {
      String own = entry.partitionKey();
      if (own != null) {
        keys.add(PartitionKeyHeader.parse(own, paths));
      } else if (stated instanceof Keys.Only(var others)) {
        keys.addAll(others);
      } else {
        return stated;
      }
    }
    return new Keys.Only(List.copyOf(keys));
  }
}
