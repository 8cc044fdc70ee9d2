// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.access;

import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.query.plan.Constants;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads a [Condition] out of a filter.
///
/// It must never be narrower than the filter: what it does not understand says nothing.
public final class Conditions {
  private final Constants constants;

  private Conditions(Constants constants) {
    this.constants = constants;
  }

  /// What is true of every item that a query on a container selects.
  public static Condition of(Query query, Constants constants) {
    return new Conditions(constants).filter(query, Aliases.of(query.from()));
  }

  /// Where in an item an expression's value stands; null if it is computed, or in a subquery.
  public static @Nullable List<IndexPath.Segment> path(
      Query query, Expression expression, Constants constants) {
    return Aliases.of(query.from()).path(expression, constants);
  }

  private Condition filter(Query query, Aliases aliases) {
    return query.where() == null ? Condition.Anything.ANYTHING : condition(query.where(), aliases);
  }

  private Condition condition(Expression filter, Aliases aliases) {
    Value constant = constants.fold(filter);
    if (constant != null) {
      return constant == Value.Bool.TRUE ? Condition.Anything.ANYTHING : Condition.Nothing.NOTHING;
    }
    return switch (filter) {
      case Expression.Binary binary -> binary(binary, aliases);
      case Expression.Between(var operand, var low, var high, boolean negated) when !negated ->
          Condition.all(
              List.of(
                  compared(operand, Relation.GREATER_OR_EQUAL, low, aliases),
                  compared(operand, Relation.LESS_OR_EQUAL, high, aliases)));
      case Expression.In(var operand, var candidates, boolean negated) when !negated ->
          oneOf(operand, candidates, aliases);
      case Expression.Like(var operand, var pattern, var escape, boolean negated) when !negated ->
          like(operand, pattern, escape, aliases);
      case Expression.Call call when !call.userDefined() -> call(call, aliases);
      case Expression.Subquery(var kind, Query query) when kind == Expression.SubqueryKind.EXISTS ->
          exists(query, aliases);
      case Expression.Reference _, Expression.Member _, Expression.Indexed _ ->
          values(filter, Interval.point(Value.Bool.TRUE), true, aliases);
      case Expression.Literal _,
          Expression.Parameter _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _,
          Expression.Call _,
          Expression.Subquery _ ->
          Condition.Anything.ANYTHING; // not understood
    };
  }

  private Condition binary(Expression.Binary binary, Aliases aliases) {
    return switch (binary.operator()) {
      case AND, OR -> chain(binary, aliases);
      case EQUAL -> compared(binary, Relation.EQUAL, aliases);
      case LESS -> compared(binary, Relation.LESS, aliases);
      case LESS_OR_EQUAL -> compared(binary, Relation.LESS_OR_EQUAL, aliases);
      case GREATER -> compared(binary, Relation.GREATER, aliases);
      case GREATER_OR_EQUAL -> compared(binary, Relation.GREATER_OR_EQUAL, aliases);
      case ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          MODULO,
          BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          LEFT_SHIFT,
          RIGHT_SHIFT,
          ZERO_FILL_RIGHT_SHIFT,
          NOT_EQUAL,
          CONCATENATE,
          COALESCE ->
          Condition.Anything.ANYTHING;
    };
  }

  /// A chain of one operator, which may be long, without going deeper for each link.
  private Condition chain(Expression.Binary binary, Aliases aliases) {
    List<Condition> links = new ArrayList<>();
    Expression left = binary;
    while (left instanceof Expression.Binary(var operator, var next, var right)
        && operator == binary.operator()) {
      links.add(condition(right, aliases));
      left = next;
    }
    links.add(condition(left, aliases));
    List<Condition> inOrder = links.reversed();
    return binary.operator() == BinaryOperator.AND
        ? Condition.all(inOrder)
        : Condition.any(inOrder);
  }

  private Condition compared(Expression.Binary binary, Relation relation, Aliases aliases) {
    return constants.fold(binary.left()) == null
        ? compared(binary.left(), relation, binary.right(), aliases)
        : compared(binary.right(), relation.mirrored(), binary.left(), aliases);
  }

