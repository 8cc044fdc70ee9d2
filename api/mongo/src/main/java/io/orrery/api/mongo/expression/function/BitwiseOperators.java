// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.function.LongBinaryOperator;

/// Single bits of ints and longs, and the halves of timestamps.
final class BitwiseOperators {
  private BitwiseOperators() {}

  static void addTo(FunctionTable table) {
    table.any("$bitAnd", all -> fold("$bitAnd", all, -1, (a, b) -> a & b));
    table.any("$bitOr", all -> fold("$bitOr", all, 0, (a, b) -> a | b));
    table.any("$bitXor", all -> fold("$bitXor", all, 0, (a, b) -> a ^ b));
    table.unary("$bitNot", BitwiseOperators::not);
    table.unary("$tsSecond", value -> half("$tsSecond", 5687301, value, Integer.SIZE));
    table.unary("$tsIncrement", value -> half("$tsIncrement", 5687302, value, 0));
  }

  private static Value fold(String name, Value[] arguments, long start, LongBinaryOperator step) {
    long result = start;
    boolean wide = false;
    boolean nothing = false;
    for (Value each : arguments) {
      switch (each) {
        case Value.Undefined _, Value.Null _ -> nothing = true;
        case Value.Int32(int bits) -> result = step.applyAsLong(result, bits);
        case Value.Int64(long bits) -> {
          wide = true;
          result = step.applyAsLong(result, bits);
        }
        case Value _ -> throw wholeOnly(name);
      }
    }
    if (nothing) {
      return Value.Null.NULL;
    }
    return wide ? new Value.Int64(result) : new Value.Int32((int) result);
  }

  private static MongoFailure wholeOnly(String name) {
    return Operands.mismatch(name + " only supports int and long operands.");
  }

  private static Value not(Value value) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> Value.Null.NULL;
      case Value.Int32(int bits) -> new Value.Int32(~bits);
      case Value.Int64(long bits) -> new Value.Int64(~bits);
      case Value _ -> throw wholeOnly("$bitNot");
    };
  }

  private static Value half(String name, int location, Value value, int shift) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> Value.Null.NULL;
      case Value.Timestamp(long bits) -> new Value.Int64(bits >>> shift & 0xFFFF_FFFFL);
      case Value other ->
          throw MongoFailure.at(
              location,
              "Argument to %s must be a timestamp, but is %s"
                  .formatted(name, Operands.type(other)));
    };
  }
}
