// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.function.Consumer;

/// The values that a path leads to, through arrays as paths of filters lead. An array at its end is
/// one value.
public final class PathValues {
  private PathValues() {}

  /// Gives undefined where a document has nothing at the path.
  public static void each(Value item, List<String> path, Consumer<Value> sink) {
    at(item, path, 0, sink);
  }

  private static void at(Value value, List<String> path, int at, Consumer<Value> sink) {
    if (at == path.size()) {
      sink.accept(value);
      return;
    }
    switch (value) {
      case Value.Document document -> at(document.property(path.get(at)), path, at + 1, sink);
      case Value.Array(List<Value> elements) -> {
        for (Value element : elements) {
          if (element instanceof Value.Document) {
            at(element, path, at, sink);
          }
        }
      }
      case Value _ -> {
        // Leads nowhere.
      }
    }
  }
}
