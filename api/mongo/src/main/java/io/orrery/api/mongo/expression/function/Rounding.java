// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/// To whole numbers, or to digits before and behind the point. Halves go to the even neighbour.
final class Rounding {
  private static final int PLACES_MIN = -20;
  private static final int PLACES_MAX = 100;

  private Rounding() {}

  static void addTo(FunctionTable table) {
    table.unary("$ceil", value -> whole("$ceil", value, Math::ceil, RoundingMode.CEILING));
    table.unary("$floor", value -> whole("$floor", value, Math::floor, RoundingMode.FLOOR));
    table.positional("$round", 1, 2, all -> places("$round", all, RoundingMode.HALF_EVEN));
    table.positional("$trunc", 1, 2, all -> places("$trunc", all, RoundingMode.DOWN));
  }

  private static Value whole(
      String name, Value value, DoubleUnaryOperator doubles, RoundingMode mode) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> Value.Null.NULL;
      case Value.Int32 _, Value.Int64 _ -> value;
      case Value.Float64(double number) -> new Value.Float64(doubles.applyAsDouble(number));
      case Value.Decimal128 decimal -> decimal(decimal, 0, mode);
      case Value other -> throw ArithmeticOperators.numbersOnly(name, other);
    };
  }

  private static Value decimal(Value.Decimal128 decimal, int places, RoundingMode mode) {
    if (!decimal.isFinite()) {
      return decimal;
    }
    BigDecimal number = decimal.toBigDecimal();
    return number.scale() <= places ? decimal : Decimals.rounded(number.setScale(places, mode));
  }

  private static Value places(String name, Value[] arguments, RoundingMode mode) {
    Value value = arguments[0];
    Value places = arguments.length > 1 ? arguments[1] : new Value.Int32(0);
    if (Operands.anyNullish(value, places)) {
      return Value.Null.NULL;
    }
    if (!Operands.isNumber(value)) {
      throw MongoFailure.at(
          51081, name + " only supports numeric types, not " + Operands.type(value));
    }
    int count = count(name, places);
    return switch (value) {
      case Value.Float64(double number) when !Double.isFinite(number) -> value;
      case Value.Float64(double number) ->
          new Value.Float64(new BigDecimal(number).setScale(count, mode).doubleValue());
      case Value.Decimal128 decimal -> decimal(decimal, count, mode);
      case Value.Int32(int number) when count < 0 ->
          Operands.whole(wholes(number, count, mode).longValue());
      case Value.Int64(long number) when count < 0 -> {
        BigDecimal rounded = wholes(number, count, mode);
        if (rounded.toBigInteger().bitLength() > 63) {
          throw MongoFailure.at(51080, "invalid conversion from Decimal128 result in " + name);
        }
        yield new Value.Int64(rounded.longValue());
      }
      case Value other -> other;
    };
  }

  private static BigDecimal wholes(long number, int places, RoundingMode mode) {
    return BigDecimal.valueOf(number).setScale(places, mode);
  }

  private static int count(String name, Value places) {
    long count =
        (Operands.isNumber(places)
                ? BsonNumbers.findWhole(places)
                : java.util.Optional.<Long>empty())
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        51082, "precision argument to  " + name + " must be a integral value"));
    if (count < PLACES_MIN || count > PLACES_MAX) {
      throw MongoFailure.at(
          51083,
          "cannot apply %s with precision value %d value must be in [-20, 100]"
              .formatted(name, count));
    }
    return (int) count;
  }
}
