// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Text;
import java.util.List;

/// What calls of functions take, roughly.
final class CallCost {
  /// Characters that count as one step.
  private static final int CHARACTERS = 64;

  private static final int LARGE = 1024;

  private CallCost() {}

  static int steps(Value[] arguments) {
    int steps = 0;
    for (Value argument : arguments) {
      // Others are small, or as large as the item.
      if (argument instanceof Text(String text)) {
        steps += text.length() / CHARACTERS;
      } else if (argument instanceof Array(List<Value> elements)) {
        steps += elements.size();
      }
    }
    return steps;
  }

  /// Whether so many such results that a query makes for one row would be too much.
  static boolean isLarge(Value result) {
    return result instanceof Text(String text)
        ? text.length() > LARGE
        : result instanceof Array(List<Value> elements) && elements.size() > LARGE;
  }
}
