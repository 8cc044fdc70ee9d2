// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.routes;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.script.TriggeredWrite;
import io.orrery.api.sql.items.script.TriggeredWrite.Kind;
import io.orrery.api.sql.items.script.Triggers;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.model.key.PartitionKey;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Requests about one item that come with triggers.
final class TriggeredItems {
  private static final int NO_CONTENT = 204;

  private final Triggers triggers;

  TriggeredItems(Triggers triggers) {
    this.triggers = triggers;
  }

  Answer create(ItemRequest request) {
    return write(Kind.CREATE, request, null);
  }

  Answer upsert(ItemRequest request) {
    return write(Kind.UPSERT, request, null);
  }

  Answer replace(ItemRequest request, String id) {
    return write(Kind.REPLACE, request, id);
  }

  /// The partition key may be left out where the item has it: triggers do not change it.
  private Answer write(Kind kind, ItemRequest request, @Nullable String id) {
    ItemBody sent = request.body();
    PartitionKey key = request.statedKey().orElseGet(() -> request.keyIn(sent, null));
    String body = new String(request.sql().body(), StandardCharsets.UTF_8);
    return triggers.run(
        request,
        key,
        new TriggeredWrite(kind, request, key, id, body),
        result -> PointAnswers.written(request, result));
  }

  Answer delete(ItemRequest request, String id) {
    PartitionKey key = request.requireKey();
    return triggers.run(
        request,
        key,
        new TriggeredWrite(Kind.DELETE, request, key, id, null),
        _ -> Answer.empty(NO_CONTENT));
  }
}