  private Condition compared(Expression path, Relation relation, Expression with, Aliases aliases) {
    Value value = constants.fold(with);
    if (value == null) {
      return Condition.Anything.ANYTHING;
    }
    return relation == Relation.EQUAL
        ? equal(path, value, aliases)
        : ordered(path, relation, value, aliases);
  }

  private Condition ordered(Expression path, Relation relation, Value value, Aliases aliases) {
    Interval comparable = Interval.comparableTo(value);
    if (comparable == null) {
      return value.kind() == Value.Kind.UNDEFINED
          ? Condition.Nothing.NOTHING
          : Condition.Anything.ANYTHING;
    }
    return isScalar(value)
        ? values(path, relation.interval(comparable, value), true, aliases)
        : values(path, comparable, false, aliases);
  }

  private Condition equal(Expression path, Value value, Aliases aliases) {
    Interval interval = Interval.equalTo(value);
    return interval == null
        ? Condition.Nothing.NOTHING
        : values(path, interval, isScalar(value), aliases);
  }

  private static boolean isScalar(Value value) {
    return value.kind() != Value.Kind.ARRAY && value.kind() != Value.Kind.OBJECT;
  }

  private Condition oneOf(Expression operand, List<Expression> candidates, Aliases aliases) {
    List<Condition> parts = new ArrayList<>(candidates.size());
    for (Expression candidate : candidates) {
      Value value = constants.fold(candidate);
      parts.add(value == null ? Condition.Anything.ANYTHING : equal(operand, value, aliases));
    }
    return Condition.any(parts);
  }

  private Condition like(
      Expression operand, Expression pattern, @Nullable String escape, Aliases aliases) {
    if (!(constants.fold(pattern) instanceof Value.Text(String text))) {
      return Condition.Anything.ANYTHING;
    }
    StringBuilder prefix = new StringBuilder();
    int at = 0;
    while (at < text.length() && "%_[".indexOf(text.charAt(at)) < 0) {
      if (escape != null && text.startsWith(escape, at)) {
        at += escape.length();
        if (at == text.length()) {
          break;
        }
      }
      prefix.append(text.charAt(at++));
    }
    boolean exact = at == text.length() - 1 && text.charAt(at) == '%';
    return values(operand, Interval.startingWith(prefix.toString()), exact, aliases);
  }

  private Condition call(Expression.Call call, Aliases aliases) {
    List<Expression> arguments = call.arguments();
    if (arguments.isEmpty()) {
      return Condition.Anything.ANYTHING;
    }
    Expression first = arguments.getFirst();
    return switch (call.name().toUpperCase(Locale.ROOT)) {
      case "IS_DEFINED" -> values(first, Interval.DEFINED, true, aliases);
      case "IS_NULL" -> values(first, Interval.NULL, true, aliases);
      case "IS_BOOL", "IS_BOOLEAN" -> values(first, Interval.BOOLEANS, true, aliases);
      case "IS_NUMBER" -> values(first, Interval.NUMBERS, true, aliases);
      case "IS_FINITE_NUMBER", "IS_INTEGER" -> values(first, Interval.NUMBERS, false, aliases);
      case "IS_STRING" -> values(first, Interval.TEXTS, true, aliases);
      case "IS_ARRAY" -> values(first, Interval.ARRAYS, true, aliases);
      case "IS_OBJECT" -> values(first, Interval.OBJECTS, true, aliases);
      case "IS_PRIMITIVE" -> values(first, Interval.SCALARS, true, aliases);
      case "STARTSWITH" -> startsWith(arguments, aliases);
      case "STRINGEQUALS" -> stringEquals(arguments, aliases);
      case "CONTAINS", "ENDSWITH", "REGEXMATCH" -> values(first, Interval.TEXTS, false, aliases);
      case "ARRAY_CONTAINS" -> arrayContains(arguments, aliases);
      default -> Condition.Anything.ANYTHING; // says nothing an index knows
    };
  }

