// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import static io.orrery.testkit.query.KnownNames.Kind.ARRAY;
import static io.orrery.testkit.query.KnownNames.Kind.NUMBER;
import static io.orrery.testkit.query.KnownNames.Kind.OBJECT;
import static io.orrery.testkit.query.KnownNames.Kind.TEXT;

import io.orrery.query.function.Function;
import io.orrery.query.function.Functions;
import io.orrery.testkit.query.KnownNames.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Calls of built-in functions.
final class RandomCalls {

  /// A function with arguments that make sense.
  private record Sensible(String name, List<Kind> arguments) {
    static Sensible of(String name, Kind... arguments) {
      return new Sensible(name, List.of(arguments));
    }
  }

  private static final List<Sensible> NUMBERS =
      List.of(
          Sensible.of("ABS", NUMBER),
          Sensible.of("CEILING", NUMBER),
          Sensible.of("FLOOR", NUMBER),
          Sensible.of("ROUND", NUMBER),
          Sensible.of("SIGN", NUMBER),
          Sensible.of("SQRT", NUMBER),
          Sensible.of("SQUARE", NUMBER),
          Sensible.of("POWER", NUMBER, NUMBER),
          Sensible.of("TRUNC", NUMBER),
          Sensible.of("NumberBin", NUMBER, NUMBER),
          Sensible.of("IntAdd", NUMBER, NUMBER),
          Sensible.of("IntMod", NUMBER, NUMBER),
          Sensible.of("LENGTH", TEXT),
          Sensible.of("INDEX_OF", TEXT, TEXT),
          Sensible.of("StringToNumber", TEXT),
          Sensible.of("ARRAY_LENGTH", ARRAY),
          Sensible.of("ARRAY_SUM", ARRAY),
          Sensible.of("ARRAY_MAX", ARRAY),
          Sensible.of("ARRAY_MEDIAN", ARRAY),
          Sensible.of("DateTimeToTicks", TEXT),
          Sensible.of("DateTimeToTimestamp", TEXT));

  private static final List<Sensible> TEXTS =
      List.of(
          Sensible.of("LOWER", TEXT),
          Sensible.of("UPPER", TEXT),
          Sensible.of("TRIM", TEXT),
          Sensible.of("LTRIM", TEXT),
          Sensible.of("REVERSE", TEXT),
          Sensible.of("LEFT", TEXT, NUMBER),
          Sensible.of("RIGHT", TEXT, NUMBER),
          Sensible.of("SUBSTRING", TEXT, NUMBER, NUMBER),
          Sensible.of("CONCAT", TEXT, TEXT),
          Sensible.of("REPLACE", TEXT, TEXT, TEXT),
          Sensible.of("SubstringAfter", TEXT, TEXT),
          Sensible.of("ToString", NUMBER),
          Sensible.of("ToString", OBJECT),
          Sensible.of("StringJoin", ARRAY, TEXT),
          Sensible.of("REPLICATE", TEXT, NUMBER));

  private static final List<Sensible> ARRAYS =
      List.of(
          Sensible.of("ARRAY_CONCAT", ARRAY, ARRAY),
          Sensible.of("ARRAY_SLICE", ARRAY, NUMBER),
          Sensible.of("SetUnion", ARRAY, ARRAY),
          Sensible.of("SetIntersect", ARRAY, ARRAY),
          Sensible.of("SetDifference", ARRAY, ARRAY),
          Sensible.of("StringSplit", TEXT, TEXT),
          Sensible.of("StringToArray", TEXT),
          Sensible.of("ObjectToArray", OBJECT));

  private static final List<Sensible> PREDICATES =
      List.of(
          Sensible.of("ARRAY_CONTAINS_ANY", ARRAY, NUMBER, TEXT),
          Sensible.of("ARRAY_CONTAINS_ALL", ARRAY, NUMBER),
          Sensible.of("SetEqual", ARRAY, ARRAY),
          Sensible.of("CONTAINS", TEXT, TEXT),
          Sensible.of("STARTSWITH", TEXT, TEXT),
          Sensible.of("ENDSWITH", TEXT, TEXT),
          Sensible.of("StringEquals", TEXT, TEXT),
          Sensible.of("IS_DATETIME", TEXT),
          Sensible.of("IS_INTEGER", NUMBER),
          Sensible.of("IS_FINITE_NUMBER", NUMBER),
          Sensible.of("ContainsAnyCi", TEXT, TEXT));

