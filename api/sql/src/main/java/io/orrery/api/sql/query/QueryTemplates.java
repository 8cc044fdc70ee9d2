// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.orrery.query.syntax.QueryTemplate;

/// The templates of queries that were read before, for whoever records the workload: the same text
/// is cut up once.
public final class QueryTemplates {
  /// In characters of all texts together.
  private static final long TEXTS_MAX = 2L << 20;

  private static final int TEXT_OVERHEAD = 200;

  private final Cache<String, String> templates =
      Caffeine.newBuilder()
          .maximumWeight(TEXTS_MAX)
          .weigher((String text, String template) -> 2 * text.length() + TEXT_OVERHEAD)
          .build();

  /// The template of a query.
  ///
  /// @param body of a query that could be read
  public String of(QueryBody body) {
    String template = templates.getIfPresent(body.text());
    if (template == null) {
      template = QueryTemplate.of(body.text());
      templates.put(body.text(), template);
    }
    return template;
  }
}