  private Condition startsWith(List<Expression> arguments, Aliases aliases) {
    boolean sensitive = isCaseSensitive(arguments);
    return arguments.size() > 1
            && constants.fold(arguments.get(1)) instanceof Value.Text(String prefix)
            && sensitive
        ? values(arguments.getFirst(), Interval.startingWith(prefix), true, aliases)
        : values(arguments.getFirst(), Interval.TEXTS, false, aliases);
  }

  private Condition stringEquals(List<Expression> arguments, Aliases aliases) {
    boolean sensitive = isCaseSensitive(arguments);
    return arguments.size() > 1
            && constants.fold(arguments.get(1)) instanceof Value.Text text
            && sensitive
        ? equal(arguments.getFirst(), text, aliases)
        : values(arguments.getFirst(), Interval.TEXTS, false, aliases);
  }

  /// Whether there is no third argument that may say otherwise.
  private boolean isCaseSensitive(List<Expression> arguments) {
    return arguments.size() < 3 || constants.fold(arguments.get(2)) == Value.Bool.FALSE;
  }

  /// `ARRAY_CONTAINS(c.tags, 'a')` and `ARRAY_CONTAINS(['a', 'b'], c.tag)`.
  private Condition arrayContains(List<Expression> arguments, Aliases aliases) {
    if (arguments.size() < 2) {
      return Condition.Anything.ANYTHING;
    }
    boolean partial = arguments.size() > 2 && constants.fold(arguments.get(2)) != Value.Bool.FALSE;
    Value sought = constants.fold(arguments.get(1));
    if (sought != null) {
      Interval interval = Interval.equalTo(sought);
      List<IndexPath.Segment> path = aliases.path(arguments.getFirst(), constants);
      if (interval == null || path == null) {
        return Condition.Anything.ANYTHING;
      }
      path.add(IndexPath.Elements.ALL);
      return new Condition.Values(path, interval, false);
    }
    if (!partial
        && constants.fold(arguments.getFirst()) instanceof Value.Array(List<Value> elements)) {
      return Condition.any(
          elements.stream().map(each -> equal(arguments.get(1), each, aliases)).toList());
    }
    return Condition.Anything.ANYTHING;
  }

  /// A query that has rows only if its filter lets some pass; one that counts always has one.
  private Condition exists(Query query, Aliases outer) {
    boolean counts =
        switch (query.select().projection()) {
          case Query.Star _ -> false;
          case Query.Single(Expression value) -> mayAggregate(value);
          case Query.Properties(var properties) ->
              properties.stream().anyMatch(property -> mayAggregate(property.value()));
        };
    if (counts || query.from() == null) {
      return Condition.Anything.ANYTHING;
    }
    return inexact(filter(query, outer.with(query.from())));
  }

  /// Whether there could be an aggregate inside: certain only of plain paths and literals.
  private static boolean mayAggregate(Expression expression) {
    return switch (expression) {
      case Expression.Literal _, Expression.Parameter _, Expression.Reference _ -> false;
      case Expression.Member(Expression of, String _, boolean _, var _) -> mayAggregate(of);
      case Expression.Indexed(Expression of, Expression index, _) ->
          mayAggregate(of) || mayAggregate(index);
      case Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _,
          Expression.Call _,
          Expression.Subquery _ ->
          true; // not looked into
    };
  }

  private static Condition inexact(Condition condition) {
    return switch (condition) {
      case Condition.Values values -> values.inexact();
      case Condition.All(var parts) ->
          new Condition.All(parts.stream().map(Conditions::inexact).toList());
      case Condition.Any(var parts) ->
          new Condition.Any(parts.stream().map(Conditions::inexact).toList());
      case Condition.Anything _, Condition.Nothing _ -> condition;
    };
  }

  private Condition values(Expression operand, Interval interval, boolean exact, Aliases aliases) {
    List<IndexPath.Segment> path = aliases.path(operand, constants);
    if (path == null || path.isEmpty()) {
      return Condition.Anything.ANYTHING;
    }
    if (interval.isEmpty()) {
      return Condition.Nothing.NOTHING;
    }
    boolean multiple = path.contains(IndexPath.Elements.ALL);
    return new Condition.Values(path, interval, exact && !multiple);
  }
}
