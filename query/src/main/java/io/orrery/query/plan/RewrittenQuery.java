// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Query.Select;
import io.orrery.query.syntax.Query.Window;
import org.jspecify.annotations.Nullable;

/// A query with some clauses replaced.
record RewrittenQuery(Query query) {
  RewrittenQuery select(Query.Projection projection) {
    return select(new Select(false, query.select().top(), projection));
  }

  RewrittenQuery select(Select select) {
    return new RewrittenQuery(
        new Query(
            select,
            query.from(),
            query.where(),
            query.groupBy(),
            query.orderBy(),
            query.rank(),
            query.window()));
  }

  RewrittenQuery where(Expression where) {
    return new RewrittenQuery(
        new Query(
            query.select(),
            query.from(),
            where,
            query.groupBy(),
            query.orderBy(),
            query.rank(),
            query.window()));
  }

  /// All rows: what is left out or cut off can only be known when those of all ranges are there.
  RewrittenQuery withoutPaging() {
    Select select = query.select();
    return select(new Select(select.distinct(), null, select.projection())).window(null);
  }

  /// The rows that are skipped are wanted as well: each range may have some of them.
  RewrittenQuery unskipped(Paging paging) {
    if (paging.offset() == null || paging.limit() == null) {
      return this;
    }
    return window(new Window(Rows.number(0), Rows.number(paging.offset() + paging.limit())));
  }

  RewrittenQuery window(@Nullable Window window) {
    return new RewrittenQuery(
        new Query(
            query.select(),
            query.from(),
            query.where(),
            query.groupBy(),
            query.orderBy(),
            query.rank(),
            window));
  }

  String text() {
    return Printer.print(query);
  }
}
