// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Composite;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Mapping;
import io.orrery.model.value.Value.Numeric;
import io.orrery.model.value.Value.Scalar;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value as the key of a hash table: numbers are equal by value whatever their types, objects
/// whatever the order of their properties, and undefined is equal to itself.
public record SameValue(Value value) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SameValue(Value otherValue) && equal(value, otherValue);
  }

  @Override
  public int hashCode() {
    return hash(value);
  }

  public static boolean equal(Value left, Value right) {
    if (left.kind().isNumber()) {
      return right.kind().isNumber() && equalNumbers(left, right);
    }
    if (!(left instanceof Composite composite)) {
      return left.equals(right);
    }
    return switch (composite) {
      case Array(List<Value> elements) ->
          right instanceof Array(List<Value> others) && equalElements(elements, others);
      case Document document -> right instanceof Document other && equalProperties(document, other);
      case Mapping(var entries) ->
          right instanceof Mapping(var others) && equalEntries(entries, others);
    };
  }

  private static boolean equalNumbers(Value left, Value right) {
    if (left instanceof Int32(int number) && right instanceof Int32(int other)) {
      return number == other;
    }
    return ValueOrder.SQL.compare(left, right) == 0;
  }

  private static boolean equalElements(List<Value> left, List<Value> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!equal(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalEntries(List<Mapping.Entry> left, List<Mapping.Entry> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!equal(left.get(i).key(), right.get(i).key())
          || !equal(left.get(i).value(), right.get(i).value())) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalProperties(Document left, Document right) {
    if (left.properties().size() != right.properties().size()) {
      return false;
    }
    for (Map.Entry<String, Value> property : left.properties().entrySet()) {
      Value other = right.property(property.getKey());
      if (other == Undefined.UNDEFINED || !equal(property.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  public static int hash(Value value) {
    return switch (value) {
      case Numeric number -> hash(number);
      case Composite composite -> hash(composite);
      case Scalar scalar -> scalar.hashCode();
    };
  }

  private static int hash(Numeric value) {
    return switch (value) {
      case Int32(int number) -> Long.hashCode(number);
      case Int64(long number) -> Long.hashCode(number);
      case Float64(double number) -> hash(number);
      case Decimal128 decimal -> hash(decimal);
      case Decimal(BigDecimal decimal) -> hash(decimal);
    };
  }

  private static int hash(Composite value) {
    return switch (value) {
      case Array(List<Value> elements) -> hashElements(elements);
      case Document document -> hashProperties(document);
      case Mapping(var entries) -> hashEntries(entries);
    };
  }

  /// Whole numbers hash like the integers they are equal to.
  private static int hash(double number) {
    long whole = (long) number;
    return whole == number ? Long.hashCode(whole) : Double.hashCode(number);
  }

  private static int hash(Decimal128 decimal) {
    if (!decimal.isFinite()) {
      return hash(decimal.isNaN() ? Double.NaN : sign(decimal) * Double.POSITIVE_INFINITY);
    }
    return hash(decimal.toBigDecimal());
  }

  /// Only what is near a long is looked at as one: others may have billions of digits.
  private static int hash(BigDecimal exact) {
    double nearest = exact.doubleValue();
    if (Math.abs(nearest) > 0x1p63) {
      return hash(nearest);
    }
    long whole = exact.longValue();
    return exact.compareTo(BigDecimal.valueOf(whole)) == 0 ? Long.hashCode(whole) : hash(nearest);
  }

  private static int sign(Decimal128 decimal) {
    return decimal.isNegative() ? -1 : 1;
  }

  private static int hashElements(List<Value> elements) {
    int hash = 1;
    for (Value element : elements) {
      hash = 31 * hash + hash(element);
    }
    return hash;
  }

  private static int hashEntries(List<Mapping.Entry> entries) {
    int hash = 1;
    for (Mapping.Entry entry : entries) {
      hash = 31 * (31 * hash + hash(entry.key())) + hash(entry.value());
    }
    return hash;
  }

  /// A sum, because the order of properties must not matter.
  private static int hashProperties(Document document) {
    int hash = 0;
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      hash += 31 * property.getKey().hashCode() ^ hash(property.getValue());
    }
    return hash;
  }
}
