// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import java.util.List;
import java.util.function.Predicate;

/// A dotted path into documents. It leads through an array into each of its elements that is a
/// document, one level deep, and a name that is a number also names an element of an array.
public record DocumentPath(String text, List<String> names) {
  /// An array longer than this is not reached by a number.
  private static final int INDEX_DIGITS_MAX = 9;

  public DocumentPath {
    names = List.copyOf(names);
  }

  public static DocumentPath of(String text) {
    return new DocumentPath(text, List.of(text.split("\\.", -1)));
  }

  /// Whether one of the values at the path meets a condition. What is not there is asked as
  /// undefined; an array on the way that has no documents leads nowhere, and nothing is asked.
  public boolean any(Value document, Predicate<Value> condition) {
    return any(document, 0, condition);
  }

  private boolean any(Value value, int at, Predicate<Value> condition) {
    if (at == names.size()) {
      return condition.test(value);
    }
    return switch (value) {
      case Value.Document document -> any(document.property(names.get(at)), at + 1, condition);
      case Value.Array(List<Value> elements) -> anyElement(elements, at, condition);
      case Value _ -> condition.test(Undefined.UNDEFINED);
    };
  }

  private boolean anyElement(List<Value> elements, int at, Predicate<Value> condition) {
    int index = index(names.get(at));
    if (index >= 0 && index < elements.size() && any(elements.get(index), at + 1, condition)) {
      return true;
    }
    for (Value element : elements) {
      if (element instanceof Value.Document document
          && any(document.property(names.get(at)), at + 1, condition)) {
        return true;
      }
    }
    return false;
  }

  /// As [#any], where an array at the end of the path is asked element by element and then as a
  /// whole.
  public boolean anyExpanded(Value document, Predicate<Value> condition) {
    return any(
        document,
        value ->
            (value instanceof Value.Array(List<Value> elements)
                    && elements.stream().anyMatch(condition))
                || condition.test(value));
  }

  /// The index that a name is; -1 if it is none.
  public static int index(String name) {
    if (name.isEmpty() || name.length() > INDEX_DIGITS_MAX) {
      return -1;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return -1;
      }
    }
    return name.length() > 1 && name.charAt(0) == '0' ? -1 : Integer.parseInt(name);
  }
}
