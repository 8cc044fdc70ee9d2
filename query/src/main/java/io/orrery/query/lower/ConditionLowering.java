// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.model.value.Value;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.PlanExpression.Calculation;
import io.orrery.plan.expression.PlanExpression.Operator;
import io.orrery.plan.expression.ScalarFunction;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes an expression of the plan language out of a filter in SQL, so that partitions can evaluate
/// it without knowing SQL: comparisons of properties and constants, IN, BETWEEN, calculations, some
/// functions, and AND, OR and NOT of these. Both languages have the same three values.
public final class ConditionLowering {
  private static final int DEPTH_MAX = 100;
  private static final int CALLS_MAX = 16;
  private static final int SOUGHT_LENGTH_MAX = 64;

  private static final List<Value.Kind> NUMBERS =
      Arrays.stream(Value.Kind.values()).filter(Value.Kind::isNumber).toList();

  /// Which kinds functions ask for that ask for kinds.
  private static final Map<String, List<Value.Kind>> KINDS =
      Map.of(
          "IS_ARRAY", List.of(Value.Kind.ARRAY),
          "IS_BOOL", List.of(Value.Kind.BOOLEAN),
          "IS_NULL", List.of(Value.Kind.NULL),
          "IS_NUMBER", NUMBERS,
          "IS_OBJECT", List.of(Value.Kind.OBJECT),
          "IS_STRING", List.of(Value.Kind.TEXT));

  private static final Map<String, ScalarFunction> FUNCTIONS =
      Map.of(
          "LENGTH", ScalarFunction.LENGTH,
          "CONTAINS", ScalarFunction.CONTAINS,
          "STARTSWITH", ScalarFunction.STARTS_WITH,
          "ENDSWITH", ScalarFunction.ENDS_WITH,
          "ARRAY_LENGTH", ScalarFunction.ARRAY_LENGTH,
          "ARRAY_CONTAINS", ScalarFunction.ARRAY_CONTAINS);

  private final String alias;
  private final Set<String> absent;
  private int calls;

  private ConditionLowering(String alias, Set<String> absent) {
    this.alias = alias;
    this.absent = absent;
  }

  /// What is true of the items that the query lets pass; empty if the plan language cannot say it.
  ///
  /// @param absent properties that items seem to have but are not stored in them
  public static Optional<PlanExpression> lower(Query query, Set<String> absent) {
    if (!(query.from() instanceof Source.Aliased(Source.Path(String root, var steps, _), String as))
        || !steps.isEmpty()) {
      return Optional.empty();
    }
    var lowering = new ConditionLowering(as == null ? root : as, absent);
    return query.where() == null
        ? Optional.of(new PlanExpression.Constant(Value.Bool.TRUE))
        : Optional.ofNullable(lowering.lower(query.where(), 0));
  }

  /// Null for what has no counterpart.
  private @Nullable PlanExpression lower(Expression expression, int depth) {
    if (depth > DEPTH_MAX) {
      return null;
    }
    return switch (expression) {
      case Expression.Literal(Value value) -> new PlanExpression.Constant(value);
      case Expression.Member member -> path(member);
      case Expression.Unary(Expression.UnaryOperator operator, Expression operand) ->
          unary(operator, lower(operand, depth + 1));
      case Expression.Binary binary -> binary(binary, depth);
      case Expression.Between(var operand, var low, var high, boolean negated) ->
          negated(
              conjunction(
                  compare(Operator.GREATER_OR_EQUAL, operand, low, depth),
                  compare(Operator.LESS_OR_EQUAL, operand, high, depth)),
              negated);
      case Expression.In(var operand, var candidates, boolean negated) ->
          negated(in(lower(operand, depth + 1), candidates), negated);
      case Expression.Call(String name, boolean userDefined, var arguments, _) ->
          userDefined ? null : call(name.toUpperCase(Locale.ROOT), arguments, depth);
      case Expression.Parameter _,
          Expression.Reference _,
          Expression.Indexed _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Conditional _,
          Expression.Like _,
          Expression.Subquery _ ->
          null;
    };
  }

  private @Nullable PlanExpression path(Expression.Member member) {
    List<String> names = new ArrayList<>();
    Expression at = member;
    while (at instanceof Expression.Member(Expression of, String name, _, _)) {
      names.addFirst(name);
      at = of;
    }
    boolean stored =
        at instanceof Expression.Reference(String name, _)
            && name.equals(alias)
            && !absent.contains(names.getFirst());
    return stored ? new PlanExpression.Path(PlanExpression.Root.Item.ITEM, names) : null;
  }

  private @Nullable PlanExpression binary(Expression.Binary binary, int depth) {
    return switch (binary.operator()) {
      case AND, OR -> chain(binary, depth);
      case EQUAL -> compare(Operator.EQUAL, binary, depth);
      case NOT_EQUAL -> compare(Operator.NOT_EQUAL, binary, depth);
      case LESS -> compare(Operator.LESS, binary, depth);
      case LESS_OR_EQUAL -> compare(Operator.LESS_OR_EQUAL, binary, depth);
      case GREATER -> compare(Operator.GREATER, binary, depth);
      case GREATER_OR_EQUAL -> compare(Operator.GREATER_OR_EQUAL, binary, depth);
      case ADD -> calculate(Calculation.ADD, binary, depth);
      case SUBTRACT -> calculate(Calculation.SUBTRACT, binary, depth);
      case MULTIPLY -> calculate(Calculation.MULTIPLY, binary, depth);
      case DIVIDE -> calculate(Calculation.DIVIDE, binary, depth);
      case MODULO -> calculate(Calculation.MODULO, binary, depth);
      case BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          LEFT_SHIFT,
          RIGHT_SHIFT,
          ZERO_FILL_RIGHT_SHIFT,
          CONCATENATE,
          COALESCE ->
          null;
    };
  }

