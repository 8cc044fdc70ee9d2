// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.testkit.query.KnownNames.Kind;
import io.orrery.testkit.query.KnownNames.Shape;
import io.orrery.testkit.query.KnownNames.Source;

/// Queries inside queries, over the arrays of the row around.
final class RandomSubqueries {
  private final Dice dice;
  private final RandomExpressions expressions;

  RandomSubqueries(Dice dice, RandomExpressions expressions) {
    this.dice = dice;
    this.expressions = expressions;
  }

  /// `name IN path`, and what can be said then.
  private record Iteration(String text, KnownNames names, String alias) {}

  private Iteration iteration(KnownNames names) {
    String path = names.path(dice, Kind.ARRAY);
    String alias = names.fresh();
    Shape shape = path.endsWith("list") ? Shape.OBJECT : Shape.ANY;
    return new Iteration(alias + " IN " + path, names.with(new Source(alias, shape)), alias);
  }

  String exists(KnownNames names, int depth) {
    Iteration each = iteration(names);
    String not = dice.chance(15) ? "NOT " : "";
    return switch (dice.below(8)) {
      case 0 -> not + "EXISTS(SELECT VALUE " + each.alias() + " FROM " + each.text() + ")";
      case 1 ->
          "%sEXISTS(SELECT %s FROM %s%s)"
              .formatted(not, projection(each, depth), each.text(), where(each, depth));
      default ->
          "%sEXISTS(SELECT VALUE %s FROM %s WHERE %s)"
              .formatted(
                  not,
                  each.alias(),
                  each.text(),
                  expressions.condition(each.names(), Math.min(1, depth - 1)));
    };
  }

  String array(KnownNames names, int depth) {
    Iteration each = iteration(names);
    return dice.chance(20)
        ? "ARRAY(SELECT DISTINCT VALUE %s FROM %s)"
            .formatted(expressions.any(each.names(), depth - 1), each.text())
        : "ARRAY(SELECT %s FROM %s%s)"
            .formatted(projection(each, depth), each.text(), where(each, depth - 1));
  }

  /// A subquery with one row: an aggregate, or nothing to choose from.
  String scalar(KnownNames names, int depth) {
    if (dice.chance(10)) {
      return "(SELECT VALUE " + expressions.any(names, depth - 1) + ")";
    }
    Iteration each = iteration(names);
    String value = expressions.of(Kind.NUMBER, each.names(), 0);
    return "(SELECT VALUE %s FROM %s%s)"
        .formatted(
            dice.oneOf(
                "COUNT(1)", "SUM(" + value + ")", "MAX(" + value + ")", "MIN(" + value + ")"),
            each.text(),
            where(each, depth - 1));
  }

  /// A source of rows that is a query itself.
  String rows(KnownNames names, int depth) {
    Iteration each = iteration(names);
    return "(SELECT VALUE %s FROM %s%s)"
        .formatted(
            dice.chance(70) ? each.alias() : expressions.any(each.names(), depth),
            each.text(),
            where(each, depth));
  }

  private String projection(Iteration each, int depth) {
    return switch (dice.below(3)) {
      case 0 -> "VALUE " + each.alias();
      case 1 -> "VALUE " + expressions.any(each.names(), depth - 1);
      default -> expressions.any(each.names(), depth - 1) + " AS p, " + each.alias() + " AS q";
    };
  }

  private String where(Iteration each, int depth) {
    return dice.chance(50) ? " WHERE " + expressions.condition(each.names(), depth) : "";
  }
}
