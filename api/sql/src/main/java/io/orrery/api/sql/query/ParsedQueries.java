// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.orrery.query.lower.ReusableQuery;
import io.orrery.query.plan.Binder;
import io.orrery.query.plan.Signatures;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;

/// Reads queries; the same text is read, checked and compiled once, because applications send the
/// same few over and over.
public final class ParsedQueries {
  /// In characters of all texts together.
  private static final long TEXTS_MAX = 4L << 20;

  private static final int TEXT_OVERHEAD = 2000;

  private final Cache<String, ReusableQuery> queries =
      Caffeine.newBuilder()
          .maximumWeight(TEXTS_MAX)
          .weigher((String text, ReusableQuery _) -> text.length() + TEXT_OVERHEAD)
          .build();

  /// Fails with [io.orrery.query.syntax.QueryException] and everything that is wrong with it.
  public ReusableQuery read(QueryBody body) {
    ReusableQuery query = queries.getIfPresent(body.text());
    if (query == null) {
      query = new ReusableQuery(parse(body.text()));
      queries.put(body.text(), query);
    }
    return query;
  }

  /// As [#read], of a text that is not likely to come again.
  public static Query parse(String text) {
    Query query = Parser.parse(text);
    Binder.check(query, Signatures.BUILT_IN);
    return query;
  }

  /// As [#parse], of a text that nobody sends parameters with.
  public static Query parseWithoutParameters(String text) {
    Query query = Parser.parse(text);
    Binder.checkWithoutParameters(query, Signatures.BUILT_IN);
    return query;
  }
}