  private @Nullable PlanExpression calculate(
      Calculation calculation, Expression.Binary binary, int depth) {
    PlanExpression left = lower(binary.left(), depth + 1);
    PlanExpression right = lower(binary.right(), depth + 1);
    return left == null || right == null
        ? null
        : new PlanExpression.Calculate(calculation, left, right);
  }

  private static @Nullable PlanExpression unary(
      Expression.UnaryOperator operator, @Nullable PlanExpression operand) {
    return switch (operator) {
      case NOT -> not(operand);
      case MINUS ->
          operand == null
              ? null
              : new PlanExpression.Calculate(
                  Calculation.MULTIPLY, operand, new PlanExpression.Constant(new Value.Int32(-1)));
      case PLUS, BITWISE_NOT -> null;
    };
  }

  /// Null for functions that the plan language does not have, and for calls that could take long:
  /// whoever applies the condition has others waiting.
  private @Nullable PlanExpression call(String name, List<Expression> arguments, int depth) {
    List<PlanExpression> lowered = new ArrayList<>(arguments.size());
    for (Expression argument : arguments) {
      PlanExpression each = lower(argument, depth + 1);
      if (each == null) {
        return null;
      }
      lowered.add(each);
    }
    List<Value.Kind> kinds = KINDS.get(name);
    if (lowered.size() == 1 && name.equals("IS_DEFINED")) {
      return new PlanExpression.Exists(lowered.getFirst());
    }
    if (lowered.size() == 1 && kinds != null) {
      return new PlanExpression.HasKind(ComparisonSemantics.SQL, lowered.getFirst(), kinds);
    }
    ScalarFunction function = FUNCTIONS.get(name);
    return function != null
            && function.takes(lowered.size())
            && isShort(function, lowered)
            && ++calls <= CALLS_MAX
        ? new PlanExpression.Call(function, lowered)
        : null;
  }

  /// To search for a long text in a long one may take the product of both.
  private static boolean isShort(ScalarFunction function, List<PlanExpression> arguments) {
    return switch (function) {
      case CONTAINS ->
          arguments.get(1) instanceof PlanExpression.Constant(Value sought)
              && !(sought instanceof Value.Text(String part) && part.length() > SOUGHT_LENGTH_MAX);
      case LENGTH, STARTS_WITH, ENDS_WITH, ARRAY_LENGTH, ARRAY_CONTAINS -> true;
    };
  }

  /// A chain of one operator, which may be long, without going deeper for each link.
  private @Nullable PlanExpression chain(Expression.Binary binary, int depth) {
    List<PlanExpression> links = new ArrayList<>();
    Expression left = binary;
    while (left instanceof Expression.Binary(var operator, var next, var right)
        && operator == binary.operator()) {
      PlanExpression link = lower(right, depth + 1);
      if (link == null) {
        return null;
      }
      links.addFirst(link);
      left = next;
    }
    PlanExpression first = lower(left, depth + 1);
    if (first == null) {
      return null;
    }
    links.addFirst(first);
    return binary.operator() == BinaryOperator.AND
        ? new PlanExpression.And(links)
        : new PlanExpression.Or(links);
  }

  private @Nullable PlanExpression compare(Operator operator, Expression.Binary binary, int depth) {
    return compare(operator, binary.left(), binary.right(), depth);
  }

  private @Nullable PlanExpression compare(
      Operator operator, Expression left, Expression right, int depth) {
    PlanExpression one = lower(left, depth + 1);
    PlanExpression other = lower(right, depth + 1);
    return one == null || other == null
        ? null
        : new PlanExpression.Compare(ComparisonSemantics.SQL, operator, one, other);
  }

  private static @Nullable PlanExpression in(
      @Nullable PlanExpression operand, List<Expression> candidates) {
    List<Value> values = new ArrayList<>(candidates.size());
    for (Expression candidate : candidates) {
      if (!(candidate instanceof Expression.Literal(Value value))
          || value == Value.Undefined.UNDEFINED) {
        return null;
      }
      values.add(value);
    }
    return operand == null ? null : new PlanExpression.In(ComparisonSemantics.SQL, operand, values);
  }

  private static @Nullable PlanExpression conjunction(
      @Nullable PlanExpression one, @Nullable PlanExpression other) {
    return one == null || other == null ? null : new PlanExpression.And(List.of(one, other));
  }

  private static @Nullable PlanExpression negated(
      @Nullable PlanExpression expression, boolean negated) {
    return negated ? not(expression) : expression;
  }

  private static @Nullable PlanExpression not(@Nullable PlanExpression operand) {
    return operand == null ? null : new PlanExpression.Not(operand);
  }
}
