// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.access;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import org.jspecify.annotations.Nullable;

/// Values that follow each other in [ValueOrder], from one bound to another.
///
/// Arrays and objects are no finer than their kinds here: an index does not tell two apart.
public record Interval(Bound lower, Bound upper) {

  /// One end of an interval.
  public record Bound(Value value, boolean inclusive) {}

  private static final Value NUMBER_MIN = new Value.Float64(Double.NaN);
  private static final Value TEXT_MIN = new Value.Text("");
  private static final Value BEHIND_TEXT = new Value.Binary(new byte[0], 0);
  private static final Value ARRAY = new Value.Array(java.util.List.of());
  private static final Value OBJECT = new Value.Document(new java.util.LinkedHashMap<>());

  public static final Interval NULL = closed(Value.Null.NULL, Value.Null.NULL);
  public static final Interval BOOLEANS = closed(Value.Bool.FALSE, Value.Bool.TRUE);
  public static final Interval NUMBERS = new Interval(from(NUMBER_MIN), before(TEXT_MIN));
  public static final Interval TEXTS = new Interval(from(TEXT_MIN), before(BEHIND_TEXT));
  public static final Interval ARRAYS = closed(ARRAY, ARRAY);
  public static final Interval OBJECTS = closed(OBJECT, OBJECT);
  public static final Interval SCALARS = new Interval(from(Value.Null.NULL), before(ARRAY));
  public static final Interval DEFINED = closed(Value.Null.NULL, OBJECT);

  private static Bound from(Value value) {
    return new Bound(value, true);
  }

  private static Bound before(Value value) {
    return new Bound(value, false);
  }

  public static Interval closed(Value lower, Value upper) {
    return new Interval(from(lower), from(upper));
  }

  /// All values that can be compared with this one; null if there is none.
  public static @Nullable Interval comparableTo(Value value) {
    return switch (value.kind()) {
      case NULL -> NULL;
      case BOOLEAN -> BOOLEANS;
      case INT32, INT64, FLOAT64, DECIMAL128 -> NUMBERS;
      case TEXT -> TEXTS;
      case ARRAY -> ARRAYS;
      case OBJECT -> OBJECTS;
      case UNDEFINED, BINARY, UUID, OBJECT_ID, DATE, TIME, DATE_TIME, TIMESTAMP -> null;
    };
  }

  /// Values equal to this one, or of its kind where the index knows no more; null if there is none.
  public static @Nullable Interval equalTo(Value value) {
    return switch (value.kind()) {
      case ARRAY -> ARRAYS;
      case OBJECT -> OBJECTS;
      case UNDEFINED -> null;
      case NULL,
          BOOLEAN,
          INT32,
          INT64,
          FLOAT64,
          DECIMAL128,
          TEXT,
          BINARY,
          UUID,
          OBJECT_ID,
          DATE,
          TIME,
          DATE_TIME,
          TIMESTAMP ->
          closed(value, value);
    };
  }

  /// The texts that begin with a prefix.
  public static Interval startingWith(String prefix) {
    String behind = behindPrefix(prefix);
    return new Interval(
        from(new Value.Text(prefix)),
        behind.isEmpty() ? TEXTS.upper() : before(new Value.Text(behind)));
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
    return new Interval(lower, new Bound(value, inclusive));
  }

  public Interval startingAt(Value value, boolean inclusive) {
    return new Interval(new Bound(value, inclusive), upper);
  }

  public Interval intersect(Interval other) {
    int byLower = ValueOrder.ORDER.compare(lower.value(), other.lower().value());
    int byUpper = ValueOrder.ORDER.compare(upper.value(), other.upper().value());
    Bound first = byLower > 0 || (byLower == 0 && !lower.inclusive()) ? lower : other.lower();
    Bound last = byUpper < 0 || (byUpper == 0 && !upper.inclusive()) ? upper : other.upper();
    return new Interval(first, last);
  }

  public boolean isEmpty() {
    int order = ValueOrder.ORDER.compare(lower.value(), upper.value());
    return order > 0 || (order == 0 && !(lower.inclusive() && upper.inclusive()));
  }

  /// Whether it holds no two different values.
  public boolean isPoint() {
    return lower.inclusive()
        && upper.inclusive()
        && ValueOrder.ORDER.compare(lower.value(), upper.value()) == 0;
  }
}
