// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.orrery.query.plan.Binder;
import io.orrery.query.plan.Signatures;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.util.Set;

/// Reads queries; the same text is read once, because applications send the same few over and over.
public final class ParsedQueries {
  /// In characters of all texts together.
  private static final long TEXTS_MAX = 4L << 20;

  private static final int TEXT_OVERHEAD = 200;

  private final Cache<String, Query> queries =
      Caffeine.newBuilder()
          .maximumWeight(TEXTS_MAX)
          .weigher((String text, Query _) -> text.length() + TEXT_OVERHEAD)
          .build();

  /// Fails with [io.orrery.query.syntax.QueryException] and everything that is wrong with it.
  public Query read(QueryBody body) {
    Query query = queries.getIfPresent(body.text());
    if (query == null) {
      query = Parser.parse(body.text());
      queries.put(body.text(), query);
    }
    check(query, body.parameters().keySet());
    return query;
  }

  /// As [#read], of a text that is not likely to come again.
  public static Query parse(String text, Set<String> parameters) {
    Query query = Parser.parse(text);
    check(query, parameters);
    return query;
  }

  private static void check(Query query, Set<String> parameters) {
    Binder.check(query, Signatures.BUILT_IN, parameters);
  }
}
