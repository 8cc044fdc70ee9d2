// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Parts of strings, by bytes of UTF-8 or by code points, and where they stand.
final class Substrings {
  private Substrings() {}

  static void addTo(FunctionTable table) {
    table.positional("$substr", 3, 3, all -> bytes("$substrBytes", all));
    table.positional("$substrBytes", 3, 3, all -> bytes("$substrBytes", all));
    table.positional("$substrCP", 3, 3, Substrings::codePoints);
    table.positional("$indexOfBytes", 2, 4, Substrings::indexOfBytes);
    table.positional("$indexOfCP", 2, 4, Substrings::indexOfCodePoints);
  }

  private static Value bytes(String name, Value[] arguments) {
    byte[] text = StringOperators.utf8(StringOperators.coerced(arguments[0]));
    long from = position(name + ":  starting index", 16034, arguments[1]);
    long count = position(name + ":  length", 16035, arguments[2]);
    if (from < 0) {
      throw MongoFailure.at(
          50752, "%s: starting index must be non-negative (got: %d)".formatted(name, from));
    }
    if (from >= text.length) {
      return new Value.Text("");
    }
    int until = (int) (count < 0 ? text.length : Math.min(text.length, from + count));
    if (isContinuation(text, (int) from)) {
      throw MongoFailure.at(
          28656, name + ":  Invalid range, starting index is a UTF-8 continuation byte.");
    }
    if (until < text.length && isContinuation(text, until)) {
      throw MongoFailure.at(
          28657, name + ":  Invalid range, ending index is in the middle of a UTF-8 character.");
    }
    return new Value.Text(
        new String(Arrays.copyOfRange(text, (int) from, until), StandardCharsets.UTF_8));
  }

  private static boolean isContinuation(byte[] text, int at) {
    return (text[at] & 0xC0) == 0x80;
  }

  /// Fractions are cut off.
  private static long position(String what, int location, Value value) {
    if (!Operands.isNumber(value)) {
      throw MongoFailure.at(
          location,
          "%s must be a numeric type (is BSON type %s)".formatted(what, Operands.type(value)));
    }
    return BsonNumbers.findWhole(value).orElseGet(() -> (long) BsonNumbers.toDouble(value));
  }

  private static Value codePoints(Value[] arguments) {
    String text = StringOperators.coerced(arguments[0]);
    long from = StringOperators.index("$substrCP: starting index", 34450, 34451, arguments[1]);
    long count = StringOperators.index("$substrCP: length", 34452, 34453, arguments[2]);
    if (count < 0) {
      throw MongoFailure.at(34454, "$substrCP: length must be a nonnegative integer.");
    }
    if (from < 0) {
      throw MongoFailure.at(34455, "$substrCP: the starting index must be nonnegative integer.");
    }
    int length = text.codePointCount(0, text.length());
    int begin = (int) Math.min(from, length);
    int end = (int) Math.min(from + count, length);
    int start = text.offsetByCodePoints(0, begin);
    return new Value.Text(text.substring(start, text.offsetByCodePoints(start, end - begin)));
  }

  private static Value indexOfBytes(Value[] arguments) {
    if (Operands.isNullish(arguments[0])) {
      return Value.Null.NULL;
    }
    byte[] text = StringOperators.utf8(first("$indexOfBytes", 40091, arguments[0]));
    byte[] wanted = StringOperators.utf8(second("$indexOfBytes", 40092, arguments[1]));
    int from = bound("$indexOfBytes", "starting", arguments, 2, 0);
    int until = Math.min(bound("$indexOfBytes", "ending", arguments, 3, text.length), text.length);
    for (int at = from; at + wanted.length <= until; at++) {
      if (Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
        return new Value.Int32(at);
      }
    }
    return new Value.Int32(-1);
  }

  private static Value indexOfCodePoints(Value[] arguments) {
    if (Operands.isNullish(arguments[0])) {
      return Value.Null.NULL;
    }
    int[] text = first("$indexOfCP", 40093, arguments[0]).codePoints().toArray();
    int[] wanted = second("$indexOfCP", 40094, arguments[1]).codePoints().toArray();
    int from = bound("$indexOfCP", "starting", arguments, 2, 0);
    int until = Math.min(bound("$indexOfCP", "ending", arguments, 3, text.length), text.length);
    for (int at = from; at + wanted.length <= until; at++) {
      if (Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
        return new Value.Int32(at);
      }
    }
    return new Value.Int32(-1);
  }

  private static String first(String name, int location, Value value) {
    return Operands.text(
        value, location, name + " requires a string as the first argument, found: ");
  }

  private static String second(String name, int location, Value value) {
    return Operands.text(
        value, location, name + " requires a string as the second argument, found: ");
  }

  /// One of the optional bounds of a search.
  static int bound(String name, String which, Value[] arguments, int at, int otherwise) {
    if (arguments.length <= at) {
      return otherwise;
    }
    int bound =
        Operands.findInt(arguments[at])
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        40096,
                        "%s requires an integral %s index, found a value of type: %s"
                            .formatted(name, which, Operands.type(arguments[at]))));
    if (bound < 0) {
      throw MongoFailure.at(
          40097, "%s requires a nonnegative %s index, found: %d".formatted(name, which, bound));
    }
    return bound;
  }
}
