// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.Item;
import java.util.List;

/// What the stages of a query share while a page is made.
///
/// @param task what all reading for it has in common
/// @param time how long a page that can be continued may take
record Work(
    QueryRequest request,
    ReadViews views,
    ReadTask task,
    QueryBudget budget,
    Output output,
    PageTime time) {

  CompiledQuery query() {
    return request.query();
  }

  RequestContext context() {
    return views.context();
  }

  List<ReadView> all() {
    return views.all();
  }

  /// What a stage may keep in all partitions, and once more when it puts these together.
  long stageBytes() {
    return budget.bytesMax() / 4;
  }

  Frame frame() {
    return query().frame(budget);
  }

  Item item(Row row) {
    return request.item().apply(row);
  }
}
