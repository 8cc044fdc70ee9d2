// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.testkit.query.Dice.Weighted;
import io.orrery.testkit.query.KnownNames.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Expressions of every kind, as text. Operands are of the type they should be, most of the time.
final class RandomExpressions {
  private static final int WRONG_TYPE_PERCENT = 8;

  private final Dice dice;
  private final RandomJson json;
  private final RandomCalls calls;
  private final RandomSubqueries subqueries;

  RandomExpressions(Dice dice, RandomJson json) {
    this.dice = dice;
    this.json = json;
    this.calls = new RandomCalls(dice, json, this);
    this.subqueries = new RandomSubqueries(dice, this);
  }

  private static Weighted weight(int weight, Supplier<String> text) {
    return new Weighted(weight, text);
  }

  String of(Kind kind, KnownNames names, int depth) {
    if (dice.chance(WRONG_TYPE_PERCENT)) {
      return any(names, depth);
    }
    return switch (kind) {
      case NUMBER -> number(names, depth);
      case TEXT -> text(names, depth);
      case BOOLEAN -> condition(names, depth);
      case ARRAY -> array(names, depth);
      case OBJECT -> object(names, depth);
    };
  }

  String any(KnownNames names, int depth) {
    Kind kind = dice.oneOf(List.of(Kind.values()));
    if (depth <= 0) {
      return dice.chance(70) ? names.path(dice, kind) : literal();
    }
    return switch (kind) {
      case NUMBER -> number(names, depth - 1);
      case TEXT -> text(names, depth - 1);
      case BOOLEAN -> "(" + condition(names, depth - 1) + ")";
      case ARRAY -> array(names, depth - 1);
      case OBJECT -> object(names, depth - 1);
    };
  }

  private String literal() {
    return dice.chance(4) ? "undefined" : json.any(1);
  }

  /// What a filter can be made of.
  String condition(KnownNames names, int depth) {
    if (depth <= 0) {
      return simpleCondition(names);
    }
    return dice.weighted(
        List.of(
            weight(45, () -> simpleCondition(names)),
            weight(14, () -> joined(" AND ", names, depth)),
            weight(14, () -> joined(" OR ", names, depth)),
            weight(6, () -> "NOT (" + condition(names, depth - 1) + ")"),
            weight(6, () -> compared(names, depth)),
            weight(6, () -> calls.predicate(names, depth)),
            weight(7, () -> subqueries.exists(names, depth)),
            weight(2, () -> "(" + conditional(Kind.BOOLEAN, names, depth) + ")"),
            weight(3, () -> calls.anything(names, depth))));
  }

  private String joined(String operator, KnownNames names, int depth) {
    List<String> parts = new ArrayList<>();
    for (int i = dice.between(2, 3); i > 0; i--) {
      parts.add(condition(names, depth - 1));
    }
    return "(" + String.join(operator, parts) + ")";
  }

  /// One that an index may know something about.
  private String simpleCondition(KnownNames names) {
    return dice.weighted(
        List.of(
            weight(30, () -> pathCompared(names)),
            weight(7, () -> in(names)),
            weight(6, () -> between(names)),
            weight(6, () -> like(names)),
            weight(9, () -> calls.typeCheck(names)),
            weight(9, () -> calls.textPredicate(names)),
            weight(8, () -> calls.arrayContains(names)),
            weight(4, () -> names.path(dice, Kind.BOOLEAN))));
  }

  private String comparison() {
    return dice.oneOf("=", "=", "=", "<", "<=", ">", ">=", "!=", "<>");
  }

  private String pathCompared(KnownNames names) {
    Kind kind = dice.oneOf(List.of(Kind.values()));
    return compared(names.path(dice, kind), kind);
  }

  /// A path compared with a value such as it may have.
  String compared(String path, Kind kind) {
    String value = dice.chance(WRONG_TYPE_PERCENT) ? literal() : valueOf(kind);
    return dice.chance(80)
        ? path + " " + comparison() + " " + value
        : value + " " + comparison() + " " + path;
  }

  private String valueOf(Kind kind) {
    return switch (kind) {
      case NUMBER -> json.number();
      case TEXT -> dice.chance(15) ? json.date() : json.text();
      case BOOLEAN -> dice.chance(20) ? "null" : json.bool();
      case ARRAY -> json.array(1);
      case OBJECT -> json.object(1);
    };
  }

