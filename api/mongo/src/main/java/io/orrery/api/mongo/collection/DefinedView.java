// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// What a pipeline makes of a collection, which may be a view itself or not be there.
public record DefinedView(Namespace on, List<Value.Document> pipeline) {
  public DefinedView {
    pipeline = List.copyOf(pipeline);
  }

  /// The same with more stages behind its own.
  public DefinedView followedBy(List<Value.Document> stages) {
    List<Value.Document> all = new ArrayList<>(pipeline);
    all.addAll(stages);
    return new DefinedView(on, all);
  }
}
