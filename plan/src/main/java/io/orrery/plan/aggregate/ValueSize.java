// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Code;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Duration;
import io.orrery.model.value.Value.Extreme;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Mapping;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.RegularExpression;
import io.orrery.model.value.Value.ScopedCode;
import io.orrery.model.value.Value.Symbol;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.TimeUuid;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.math.BigDecimal;
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

  /// The usual kinds apart: a switch over all of them is too large to be inlined.
  private static long of(Value value, long left) {
    if (value instanceof Text(String text)) {
      return TEXT + (long) text.length();
    }
    if (value instanceof Int32 || value instanceof Float64 || value instanceof Undefined) {
      return SCALAR;
    }
    return value instanceof Document document ? ofProperties(document, left) : ofAny(value, left);
  }

  private static long ofAny(Value value, long left) {
    return switch (value) {
      case Text(String text) -> TEXT + (long) text.length();
      case Binary binary -> TEXT + (long) binary.bytes().length;
      case Symbol(String text) -> TEXT + (long) text.length();
      case Code(String source) -> TEXT + (long) source.length();
      case RegularExpression(String pattern, String options) ->
          2 * TEXT + (long) pattern.length() + options.length();
      case DbPointer(String namespace, var _) -> SCALAR + TEXT + (long) namespace.length();
      case ScopedCode(String source, Document scope) ->
          TEXT + (long) source.length() + ofProperties(scope, left);
      case Decimal(BigDecimal decimal) ->
          TEXT + (long) decimal.unscaledValue().bitLength() / Byte.SIZE;
      case Array(List<Value> elements) -> ofElements(elements, left);
      case Document document -> ofProperties(document, left);
      case Mapping(List<Mapping.Entry> entries) -> ofEntries(entries, left);
      case Undefined _,
          Null _,
          Bool _,
          Extreme _,
          Int32 _,
          Int64 _,
          Float64 _,
          Decimal128 _,
          Uuid _,
          TimeUuid _,
          ObjectId _,
          Date _,
          Time _,
          DateTime _,
          Timestamp _,
          Duration _ ->
          SCALAR;
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

  private static long ofEntries(List<Mapping.Entry> entries, long left) {
    long size = CONTAINER;
    for (Mapping.Entry entry : entries) {
      if (size > left) {
        break;
      }
      size += PROPERTY + of(entry.key(), left - size) + of(entry.value(), left - size);
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