  /// What is not the same each time, or differs by the last digit.
  private static final Pattern LEFT_OUT =
      Pattern.compile("GetCurrent.*|AGO|NOW|RAND|ST_.*|REPLICATE");

  private static final List<Function> ALL =
      Functions.all().stream()
          .filter(function -> !LEFT_OUT.matcher(function.name()).matches())
          .toList();

  private static final List<String> TYPE_CHECKS =
      List.of(
          "IS_DEFINED",
          "IS_NULL",
          "IS_BOOL",
          "IS_NUMBER",
          "IS_STRING",
          "IS_ARRAY",
          "IS_OBJECT",
          "IS_PRIMITIVE",
          "IS_INTEGER",
          "IS_FINITE_NUMBER");

  private final Dice dice;
  private final RandomJson json;
  private final RandomExpressions expressions;

  RandomCalls(Dice dice, RandomJson json, RandomExpressions expressions) {
    this.dice = dice;
    this.json = json;
    this.expressions = expressions;
  }

  String number(KnownNames names, int depth) {
    return sensible(dice.oneOf(NUMBERS), names, depth);
  }

  String text(KnownNames names, int depth) {
    return sensible(dice.oneOf(TEXTS), names, depth);
  }

  String array(KnownNames names, int depth) {
    return sensible(dice.oneOf(ARRAYS), names, depth);
  }

  String predicate(KnownNames names, int depth) {
    return sensible(dice.oneOf(PREDICATES), names, depth);
  }

  private String sensible(Sensible function, KnownNames names, int depth) {
    List<String> arguments = new ArrayList<>();
    for (Kind kind : function.arguments()) {
      arguments.add(expressions.of(kind, names, depth - 1));
    }
    return call(function.name(), arguments);
  }

  private static String call(String name, List<String> arguments) {
    return name + "(" + String.join(", ", arguments) + ")";
  }

  /// Any function with any arguments.
  String anything(KnownNames names, int depth) {
    Function function = dice.oneOf(ALL);
    int more = Math.min(2, function.argumentsMax() - function.argumentsMin());
    List<String> arguments = new ArrayList<>();
    for (int i = function.argumentsMin() + dice.below(more + 1); i > 0; i--) {
      arguments.add(expressions.any(names, depth - 1));
    }
    return call(function.name(), arguments);
  }

  String typeCheck(KnownNames names) {
    Kind kind = dice.oneOf(List.of(Kind.values()));
    return dice.oneOf("", "", "NOT ")
        + call(dice.oneOf(TYPE_CHECKS), List.of(names.path(dice, kind)));
  }

  String textPredicate(KnownNames names) {
    String path = names.path(dice, TEXT);
    String flag = dice.oneOf("", "", ", true", ", false");
    if (dice.chance(15)) {
      return "RegexMatch(%s, %s)".formatted(path, dice.oneOf("'^a'", "'b$'", "'[0-9]+'", "'.'"));
    }
    return "%s(%s, %s%s)"
        .formatted(
            dice.oneOf("STARTSWITH", "STARTSWITH", "CONTAINS", "ENDSWITH", "StringEquals"),
            path,
            json.text(),
            flag);
  }

  String arrayContains(KnownNames names) {
    if (dice.chance(20)) {
      return "ARRAY_CONTAINS(%s, %s)".formatted(json.array(1), names.path(dice, NUMBER));
    }
    String flag = dice.oneOf("", "", ", true", ", false");
    String sought = dice.chance(80) ? json.any(1) : names.path(dice, NUMBER);
    return "ARRAY_CONTAINS(%s, %s%s)".formatted(names.path(dice, ARRAY), sought, flag);
  }
}
