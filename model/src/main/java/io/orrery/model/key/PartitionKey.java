// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.List;
import java.util.stream.Collectors;

/// A partition key value: one component for each path of its [PartitionKeyDefinition], or fewer for
/// the prefix of a hierarchical one. All items with one such value form a logical partition.
///
/// A component is never an array or an object: an item that has one at the path counts as having
/// nothing there. Keys are equal when their components compare as equal, whatever the types of
/// numbers: `1` and `1.0` are one logical partition.
public record PartitionKey(List<Value> components) {

  /// The one key of a container without partition key.
  public static final PartitionKey NONE = new PartitionKey(List.of());

  public PartitionKey {
    components = List.copyOf(components);
    for (Value component : components) {
      if (!isComponent(component.kind())) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT, "A partition key component cannot be an array or object.");
      }
    }
  }

  public static PartitionKey of(Value... components) {
    return new PartitionKey(List.of(components));
  }

  /// The key with strings as components, the most usual one.
  public static PartitionKey text(String... components) {
    return new PartitionKey(List.of(components).stream().<Value>map(Value.Text::new).toList());
  }

  /// Whether values of this kind stand in a key as they are; others count as undefined.
  static boolean isComponent(Value.Kind kind) {
    return kind != Value.Kind.ARRAY && kind != Value.Kind.OBJECT;
  }

  /// Writes the components one after the other, in an order-preserving form that ends by itself.
  public void write(ByteWriter out) {
    for (Value component : components) {
      KeyEncoding.write(out, component);
    }
  }

  /// Reads a key of so many components; fails with CORRUPTED if the bytes are none. It is equal to
  /// the one written, though its numbers may have other types.
  public static PartitionKey read(ByteReader in, int components) {
    Value[] values = new Value[components];
    for (int i = 0; i < components; i++) {
      values[i] = KeyEncoding.read(in);
      if (!isComponent(values[i].kind())) {
        throw OrreryException.corrupted("a stored partition key contains an array or object");
      }
    }
    return of(values);
  }

  public int size() {
    return components.size();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PartitionKey(var others)) || others.size() != components.size()) {
      return false;
    }
    for (int i = 0; i < components.size(); i++) {
      if (ValueOrder.SQL.compare(components.get(i), others.get(i)) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (Value component : components) {
      boolean number = component.kind().isNumber();
      hash =
          31 * hash
              + (number ? Double.hashCode(KeyComponent.number(component)) : component.hashCode());
    }
    return hash;
  }

  /// For messages: much as the SQL API writes it in its header, `["a",1]`.
  @Override
  public String toString() {
    return components.stream().map(PartitionKey::show).collect(Collectors.joining(",", "[", "]"));
  }

  private static String show(Value component) {
    return switch (component) {
      case Value.Undefined _ -> "{}";
      case Value.Null _ -> "null";
      case Value.Bool flag -> flag.isTrue() ? "true" : "false";
      case Value.Int32(int value) -> Integer.toString(value);
      case Value.Int64(long value) -> Long.toString(value);
      case Value.Float64(double value) -> showNumber(value);
      case Value.Text(String value) -> showText(value);
      case Value.Decimal128 _,
          Value.Decimal _,
          Value.Binary _,
          Value.Uuid _,
          Value.ObjectId _,
          Value.Date _,
          Value.Time _,
          Value.DateTime _,
          Value.Timestamp _,
          Value.TimeUuid _,
          Value.Duration _,
          Value.Symbol _,
          Value.RegularExpression _,
          Value.DbPointer _,
          Value.Code _,
          Value.ScopedCode _,
          Value.Extreme _,
          Value.Array _,
          Value.Document _,
          Value.Mapping _ ->
          component.toString();
    };
  }

  private static String showNumber(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String showText(String value) {
    StringBuilder out = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char next = value.charAt(i);
      if (next == '"' || next == '\\') {
        out.append('\\').append(next);
      } else if (next < ' ') {
        out.append("\\u00").append(Character.forDigit(next >> 4, 16));
        out.append(Character.forDigit(next & 15, 16));
      } else {
        out.append(next);
      }
    }
    return out.append('"').toString();
  }
}
