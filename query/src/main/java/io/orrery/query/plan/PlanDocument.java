// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A plan as the JSON that clients of the SQL API read.
public final class PlanDocument {
  private static final int VERSION = 2;

  private PlanDocument() {}

  public static Document of(QueryPlan plan) {
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    members.put("partitionedQueryExecutionInfoVersion", new Int32(VERSION));
    members.put("queryInfo", info(plan.info()));
    members.put(
        "queryRanges", new Array(plan.ranges().stream().<Value>map(PlanDocument::range).toList()));
    members.put("hybridSearchQueryInfo", Null.NULL);
    return new Document(members);
  }

  private static Document range(QueryRange range) {
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    members.put("min", new Text(range.min().toString()));
    members.put("max", new Text(range.max().toString()));
    members.put("isMinInclusive", Bool.TRUE);
    members.put("isMaxInclusive", Bool.of(range.isPoint()));
    return new Document(members);
  }

  private static Document info(QueryInfo info) {
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    members.put("distinctType", new Text(info.distinct().toString()));
    members.put("top", number(info.paging().top()));
    members.put("offset", number(info.paging().offset()));
    members.put("limit", number(info.paging().limit()));
    members.put(
        "orderBy",
        texts(
            info.ordering().descending().stream()
                .map(descending -> descending ? "Descending" : "Ascending")
                .toList()));
    members.put("orderByExpressions", texts(info.ordering().expressions()));
    members.put("groupByExpressions", texts(info.grouping().expressions()));
    members.put("groupByAliases", texts(info.grouping().aliases()));
    members.put("aggregates", texts(info.aggregates().stream().map(Aggregate::planName).toList()));
    members.put("groupByAliasToAggregateType", aggregates(info.grouping()));
    members.put("rewrittenQuery", new Text(info.rewrittenQuery()));
    members.put("hasSelectValue", Bool.of(info.selectValue()));
    members.put("dCountInfo", distinctCount(info.distinctCountAlias()));
    members.put("hasNonStreamingOrderBy", Bool.FALSE);
    return new Document(members);
  }

  private static Document aggregates(Grouping grouping) {
    SequencedMap<String, Value> members = new TreeMap<>();
    grouping
        .aggregates()
        .forEach(
            (alias, aggregate) ->
                members.put(
                    alias, aggregate.<Value>map(a -> new Text(a.planName())).orElse(Null.NULL)));
    return new Document(members);
  }

  private static Value distinctCount(@Nullable String alias) {
    return alias == null
        ? Null.NULL
        : new Document(new LinkedHashMap<>(Map.of("dCountAlias", new Text(alias))));
  }

  private static Value number(@Nullable Long value) {
    return value == null ? Null.NULL : new Int64(value);
  }

  private static Array texts(List<String> texts) {
    return new Array(texts.stream().<Value>map(Text::new).toList());
  }
}
