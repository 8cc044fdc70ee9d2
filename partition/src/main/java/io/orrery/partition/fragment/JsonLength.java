// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// About how long values are as JSON, which may be very much longer than what they take in memory:
/// parts that a value holds many times are written many times.
final class JsonLength {
  /// Quotes and a separator, or brackets.
  private static final int MARKS = 3;

  private static final int WORD = 5;

  private JsonLength() {}

  /// Beyond `enough` nobody counts on.
  static long of(Value value, long enough) {
    return switch (value) {
      case Value.Text(String text) -> text.length() + (long) MARKS;
      case Value.Int32(int number) -> Integer.toString(number).length() + 1L;
      case Value.Int64(long number) -> Long.toString(number).length() + 1L;
      case Value.Float64(double number) -> Double.toString(number).length() + 1L;
      case Value.Array(List<Value> elements) -> ofElements(elements, enough);
      case Value.Document document -> ofProperties(document, enough);
      case Value.Scalar _, Value.Mapping _ -> WORD;
    };
  }

  private static long ofElements(List<Value> elements, long enough) {
    long length = MARKS;
    for (Value element : elements) {
      if (length > enough) {
        break;
      }
      length += of(element, enough - length);
    }
    return length;
  }

  private static long ofProperties(Value.Document document, long enough) {
    long length = MARKS;
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      if (length > enough) {
        break;
      }
      length += property.getKey().length() + MARKS + of(property.getValue(), enough - length);
    }
    return length;
  }
}
