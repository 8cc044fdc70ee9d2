// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;

/// Values of one type as values of another: `$convert` and its short forms. What cannot be
/// converted is refused, unless somebody says what it is to be instead.
public final class Conversions {
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-fA-F]{24}");
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,40}");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?");

  private Conversions() {}

  static void addTo(FunctionTable table) {
    shortForm(table, "$toDouble", Value.Kind.FLOAT64);
    shortForm(table, "$toString", Value.Kind.TEXT);
    shortForm(table, "$toObjectId", Value.Kind.OBJECT_ID);
    shortForm(table, "$toBool", Value.Kind.BOOLEAN);
    shortForm(table, "$toDate", Value.Kind.DATE_TIME);
    shortForm(table, "$toInt", Value.Kind.INT32);
    shortForm(table, "$toLong", Value.Kind.INT64);
    shortForm(table, "$toDecimal", Value.Kind.DECIMAL128);
  }

  private static void shortForm(FunctionTable table, String name, Value.Kind to) {
    table.unary(name, value -> Operands.isNullish(value) ? Value.Null.NULL : convert(value, to));
  }

  /// A value that is there as one of another type.
  public static Value convert(Value value, Value.Kind to) {
    Optional<Value> converted =
        switch (to) {
          case FLOAT64 -> toDouble(value);
          case TEXT -> toText(value);
          case OBJECT_ID -> toObjectId(value);
          case BOOLEAN -> toBool(value);
          case DATE_TIME -> toDate(value);
          case INT32 -> toWhole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
          case INT64 -> toWhole(value, Long.MIN_VALUE, Long.MAX_VALUE);
          case DECIMAL128 -> toDecimal(value);
          case UNDEFINED,
              NULL,
              DECIMAL,
              SYMBOL,
              BINARY,
              UUID,
              TIME_UUID,
              DATE,
              TIME,
              TIMESTAMP,
              DURATION,
              REGULAR_EXPRESSION,
              DB_POINTER,
              CODE,
              SCOPED_CODE,
              MIN_KEY,
              MAX_KEY,
              ARRAY,
              OBJECT,
              MAPPING ->
              Optional.empty();
        };
    return converted.orElseThrow(() -> unsupported(value, to));
  }

  private static MongoFailure unsupported(Value value, Value.Kind to) {
    return failure(
        "Unsupported conversion from %s to %s in $convert with no onError value"
            .formatted(Operands.type(value), ConversionTargets.name(to)));
  }

  static MongoFailure failure(String message) {
    return new MongoFailure(MongoError.CONVERSION_FAILURE, message);
  }

  private static Optional<Value> toDouble(Value value) {
    return switch (value) {
      case Value.Bool bool -> Optional.of(new Value.Float64(bool.isTrue() ? 1 : 0));
      case Value.DateTime date -> Optional.of(new Value.Float64(date.epochMilli()));
      case Value.Text(String text) -> {
        double number = special(text).orElseGet(() -> number(text).doubleValue());
        if (Double.isInfinite(number) && special(text).isEmpty()) {
          throw unparsed(text, "Out of range");
        }
        yield Optional.of(new Value.Float64(number));
      }
      case Value.Decimal128 decimal -> {
        double number = BsonNumbers.toDouble(decimal);
        if (decimal.isFinite() && Double.isInfinite(number)) {
          throw overflow(decimal.toString());
        }
        yield Optional.of(new Value.Float64(number));
      }
      case Value number when number.kind().isNumber() ->
          Optional.of(new Value.Float64(BsonNumbers.toDouble(number)));
      case Value _ -> Optional.empty();
    };
  }

  private static Optional<Value> toDecimal(Value value) {
    return switch (value) {
      case Value.Bool bool -> Optional.of(Decimals.of(new Value.Int32(bool.isTrue() ? 1 : 0)));
      case Value.DateTime date -> Optional.of(Decimals.of(new Value.Int64(date.epochMilli())));
      case Value.Text(String text) ->
          Optional.of(
              special(text).map(Decimals::of).orElseGet(() -> Decimals.rounded(number(text))));
      case Value number when number.kind().isNumber() -> Optional.of(Decimals.of(number));
      case Value _ -> Optional.empty();
    };
  }

  private static Optional<Double> special(String text) {
    return switch (text) {
      case "NaN" -> Optional.of(Double.NaN);
      case "Infinity", "+Infinity" -> Optional.of(Double.POSITIVE_INFINITY);
      case "-Infinity" -> Optional.of(Double.NEGATIVE_INFINITY);
      default -> Optional.empty();
    };
  }

  private static BigDecimal number(String text) {
    if (text.length() > 400 || !NUMBER.matcher(text).matches()) {
      throw unparsed(text, text.isEmpty() ? "Empty string" : "Did not consume whole string.");
    }
    return new BigDecimal(text);
  }

  private static MongoFailure unparsed(String text, String why) {
    return failure(
        "Failed to parse number '%s' in $convert with no onError value: %s".formatted(text, why));
  }

  private static MongoFailure overflow(String number) {
    return failure(
        "Conversion would overflow target type in $convert with no onError value: " + number);
  }

  private static Optional<Value> toWhole(Value value, long least, long most) {
    boolean wide = most > Integer.MAX_VALUE;
    Optional<BigDecimal> number =
        switch (value) {
          case Value.Bool bool -> Optional.of(bool.isTrue() ? BigDecimal.ONE : BigDecimal.ZERO);
          case Value.DateTime date when wide -> Optional.of(BigDecimal.valueOf(date.epochMilli()));
          case Value.Int32(int small) -> Optional.of(BigDecimal.valueOf(small));
          case Value.Int64(long large) -> Optional.of(BigDecimal.valueOf(large));
          case Value.Float64 _, Value.Decimal128 _ -> Optional.of(finite(value));
          case Value.Text(String text) -> {
            if (!WHOLE.matcher(text).matches()) {
              throw unparsed(
                  text, text.isEmpty() ? "Empty string" : "Did not consume whole string.");
            }
            yield Optional.of(new BigDecimal(text));
          }
          case Value _ -> Optional.empty();
        };
    return number.map(each -> whole(each, least, most, wide));
  }

  private static BigDecimal finite(Value number) {
    double rough = BsonNumbers.toDouble(number);
    if (Double.isNaN(rough)) {
      throw failure(
          "Attempt to convert NaN value to integer type in $convert with no onError value");
    }
    if (Double.isInfinite(rough)) {
      throw failure(
          "Attempt to convert infinity value to integer type in $convert with no onError value");
    }
    return number instanceof Value.Decimal128 decimal
        ? decimal.toBigDecimal()
        : new BigDecimal(rough);
  }

  private static Value whole(BigDecimal number, long least, long most, boolean wide) {
    if (number.compareTo(BigDecimal.valueOf(least).subtract(BigDecimal.ONE)) <= 0
        || number.compareTo(BigDecimal.valueOf(most).add(BigDecimal.ONE)) >= 0) {
      throw overflow(number.toString());
    }
    long whole = number.setScale(0, RoundingMode.DOWN).longValueExact();
    return wide ? new Value.Int64(whole) : new Value.Int32((int) whole);
  }

  private static Optional<Value> toBool(Value value) {
    return Optional.of(Value.Bool.of(Operands.isTrue(value)));
  }

  private static Optional<Value> toText(Value value) {
    return switch (value) {
      case Value.Bool bool -> Optional.of(new Value.Text(bool.isTrue() ? "true" : "false"));
      case Value.ObjectId id -> Optional.of(new Value.Text(id.toString()));
      case Value.Text text -> Optional.of(text);
      case Value.DateTime _,
          Value.Symbol _,
          Value.Int32 _,
          Value.Int64 _,
          Value.Float64 _,
          Value.Decimal128 _ ->
          Optional.of(new Value.Text(StringOperators.coerced(value)));
      case Value _ -> Optional.empty();
    };
  }

  private static Optional<Value> toObjectId(Value value) {
    return switch (value) {
      case Value.ObjectId id -> Optional.of(id);
      case Value.Text(String text) -> {
        if (!OBJECT_ID.matcher(text).matches()) {
          throw failure(
              "Failed to parse objectId '%s' in $convert with no onError value".formatted(text));
        }
        yield Optional.of(
            new Value.ObjectId(
                Long.parseUnsignedLong(text.substring(0, 16), 16),
                Integer.parseUnsignedInt(text.substring(16), 16)));
      }
      case Value _ -> Optional.empty();
    };
  }

  private static Optional<Value> toDate(Value value) {
    return switch (value) {
      case Value.DateTime date -> Optional.of(date);
      case Value.ObjectId id -> Optional.of(new Value.DateTime((id.high() >>> 32) * 1000, 0));
      case Value.Timestamp(long bits) -> Optional.of(new Value.DateTime((bits >>> 32) * 1000, 0));
      case Value.Text(String text) -> Optional.of(DateTexts.parse(text, Optional.empty()));
      case Value.Int64 _, Value.Float64 _, Value.Decimal128 _ ->
          toWhole(value, Long.MIN_VALUE, Long.MAX_VALUE)
              .map(millis -> new Value.DateTime(((Value.Int64) millis).value(), 0));
      case Value _ -> Optional.empty();
    };
  }

  /// A double in as many digits as MongoDB writes.
  public static String text(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "Infinity" : "-Infinity";
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal digits = new BigDecimal(number).round(new MathContext(16)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      return digits.toPlainString();
    }
    String unscaled = digits.unscaledValue().abs().toString();
    String fraction = unscaled.length() > 1 ? "." + unscaled.substring(1) : "";
    return "%s%s%se%s%02d"
        .formatted(
            number < 0 ? "-" : "",
            unscaled.charAt(0),
            fraction,
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }
}
