// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.DocumentList;
import io.orrery.api.sql.items.ItemOwner;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.Row;
import io.orrery.gateway.query.Explanation;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.Result;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.function.Supplier;

/// A page of rows as clients get it.
final class PageAnswer {
  /// Most are small; what is longer is copied while it grows.
  private static final int COMPUTED_LENGTH = 64;

  private PageAnswer() {}

  static Answer of(ItemRequest request, QueryPage page, QueryPhases phases) {
    ItemOwner owner = request.owner();
    long start = request.context().nanos();
    ByteWriter json =
        DocumentList.json(
            owner, page.rows(), (row, out) -> write(row, owner, out), PageAnswer::length);
    long written = request.context().nanos() - start;
    Answer answer =
        Answer.json(200, json).header(Names.ITEM_COUNT, Integer.toString(page.rows().size()));
    page.continuation()
        .ifPresent(token -> answer.header(Names.CONTINUATION, QueryToken.write(token)));
    answer.header(Names.QUERY_EXECUTION_INFO, executionInfo(page));
    if (request.sql().flag(Names.POPULATE_QUERY_METRICS)) {
      answer.header(
          Names.QUERY_METRICS, new MetricsText(page, phases, json.size(), written).toString());
    }
    Supplier<Explanation> explanation = page.metrics().explanation();
    if (request.sql().flag(Names.POPULATE_INDEX_METRICS)) {
      answer.header(Names.INDEX_UTILIZATION, IndexMetrics.base64(explanation.get()));
    }
    if (request.sql().flag(Names.POPULATE_INDEX_METRICS_V2)) {
      answer.header(Names.INDEX_UTILIZATION, IndexMetrics.text(explanation.get()));
    }
    if (request.sql().flag(Names.EXPLAIN)) {
      answer.header(Names.EXPLANATION, IndexMetrics.explanation(explanation.get()));
    }
    return answer;
  }

  /// Tells SDKs that merge ranges which rids they have seen when they go on among equal rows.
  private static String executionInfo(QueryPage page) {
    return "{\"reverseRidEnabled\":false,\"reverseIndexScan\":" + page.newestFirst() + "}";
  }

  private static int length(Result result) {
    return switch (result) {
      case Result.Whole(Row row) -> ItemOwner.length(row.item());
      case Result.Computed _ -> COMPUTED_LENGTH;
    };
  }

  private static void write(Result result, ItemOwner owner, ByteWriter out) {
    switch (result) {
      case Result.Whole(Row row) -> owner.write(row.item(), out);
      case Result.Computed(Value value) -> StoredItems.writeJson(value, out);
    }
  }
}
