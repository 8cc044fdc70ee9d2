// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.query.access.Constants;
import io.orrery.query.function.Function;
import io.orrery.query.function.Functions;
import io.orrery.query.syntax.Expression;
import org.jspecify.annotations.Nullable;

/// Evaluates the expressions that depend on no item.
public final class ItemlessExpressions implements Constants {
  private final Settings settings;

  public ItemlessExpressions(Settings settings) {
    this.settings = settings;
  }

  @Override
  public @Nullable Value find(Expression expression) {
    return switch (expression) {
      case Expression.Literal(Value value) -> value;
      case Expression.Parameter(String name, _) -> settings.parameters().get(name);
      default -> isConstant(expression) ? evaluate(expression) : null; // made of these
    };
  }

  private @Nullable Value evaluate(Expression expression) {
    Compilation compilation = new Compilation(settings, false);
    return compilation.expression(expression, new Scope(null))
            instanceof Evaluation.Constant(Value value)
        ? value
        : null;
  }

  private static boolean isConstant(Expression expression) {
    return switch (expression) {
      case Expression.Literal _, Expression.Parameter _ -> true;
      case Expression.Unary(_, Expression operand) -> isConstant(operand);
      case Expression.Binary(_, Expression left, Expression right) ->
          isConstant(right) && isConstant(left);
      case Expression.ArrayOf(var elements) ->
          elements.stream().allMatch(ItemlessExpressions::isConstant);
      case Expression.ObjectOf(var entries) ->
          entries.stream().allMatch(entry -> isConstant(entry.value()));
      case Expression.Call(String name, boolean userDefined, var arguments, _) ->
          !userDefined
              && isDeterministic(name)
              && arguments.stream().allMatch(ItemlessExpressions::isConstant);
      default -> false; // may depend on an item
    };
  }

  private static boolean isDeterministic(String name) {
    Function function = Functions.find(name);
    return function != null && function.deterministic();
  }
}
