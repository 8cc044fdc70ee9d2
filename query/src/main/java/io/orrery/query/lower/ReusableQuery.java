// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.plan.OpenParameters;
import io.orrery.query.plan.Timeless;
import io.orrery.query.plan.WholeSubquery;
import io.orrery.query.spatial.Geography;
import io.orrery.query.syntax.Query;
import org.jspecify.annotations.Nullable;

/// A query that was read and may come again with other parameters: it is compiled once, where that
/// does not need their values, nor the time, functions of users or anything of the container.
public final class ReusableQuery {
  private final Query query;
  private final @Nullable WholeSubquery whole;
  private final boolean open;

  /// Made when the query first runs; threads may race to it, they make the same.
  private volatile CompiledQuery.@Nullable Open compiled;

  public ReusableQuery(Query query) {
    this.query = query;
    this.whole = WholeSubquery.of(query);
    this.open = whole == null && OpenParameters.allowed(query);
  }

  public Query query() {
    return query;
  }

  /// What has to run over the whole container first; null if nothing has to.
  @Nullable WholeSubquery whole() {
    return whole;
  }

  CompiledQuery compiled(QuerySettings settings) {
    return open && settings.computedProperties().isEmpty()
        ? once().with(settings)
        : CompiledQuery.compile(query, settings);
  }

  private CompiledQuery.Open once() {
    CompiledQuery.Open made = compiled;
    if (made == null) {
      made = CompiledQuery.compileOpen(query, QuerySettings.of(new Timeless(Geography.EARTH)));
      compiled = made;
    }
    return made;
  }
}
