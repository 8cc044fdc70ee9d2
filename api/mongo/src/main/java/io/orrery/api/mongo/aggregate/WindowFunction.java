// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.model.value.Value;
import java.util.List;

/// Says something of each document, among those of its partition.
@FunctionalInterface
interface WindowFunction {

  /// One value for each document; undefined for none.
  List<Value> over(WindowPartition partition);
}
