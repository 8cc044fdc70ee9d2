// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import java.util.List;
import java.util.Map;

/// About how many bytes of memory a value takes.
public final class ValueSize {
  /// A value that is this big is too big for any budget; nobody needs to know how much bigger.
  static final long MAX = 1L << 30;

  private static final int REFERENCE = 8;
  private static final int SCALAR = 24;
  private static final int TEXT = 64;
  private static final int CONTAINER = 64;
  private static final int PROPERTY = 48;

  private ValueSize() {}

  /// At most a little more than [#MAX]: parts that a value holds twice count twice, so that a small
  /// query could otherwise make this take for ever.
  public static long of(Value value) {
    return of(value, MAX);
  }

  public static long of(Value[] values) {
    long size = CONTAINER;
    for (Value value : values) {
      size += REFERENCE + of(value);
    }
    return size;
  }

  private static long of(Value value, long left) {
    return switch (value) {
      case Text(String text) -> TEXT + (long) text.length();
      case Binary binary -> TEXT + (long) binary.bytes().length;
      case Array(List<Value> elements) -> ofElements(elements, left);
      case Document document -> ofProperties(document, left);
      default -> SCALAR;
    };
  }

  private static long ofElements(List<Value> elements, long left) {
    long size = CONTAINER;
    for (Value element : elements) {
      if (size > left) {
        break;
      }
      size += REFERENCE + of(element, left - size);
    }
    return size;
  }

  private static long ofProperties(Document document, long left) {
    long size = CONTAINER;
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      if (size > left) {
        break;
      }
      size += PROPERTY + property.getKey().length() + of(property.getValue(), left - size);
    }
    return size;
  }
}
