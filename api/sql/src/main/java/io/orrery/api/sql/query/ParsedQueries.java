// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.orrery.query.plan.Binder;
import io.orrery.query.plan.Signatures;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.util.Set;

/// Reads queries; the same text is read and checked once, because applications send the same few
/// over and over.
public final class ParsedQueries {
  /// In characters of all texts together.
  private static final long TEXTS_MAX = 4L << 20;

  private static final int TEXT_OVERHEAD = 200;

  /// With the parameters that were given: a query that names another one is none.
  private record Known(String text, Set<String> parameters) {
    int weight() {
      int weight = text.length() + TEXT_OVERHEAD;
      for (String parameter : parameters) {
        weight += parameter.length() + TEXT_OVERHEAD;
      }
      return weight;
    }
  }

  private final Cache<Known, Query> queries =
      Caffeine.newBuilder()
          .maximumWeight(TEXTS_MAX)
          .weigher((Known known, Query _) -> known.weight())
          .build();

  /// Fails with [io.orrery.query.syntax.QueryException] and everything that is wrong with it.
  public Query read(QueryBody body) {
    Known known = new Known(body.text(), body.parameters().keySet());
    Query query = queries.getIfPresent(known);
    if (query == null) {
      query = parse(known.text, known.parameters);
      // The values of the parameters are not to be kept along with their names.
      queries.put(new Known(known.text, Set.copyOf(known.parameters)), query);
    }
    return query;
  }

  /// As [#read], of a text that is not likely to come again.
  public static Query parse(String text, Set<String> parameters) {
    Query query = Parser.parse(text);
    Binder.check(query, Signatures.BUILT_IN, parameters);
    return query;
  }
}
