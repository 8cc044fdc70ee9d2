// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.routes;

import io.orrery.api.sql.items.DocumentList;
import io.orrery.api.sql.items.ItemOwner;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.RangeHeaders;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PartitionKey;
import java.util.List;

/// The items of a logical partition, of a range, or all of them, a page at a time.
final class ItemFeed {
  private static final int PAGE_MAX = 1000;
  private static final byte[] NO_ROW_KEY = {};

  private final Gateway gateway;

  ItemFeed(Gateway gateway) {
    this.gateway = gateway;
  }

  Answer page(ItemRequest request) {
    PageRequest wanted =
        new PageRequest(
            request.sql().pageSize(PAGE_MAX),
            request.sql().header(Names.CONTINUATION).orElse(null));
    Page<Row> page = scan(request, wanted);
    Answer answer =
        Answer.json(200, json(request.owner(), page.rows()))
            .header(Names.ITEM_COUNT, Integer.toString(page.rows().size()));
    page.continuation().ifPresent(token -> answer.header(Names.CONTINUATION, token));
    return answer;
  }

  private Page<Row> scan(ItemRequest request, PageRequest wanted) {
    Scope scope =
        request
            .statedPrefix()
            .map(key -> scope(request, key))
            .orElseGet(() -> RangeHeaders.scope(request));
    return gateway.scanItems(request.handle(), scope, wanted, request.context());
  }

  private static Scope scope(ItemRequest request, PartitionKey key) {
    return key.size() < request.owner().keyPaths()
        ? Scope.of(request.handle().definition().prefixRange(key))
        : Scope.of(request.handle().key(key, NO_ROW_KEY));
  }

  private static ByteWriter json(ItemOwner owner, List<Row> rows) {
    return DocumentList.json(
        owner,
        rows,
        (row, out) -> owner.write(row.item(), out),
        row -> ItemOwner.length(row.item()));
  }
}
