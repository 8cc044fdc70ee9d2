// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.access;

import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import org.jspecify.annotations.Nullable;

/// Values that follow each other in an order, from one bound to another.
///
/// In SQL's order arrays and objects are no finer than their kinds: its index does not tell two
/// apart.
public record Interval(ValueOrder order, Bound lower, Bound upper) {
  public static final Interval NULL = point(Value.Null.NULL);
  public static final Interval BOOLEANS = ofKind(Kind.BOOLEAN);
  public static final Interval NUMBERS = ofKind(Kind.FLOAT64);
  public static final Interval TEXTS = ofKind(Kind.TEXT);
  public static final Interval ARRAYS = ofKind(Kind.ARRAY);
  public static final Interval OBJECTS = ofKind(Kind.OBJECT);
  public static final Interval SCALARS =
      new Interval(ValueOrder.SQL, new Bound.Before(Kind.NULL), new Bound.Before(Kind.ARRAY));
  public static final Interval DEFINED =
      new Interval(ValueOrder.SQL, new Bound.Before(Kind.NULL), new Bound.Behind(Kind.MAPPING));

  /// All values that an index in this order has.
  public static Interval defined(ValueOrder order) {
    return switch (order) {
      case SQL -> DEFINED;
      case BSON ->
          new Interval(order, new Bound.Before(Kind.MIN_KEY), new Bound.Behind(Kind.MAX_KEY));
      case CQL -> new Interval(order, new Bound.Before(Kind.NULL), new Bound.Behind(Kind.MAPPING));
    };
  }

  private static Interval ofKind(Kind kind) {
    return ofKind(kind, ValueOrder.SQL);
  }

  /// All values of a kind and of those that share its place in the order.
  public static Interval ofKind(Kind kind, ValueOrder order) {
    Kind one = order.compareKinds(kind, Kind.FLOAT64) == 0 ? Kind.FLOAT64 : kind;
    return new Interval(order, new Bound.Before(one), new Bound.Behind(one));
  }

  /// The values equal to this one, in SQL's order.
  public static Interval point(Value value) {
    return point(value, ValueOrder.SQL);
  }

  /// The values equal to this one.
  public static Interval point(Value value, ValueOrder order) {
    Bound at = new Bound.At(value, true);
    return new Interval(order, at, at);
  }

  /// All values that can be compared with this one, in SQL's order; null if there is none.
  public static @Nullable Interval comparableTo(Value value) {
    if (value.kind() == Kind.NULL) {
      return NULL;
    }
    return value.kind() == Kind.UNDEFINED ? null : ofKind(value.kind());
  }

  /// Values equal to this one in SQL's order, or of its kind where the index knows no more; null if
  /// there is none.
  public static @Nullable Interval equalTo(Value value) {
    if (value.kind() == Kind.UNDEFINED) {
      return null;
    }
    return value.kind().isContainer() ? ofKind(value.kind()) : point(value);
  }

  /// The texts that begin with a prefix.
  public static Interval startingWith(String prefix) {
    if (prefix.isEmpty()) {
      return TEXTS;
    }
    String behind = behindPrefix(prefix);
    return new Interval(
        ValueOrder.SQL,
        new Bound.At(new Value.Text(prefix), true),
        behind.isEmpty() ? TEXTS.upper() : new Bound.At(new Value.Text(behind), false));
  }

  /// The first text behind all that begin with the prefix; empty if there is none.
  private static String behindPrefix(String prefix) {
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        return new StringBuilder(prefix.substring(0, end)).appendCodePoint(last + 1).toString();
      }
    }
    return "";
  }

  public Interval upTo(Value value, boolean inclusive) {
    return new Interval(order, lower, new Bound.At(value, inclusive));
  }

  public Interval startingAt(Value value, boolean inclusive) {
    return new Interval(order, new Bound.At(value, inclusive), upper);
  }

  /// What both hold; they are of one order.
  public Interval intersect(Interval other) {
    Bound first = compare(lower, true, other.lower(), true) > 0 ? lower : other.lower();
    Bound last = compare(upper, false, other.upper(), false) < 0 ? upper : other.upper();
    return new Interval(order, first, last);
  }

  public boolean isEmpty() {
    return compare(lower, true, upper, false) >= 0;
  }

  /// Whether it holds no two different values.
  public boolean isPoint() {
    return lower instanceof Bound.At(Value low, boolean lowInclusive)
        && upper instanceof Bound.At(Value high, boolean highInclusive)
        && lowInclusive
        && highInclusive
        && order.compare(low, high) == 0;
  }

  /// Compares two bounds as cuts between values, each taken as the lower or the upper end of a
  /// range: a lower bound that includes its value cuts in front of it, an upper one behind it.
  private int compare(Bound one, boolean oneLower, Bound other, boolean otherLower) {
    int byKind = order.compareKinds(kind(one), kind(other));
    if (byKind != 0) {
      return byKind;
    }
    if (one instanceof Bound.At(Value value, boolean inclusive)
        && other instanceof Bound.At(Value otherValue, boolean otherInclusive)) {
      int byValue = order.compare(value, otherValue);
      return byValue != 0
          ? byValue
          : Boolean.compare(inclusive != oneLower, otherInclusive != otherLower);
    }
    return Integer.compare(side(one), side(other));
  }

  private static Kind kind(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean _) -> value.kind();
      case Bound.Before(Kind kind) -> kind;
      case Bound.Behind(Kind kind) -> kind;
    };
  }

  private static int side(Bound bound) {
    return switch (bound) {
      case Bound.Before _ -> -1;
      case Bound.At _ -> 0;
      case Bound.Behind _ -> 1;
    };
  }
}
