// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.read.SortOrder;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// `$sort` where the documents are.
///
/// @param limit how many are wanted at most
record SortStage(SortOrder order, long limit) implements PipelineStage {
  /// More are sorted at once than are wanted, so that it is not done for each.
  private static final int SPARE = 1000;

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(() -> DocumentStream.of(sorted(input, context)));
  }

  private List<Value.Document> sorted(DocumentStream input, PipelineContext context) {
    Comparator<Value> by = order.comparator();
    List<Value.Document> all = new ArrayList<>();
    for (Value.Document each = input.next(); each != null; each = input.next()) {
      context.step();
      context.keep("$sort", each);
      all.add(each);
      if (all.size() > limit + SPARE && limit < Integer.MAX_VALUE) {
        cut(all, by, context);
      }
    }
    all.sort(by);
    return limit < all.size() ? all.subList(0, (int) limit) : all;
  }

  private void cut(List<Value.Document> all, Comparator<Value> by, PipelineContext context) {
    all.sort(by);
    List<Value.Document> rest = all.subList((int) limit, all.size());
    rest.forEach(each -> context.run().give(ValueSize.of(each)));
    rest.clear();
  }
}
