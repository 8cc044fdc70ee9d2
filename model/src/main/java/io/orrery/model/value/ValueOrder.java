// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

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
import io.orrery.model.value.Value.Kind;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The total orders over all values: a container chooses the one of its API.
///
/// Common to all: kinds first, then within a kind: numbers exactly by value whatever their types,
/// NaN lowest and equal to itself, -0 equal to 0; text by code points, an unpaired surrogate
/// standing for itself; ids unsigned; arrays element by element, the shorter first. What differs
/// stands at the constants.
///
/// [io.orrery.model.encoding.KeyEncoding] has the same orders in bytes.
public enum ValueOrder implements Comparator<Value> {
  /// Kinds as [Kind] lists them, all numbers together. Binaries by bytes, then subtype. Objects as
  /// the list of their properties sorted by name: the order of properties does not matter.
  SQL,

  /// Kinds as MongoDB documents them; a symbol is a string. Binaries by length, subtype, bytes.
  /// Objects property by property as they are written, by kind, then name, then value.
  BSON,

  /// Doubles as Java compares them: -0 below 0, NaN highest. UUIDs by version, those of version 1
  /// by time; time UUIDs by time, then bytes as signed numbers. Objects as in BSON.
  CQL;

  /// Text by code points, which is also the order of its generalised UTF-8 bytes.
  public static final Comparator<String> TEXT = ValueOrder::compareText;

  @Override
  public int compare(Value left, Value right) {
    int byKind = compareKinds(left.kind(), right.kind());
    return byKind != 0 ? byKind : compareSamePlace(left, right);
  }

  /// 0 for kinds that share one place.
  public int compareKinds(Kind left, Kind right) {
    return Integer.compare(place(left), place(right));
  }

  /// A number for the place of a kind, 5 to 239; it never changes.
  public int place(Kind kind) {
    return switch (this) {
      case SQL -> KindPlaces.sql(kind);
      case BSON -> KindPlaces.bson(kind);
      case CQL -> KindPlaces.cql(kind);
    };
  }

  /// What a path without a value counts as where an index or an order needs one.
  public Value missing() {
    return this == SQL ? Undefined.UNDEFINED : Null.NULL;
  }

  /// Whether an API compares values of this kind; those of the others have an order here all the
  /// same, so that they can be told apart.
  public boolean isOrdered(Kind kind) {
    return this != CQL || kind != Kind.DURATION;
  }

  /// The properties in the order in which SQL compares and encodes them.
  public static List<Map.Entry<String, Value>> sortedProperties(Document document) {
    List<Map.Entry<String, Value>> sorted = new ArrayList<>(document.properties().entrySet());
    sorted.sort(Map.Entry.comparingByKey(TEXT));
    return sorted;
  }

  private int compareSamePlace(Value left, Value right) {
    return switch (left) {
      case Undefined _, Null _, Extreme _ -> 0;
      case Bool value -> value.compareTo((Bool) right);
      case Float64(double number) when this == CQL ->
          Double.compare(number, ((Float64) right).value());
      case Int32 _, Int64 _, Float64 _, Decimal128 _, Decimal _ -> NumberOrder.compare(left, right);
      case Text _, Symbol _ -> compareText(text(left), text(right));
      case Binary _, Uuid _, TimeUuid _ -> BinaryOrder.compare(this, left, right);
      case ObjectId value -> compareObjectId(value, (ObjectId) right);
      case Date(int day) -> Integer.compare(day, ((Date) right).epochDay());
      case Time(long nano) -> Long.compare(nano, ((Time) right).nanoOfDay());
      case DateTime value -> compareDateTime(value, (DateTime) right);
      case Timestamp(long bits) -> Long.compareUnsigned(bits, ((Timestamp) right).bits());
      case Duration value -> compareDurations(value, (Duration) right);
      case RegularExpression value -> compareExpressions(value, (RegularExpression) right);
      case DbPointer value -> comparePointers(value, (DbPointer) right);
      case Code(String source) -> compareText(source, ((Code) right).source());
      case ScopedCode value -> compareScoped(value, (ScopedCode) right);
      case Array(List<Value> elements) -> compareArrays(elements, ((Array) right).elements());
      case Document value ->
          this == SQL
              ? compareDocuments(value, (Document) right)
              : compareInWrittenOrder(value, (Document) right);
      case Mapping value -> compareMappings(value, (Mapping) right);
    };
  }

  private static String text(Value value) {
    return value instanceof Symbol(String symbol) ? symbol : ((Text) value).value();
  }

  private static int compareDurations(Duration left, Duration right) {
    int byMonths = Integer.compare(left.months(), right.months());
    if (byMonths != 0) {
      return byMonths;
    }
    int byDays = Integer.compare(left.days(), right.days());
    return byDays != 0 ? byDays : Long.compare(left.nanos(), right.nanos());
  }

  private static int compareExpressions(RegularExpression left, RegularExpression right) {
    int byPattern = compareText(left.pattern(), right.pattern());
    return byPattern != 0 ? byPattern : compareText(left.options(), right.options());
  }

  /// BSON compares the bytes, and these begin with the length of the namespace.
  private int comparePointers(DbPointer left, DbPointer right) {
    int byLength = this != SQL ? Integer.compare(utf8Length(left), utf8Length(right)) : 0;
    if (byLength != 0) {
      return byLength;
    }
    int byNamespace = compareText(left.namespace(), right.namespace());
    return byNamespace != 0 ? byNamespace : compareObjectId(left.id(), right.id());
  }

  private static int utf8Length(DbPointer pointer) {
    return pointer
        .namespace()
        .codePoints()
        .map(point -> point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
        .sum();
  }

  private int compareScoped(ScopedCode left, ScopedCode right) {
    int bySource = compareText(left.source(), right.source());
    return bySource != 0 ? bySource : compareSamePlace(left.scope(), right.scope());
  }

  private int compareInWrittenOrder(Document left, Document right) {
    var others = right.properties().entrySet().iterator();
    for (Map.Entry<String, Value> property : left.properties().entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, Value> other = others.next();
      int byKind = compareKinds(property.getValue().kind(), other.getValue().kind());
      if (byKind != 0) {
        return byKind;
      }
      int byName = compareText(property.getKey(), other.getKey());
      if (byName != 0) {
        return byName;
      }
      int byValue = compareSamePlace(property.getValue(), other.getValue());
      if (byValue != 0) {
        return byValue;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  private int compareMappings(Mapping left, Mapping right) {
    int common = Math.min(left.entries().size(), right.entries().size());
    for (int i = 0; i < common; i++) {
      int byKey = compare(left.entries().get(i).key(), right.entries().get(i).key());
      if (byKey != 0) {
        return byKey;
      }
      int byValue = compare(left.entries().get(i).value(), right.entries().get(i).value());
      if (byValue != 0) {
        return byValue;
      }
    }
    return Integer.compare(left.entries().size(), right.entries().size());
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
