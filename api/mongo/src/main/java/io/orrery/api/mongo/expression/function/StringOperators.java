// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.isNullish;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Strings as wholes. Letters change their case where they are ASCII's, as in MongoDB.
final class StringOperators {
  private StringOperators() {}

  static void addTo(FunctionTable table) {
    table.any("$concat", StringOperators::concat);
    table.binary("$split", StringOperators::split);
    table.unary("$toLower", value -> new Value.Text(lower(coerced(value))));
    table.unary("$toUpper", value -> new Value.Text(upper(coerced(value))));
    table.binary(
        "$strcasecmp",
        (one, other) ->
            new Value.Int32(
                Integer.signum(
                    ValueOrder.TEXT.compare(upper(coerced(one)), upper(coerced(other))))));
    table.unary(
        "$strLenBytes",
        value ->
            new Value.Int32(
                utf8(Operands.text(
                        value, 34473, "$strLenBytes requires a string argument, found: "))
                    .length));
    table.unary(
        "$strLenCP",
        value -> {
          String text =
              Operands.text(value, 34471, "$strLenCP requires a string argument, found: ");
          return new Value.Int32(text.codePointCount(0, text.length()));
        });
    replacing(table, "$replaceOne", false);
    replacing(table, "$replaceAll", true);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Value concat(Value[] arguments) {
    StringBuilder all = new StringBuilder();
    for (Value each : arguments) {
      if (isNullish(each)) {
        return Value.Null.NULL;
      }
      all.append(Operands.text(each, 16702, "$concat only supports strings, not "));
    }
    return new Value.Text(all.toString());
  }

  private static Value split(Value value, Value separator) {
    if (Operands.anyNullish(value, separator)) {
      return Value.Null.NULL;
    }
    String text =
        Operands.text(
            value,
            40085,
            "$split requires an expression that evaluates to a string as a first argument, found:"
                + " ");
    String at =
        Operands.text(
            separator,
            40086,
            "$split requires an expression that evaluates to a string as a second argument, found:"
                + " ");
    if (at.isEmpty()) {
      throw MongoFailure.at(40087, "$split requires a non-empty separator");
    }
    List<Value> parts = new ArrayList<>();
    int from = 0;
    for (int found = text.indexOf(at); found >= 0; found = text.indexOf(at, from)) {
      parts.add(new Value.Text(text.substring(from, found)));
      from = found + at.length();
    }
    parts.add(new Value.Text(text.substring(from)));
    return new Value.Array(parts);
  }

  /// What a value is as a string where one is wanted; nothing is empty.
  static String coerced(Value value) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> "";
      case Value.Text(String text) -> text;
      case Value.Symbol(String text) -> text;
      case Value.Code(String text) -> text;
      case Value.Int32(int number) -> Integer.toString(number);
      case Value.Int64(long number) -> Long.toString(number);
      case Value.Float64(double number) -> Conversions.text(number);
      case Value.Decimal128 decimal -> decimal.toString();
      case Value.DateTime date -> DateTexts.iso(date);
      case Value other ->
          throw MongoFailure.at(
              16007, "can't convert from BSON type %s to String".formatted(type(other)));
    };
  }

  private static String lower(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char letter = lower.charAt(i);
      if (letter >= 'A' && letter <= 'Z') {
        lower.setCharAt(i, (char) (letter + 32));
      }
    }
    return lower.toString();
  }

  private static String upper(String text) {
    StringBuilder upper = new StringBuilder(text);
    for (int i = 0; i < upper.length(); i++) {
      char letter = upper.charAt(i);
      if (letter >= 'a' && letter <= 'z') {
        upper.setCharAt(i, (char) (letter - 32));
      }
    }
    return upper.toString();
  }

  private static void replacing(FunctionTable table, String name, boolean all) {
    table.named(
        name,
        51751,
        51750,
        List.of(
            CallForm.Parameter.required("input", 51749),
            CallForm.Parameter.required("find", 51748),
            CallForm.Parameter.required("replacement", 51747)),
        arguments -> replace(name, arguments, all));
  }

  private static Value replace(String name, Value[] arguments, boolean all) {
    String input = replaced(name, "input", 51746, arguments[0]);
    String find = replaced(name, "find", 51745, arguments[1]);
    String replacement = replaced(name, "replacement", 51744, arguments[2]);
    if (Operands.anyNullish(arguments)) {
      return Value.Null.NULL;
    }
    if (all) {
      return new Value.Text(input.replace(find, replacement));
    }
    int at = input.indexOf(find);
    return new Value.Text(
        at < 0
            ? input
            : input.substring(0, at) + replacement + input.substring(at + find.length()));
  }

  private static String replaced(String name, String parameter, int location, Value value) {
    if (isNullish(value)) {
      return "";
    }
    return Operands.text(
        value, location, "%s requires that '%s' be a string, found: ".formatted(name, parameter));
  }

  /// A number of characters or bytes, of any type that has no fraction.
  static long index(String what, int notNumeric, int notWhole, Value value) {
    if (!Operands.isNumber(value)) {
      throw MongoFailure.at(
          notNumeric, "%s must be a numeric type (is BSON type %s)".formatted(what, type(value)));
    }
    return BsonNumbers.findWhole(value)
        .filter(each -> each == each.intValue())
        .orElseThrow(
            () ->
                MongoFailure.at(
                    notWhole, what + " cannot be represented as a 32-bit integral value"));
  }
}
