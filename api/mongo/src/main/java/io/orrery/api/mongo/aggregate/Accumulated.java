// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// An accumulator over the window of each document. Where a window only grows from one document to
/// the next, what was seen is not looked at again.
final class Accumulated {
  private Accumulated() {}

  static List<Value> over(WindowPartition partition, AccumulatorSpec spec, WindowBounds bounds) {
    List<Value> arguments = partition.values(spec.argument());
    List<Value> results = new ArrayList<>();
    AccumulatorState state = spec.start().get();
    int from = 0;
    int until = 0;
    for (int i = 0; i < partition.size(); i++) {
      partition.context().step();
      int[] window = bounds.around(i, partition.keys());
      boolean same = i > 0 && window[0] == from && window[1] == until;
      if (window[0] != from || window[1] < until) {
        state = spec.start().get();
        until = window[0];
      }
      from = window[0];
      for (; until < window[1]; until++) {
        long bytes = state.add(arguments.get(until));
        if (bytes > 0) {
          partition.context().keep("$setWindowFields", bytes);
        }
      }
      results.add(same ? results.getLast() : state.result());
    }
    return results;
  }
}