  private String compared(KnownNames names, int depth) {
    Kind kind = dice.oneOf(List.of(Kind.NUMBER, Kind.TEXT, Kind.ARRAY, Kind.OBJECT));
    return of(kind, names, depth - 1) + " " + comparison() + " " + of(kind, names, depth - 1);
  }

  private String in(KnownNames names) {
    Kind kind = dice.oneOf(List.of(Kind.NUMBER, Kind.TEXT, Kind.BOOLEAN));
    List<String> values = new ArrayList<>();
    for (int i = dice.between(1, 4); i > 0; i--) {
      values.add(dice.chance(15) ? literal() : valueOf(kind));
    }
    String not = dice.chance(15) ? " NOT IN (" : " IN (";
    return names.path(dice, kind) + not + String.join(", ", values) + ")";
  }

  private String between(KnownNames names) {
    Kind kind = dice.oneOf(List.of(Kind.NUMBER, Kind.TEXT));
    String not = dice.chance(15) ? " NOT BETWEEN " : " BETWEEN ";
    return "(" + names.path(dice, kind) + not + valueOf(kind) + " AND " + valueOf(kind) + ")";
  }

  private String like(KnownNames names) {
    String pattern =
        dice.oneOf(
            "'a%'", "'%b'", "'%'", "'_'", "'a_b'", "'[a-c]%'", "'[^a]%'", "'a!%b' ESCAPE '!'");
    return names.path(dice, Kind.TEXT) + (dice.chance(15) ? " NOT LIKE " : " LIKE ") + pattern;
  }

  private String conditional(Kind kind, KnownNames names, int depth) {
    return dice.chance(50)
        ? "%s ? %s : %s"
            .formatted(
                condition(names, depth - 1), of(kind, names, depth - 1), of(kind, names, depth - 1))
        : of(kind, names, depth - 1) + " ?? " + of(kind, names, depth - 1);
  }

  private String number(KnownNames names, int depth) {
    if (depth <= 0) {
      return dice.chance(70) ? names.path(dice, Kind.NUMBER) : json.number();
    }
    return dice.weighted(
        List.of(
            weight(30, () -> names.path(dice, Kind.NUMBER)),
            weight(10, json::number),
            weight(20, () -> arithmetic(names, depth)),
            weight(25, () -> calls.number(names, depth)),
            weight(8, () -> subqueries.scalar(names, depth)),
            weight(4, () -> "(" + conditional(Kind.NUMBER, names, depth) + ")"),
            weight(3, () -> dice.oneOf("-", "~") + "(" + number(names, depth - 1) + ")")));
  }

  private String arithmetic(KnownNames names, int depth) {
    String operator = dice.oneOf("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>");
    String left = of(Kind.NUMBER, names, depth - 1);
    return "(" + left + " " + operator + " " + of(Kind.NUMBER, names, depth - 1) + ")";
  }

  private String text(KnownNames names, int depth) {
    if (depth <= 0) {
      return dice.chance(70) ? names.path(dice, Kind.TEXT) : json.text();
    }
    return dice.weighted(
        List.of(
            weight(30, () -> names.path(dice, Kind.TEXT)),
            weight(10, json::text),
            weight(10, () -> concatenated(names, depth)),
            weight(30, () -> calls.text(names, depth)),
            weight(4, () -> "(" + conditional(Kind.TEXT, names, depth) + ")")));
  }

  private String concatenated(KnownNames names, int depth) {
    return "(%s || %s)".formatted(text(names, depth - 1), of(Kind.TEXT, names, depth - 1));
  }

  String array(KnownNames names, int depth) {
    if (depth <= 0) {
      return dice.chance(70) ? names.path(dice, Kind.ARRAY) : json.array(1);
    }
    return dice.weighted(
        List.of(
            weight(30, () -> names.path(dice, Kind.ARRAY)),
            weight(8, () -> json.array(1)),
            weight(10, () -> "[%s, %s]".formatted(any(names, depth - 1), any(names, depth - 1))),
            weight(20, () -> calls.array(names, depth)),
            weight(15, () -> subqueries.array(names, depth))));
  }

  private String object(KnownNames names, int depth) {
    if (depth <= 0 || dice.chance(50)) {
      return dice.chance(70) ? names.path(dice, Kind.OBJECT) : json.object(1);
    }
    return "{\"x\": %s, \"y z\": %s}".formatted(any(names, depth - 1), any(names, depth - 1));
  }
}
