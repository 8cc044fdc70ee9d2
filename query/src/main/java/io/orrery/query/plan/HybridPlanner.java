// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.ArrayOf;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Span;
import java.util.List;
import java.util.stream.Stream;

/// Plans `ORDER BY RANK FullTextScore(path, words)`.
final class HybridPlanner {
  private static final String PLACEHOLDER = "{documentdb-formattablehybridsearchquery-";

  /// Relevance is only about right within one range, so clients ask for more rows than they need.
  private static final long ROWS_MIN = 120;

  private final Query query;
  private final Expression path;
  private final List<Expression> words;

  private HybridPlanner(Query query, Call score) {
    this.query = query;
    this.path = score.arguments().getFirst();
    this.words =
        score.arguments().stream()
            .skip(1)
            .flatMap(
                word -> word instanceof ArrayOf(var elements) ? elements.stream() : Stream.of(word))
            .toList();
  }

  static HybridSearch plan(Query query, Paging paging) {
    boolean plain =
        !query.select().distinct()
            && query.groupBy().isEmpty()
            && !Trees.hasAggregate(query)
            && query.orderBy().size() == 1;
    if (plain
        && query.orderBy().getFirst().value() instanceof Call call
        && call.name().equalsIgnoreCase("FullTextScore")
        && call.arguments().size() > 1) {
      return new HybridPlanner(query, call).plan(paging);
    }
    throw new OrreryException(
        ErrorCode.NOT_SUPPORTED,
        "ORDER BY RANK is supported with one FullTextScore, without DISTINCT, GROUP BY and"
            + " aggregates.");
  }

  private HybridSearch plan(Paging paging) {
    Call score =
        call(
            "_FullTextScore",
            path,
            new ArrayOf(words),
            placeholder("totaldocumentcount"),
            placeholder("totalwordcount-0"),
            placeholder("hitcountsarray-0"));
    Query.Order order = new Query.Order(score, true, true);
    Query ranked =
        new Query(
            query.select(), query.from(), query.where(), List.of(), List.of(order), false, null);
    ObjectOf payload =
        new ObjectOf(
            List.of(
                new Entry("payload", Rows.payload(query)),
                new Entry("componentScores", new ArrayOf(List.of(orLowest(score))))));
    RewrittenQuery rewritten =
        paged(
            new RewrittenQuery(ranked)
                .select(Rows.ordered(ranked, payload))
                .where(Rows.resumable(query.where())),
            paging);
    Ordering ordering =
        new Ordering(Ordering.of(List.of(order)).expressions(), List.of(true), false);
    QueryInfo component =
        new QueryInfo(
            DistinctType.NONE,
            wider(paging),
            ordering,
            Grouping.NONE,
            List.of(),
            Planner.isValue(query),
            null,
            rewritten.text());
    Long take = paging.top() != null ? paging.top() : paging.limit();
    return new HybridSearch(statistics(), component, paging.offset(), take);
  }

  private static Expression orLowest(Expression score) {
    return new Binary(BinaryOperator.COALESCE, score, new Literal(new Value.Int32(-1)));
  }

  private static RewrittenQuery paged(RewrittenQuery rewritten, Paging paging) {
    Paging wider = wider(paging);
    if (wider.limit() != null) {
      return rewritten.window(new Query.Window(Rows.number(0), Rows.number(wider.limit())));
    }
    if (paging.top() == null) {
      return rewritten;
    }
    Query.Projection projection = rewritten.query().select().projection();
    return rewritten.select(new Query.Select(false, Rows.number(twice(paging.top())), projection));
  }

  /// The counts that each range gets. The service keeps them in 32 bits, and so do its clients:
  /// what is larger loses its upper bits there, as recorded in its plans.
  private static Paging wider(Paging paging) {
    if (paging.offset() != null && paging.limit() != null) {
      return new Paging(null, 0L, twice(paging.offset() + paging.limit()) & Paging.COUNT_MAX);
    }
    return new Paging(
        paging.top() == null ? null : twice(paging.top()) & Paging.COUNT_MAX, null, null);
  }

  private static long twice(long count) {
    return Math.max(ROWS_MIN, 2 * count);
  }

  /// How many items and words there are, and how many items have each of the words.
  private String statistics() {
    List<Expression> hits =
        words.stream()
            .<Expression>map(word -> call("COUNTIF", call("FullTextContains", path, word)))
            .toList();
    ObjectOf ofPath =
        new ObjectOf(
            List.of(
                new Entry("totalWordCount", call("SUM", call("_FullTextWordCount", path))),
                new Entry("hitCounts", new ArrayOf(hits))));
    Query.Projection projection =
        new Query.Properties(
            List.of(
                new Query.Property(call("COUNT", Rows.number(1)), "documentCount"),
                new Query.Property(new ArrayOf(List.of(ofPath)), "fullTextStatistics")));
    Query counting =
        new Query(
            new Query.Select(false, null, projection),
            query.from(),
            null,
            List.of(),
            List.of(),
            false,
            null);
    return new RewrittenQuery(counting).text();
  }

  private static Reference placeholder(String name) {
    return new Reference(PLACEHOLDER + name + "}", Span.NONE);
  }

  private static Call call(String name, Expression... arguments) {
    return new Call(name, false, List.of(arguments), Span.NONE);
  }
}
