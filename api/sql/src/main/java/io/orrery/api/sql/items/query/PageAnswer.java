// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

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
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A page of rows as clients get it.
final class PageAnswer {
  private static final int ROW_OVERHEAD = 320;

  private PageAnswer() {}

  static Answer of(ItemRequest request, QueryPage page) {
    byte[] json = json(request.owner(), page.rows());
    Answer answer =
        Answer.json(200, json).header(Names.ITEM_COUNT, Integer.toString(page.rows().size()));
    page.continuation().ifPresent(token -> answer.header(Names.CONTINUATION, token));
    answer.header(Names.QUERY_EXECUTION_INFO, executionInfo(page));
    if (request.sql().flag(Names.POPULATE_QUERY_METRICS)) {
      answer.header(Names.QUERY_METRICS, MetricsText.of(page, json.length));
    }
    Explanation explanation = page.metrics().explanation();
    if (request.sql().flag(Names.POPULATE_INDEX_METRICS)) {
      answer.header(Names.INDEX_UTILIZATION, IndexMetrics.base64(explanation));
    }
    if (request.sql().flag(Names.POPULATE_INDEX_METRICS_V2)) {
      answer.header(Names.INDEX_UTILIZATION, IndexMetrics.text(explanation));
    }
    if (request.sql().flag(Names.EXPLAIN)) {
      answer.header(Names.EXPLANATION, IndexMetrics.explanation(explanation));
    }
    return answer;
  }

  /// Tells SDKs that merge ranges which rids they have seen when they go on among equal rows.
  private static String executionInfo(QueryPage page) {
    return "{\"reverseRidEnabled\":false,\"reverseIndexScan\":" + page.newestFirst() + "}";
  }

  private static byte[] json(ItemOwner owner, List<Result> rows) {
    ByteWriter out = new ByteWriter(ROW_OVERHEAD + rows.size() * ROW_OVERHEAD);
    out.writeBytes(ascii("{\"_rid\":\"" + owner.rid() + "\",\"Documents\":["));
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        out.writeByte(',');
      }
      write(rows.get(i), owner, out);
    }
    out.writeBytes(ascii("],\"_count\":" + rows.size() + "}"));
    return out.toByteArray();
  }

  private static void write(Result result, ItemOwner owner, ByteWriter out) {
    switch (result) {
      case Result.Whole(Row row) -> owner.write(row.item(), out);
      case Result.Computed(Value value) -> StoredItems.writeJson(StoredItems.encode(value), out);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
