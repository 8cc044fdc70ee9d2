// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The one total order over all values.
///
/// Kinds first, as [Kind] lists them, all numbers together. Then: numbers exactly by value whatever
/// their types, NaN lowest and equal to itself, -0 equal to 0; text by code points, an unpaired
/// surrogate standing for itself; bytes unsigned, then the subtype; ids unsigned; arrays element by
/// element, the shorter first; objects as the list of their properties sorted by name, so that the
/// order of properties does not matter.
///
/// [io.orrery.model.encoding.KeyEncoding] is the same order in bytes.
public enum ValueOrder implements Comparator<Value> {
  ORDER;

  /// Text by code points, which is also the order of its generalised UTF-8 bytes.
  public static final Comparator<String> TEXT = ValueOrder::compareText;

  @Override
  public int compare(Value left, Value right) {
    int byKind = compareKinds(left.kind(), right.kind());
    return byKind != 0 ? byKind : compareSameKind(left, right);
  }

  /// 0 for kinds that share one place: all numbers.
  public int compareKinds(Kind left, Kind right) {
    return place(left).compareTo(place(right));
  }

  /// The properties in the order in which objects are compared and encoded.
  public static List<Map.Entry<String, Value>> sortedProperties(Document document) {
    List<Map.Entry<String, Value>> sorted = new ArrayList<>(document.properties().entrySet());
    sorted.sort(Map.Entry.comparingByKey(TEXT));
    return sorted;
  }

  private static Kind place(Kind kind) {
    return kind.isNumber() ? Kind.INT32 : kind;
  }

  private int compareSameKind(Value left, Value right) {
    return switch (left) {
      case Undefined _, Null _ -> 0;
      case Bool value -> value.compareTo((Bool) right);
      case Int32 _, Int64 _, Float64 _, Decimal128 _ -> NumberOrder.compare(left, right);
      case Text(String text) -> compareText(text, ((Text) right).value());
      case Binary value -> compareBinary(value, (Binary) right);
      case Uuid(var uuid) -> compareUuid(uuid, ((Uuid) right).value());
      case ObjectId value -> compareObjectId(value, (ObjectId) right);
      case Date(int day) -> Integer.compare(day, ((Date) right).epochDay());
      case Time(long nano) -> Long.compare(nano, ((Time) right).nanoOfDay());
      case DateTime value -> compareDateTime(value, (DateTime) right);
      case Timestamp(long bits) -> Long.compareUnsigned(bits, ((Timestamp) right).bits());
      case Array(List<Value> elements) -> compareArrays(elements, ((Array) right).elements());
      case Document value -> compareDocuments(value, (Document) right);
    };
  }

  private static int compareBinary(Binary left, Binary right) {
    int byBytes = Arrays.compareUnsigned(left.bytes(), right.bytes());
    return byBytes != 0 ? byBytes : Integer.compare(left.subtype(), right.subtype());
  }

  private static int compareUuid(java.util.UUID left, java.util.UUID right) {
    int byHigh =
        Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return byHigh != 0
        ? byHigh
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static int compareObjectId(ObjectId left, ObjectId right) {
    int byHigh = Long.compareUnsigned(left.high(), right.high());
    return byHigh != 0 ? byHigh : Integer.compareUnsigned(left.low(), right.low());
  }

  private static int compareDateTime(DateTime left, DateTime right) {
    int byMilli = Long.compare(left.epochMilli(), right.epochMilli());
    return byMilli != 0 ? byMilli : Integer.compare(left.nanoOfMilli(), right.nanoOfMilli());
  }

  private int compareArrays(List<Value> left, List<Value> right) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      int byElement = compare(left.get(i), right.get(i));
      if (byElement != 0) {
        return byElement;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private int compareDocuments(Document left, Document right) {
    List<Map.Entry<String, Value>> leftSorted = sortedProperties(left);
    List<Map.Entry<String, Value>> rightSorted = sortedProperties(right);
    int common = Math.min(leftSorted.size(), rightSorted.size());
    for (int i = 0; i < common; i++) {
      int byName = compareText(leftSorted.get(i).getKey(), rightSorted.get(i).getKey());
      if (byName != 0) {
        return byName;
      }
      int byValue = compare(leftSorted.get(i).getValue(), rightSorted.get(i).getValue());
      if (byValue != 0) {
        return byValue;
      }
    }
    return Integer.compare(leftSorted.size(), rightSorted.size());
  }

  private static int compareText(String left, String right) {
    int common = Math.min(left.length(), right.length());
    int differing = 0;
    while (differing < common && left.charAt(differing) == right.charAt(differing)) {
      differing++;
    }
    // A high surrogate in front may be half of a pair in one text and alone in the other.
    if (differing > 0 && Character.isHighSurrogate(left.charAt(differing - 1))) {
      int byPair = left.codePointAt(differing - 1) - right.codePointAt(differing - 1);
      if (byPair != 0) {
        return byPair;
      }
    }
    return differing < common
        ? left.codePointAt(differing) - right.codePointAt(differing)
        : Integer.compare(left.length(), right.length());
  }
}
