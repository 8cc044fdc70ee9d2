// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.util.List;

/// Somebody who finds the documents of collections in another way than by asking the partitions: a
/// transaction sees what it has written itself.
@FunctionalInterface
public interface FoundDocuments {

  /// All documents that pass a filter, and perhaps others.
  List<Value.Document> of(Namespace collection, Value.Document filter);
}
