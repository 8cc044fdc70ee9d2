// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.Arithmetic;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.query.evaluate.Evaluation.Constant;
import io.orrery.query.evaluate.Evaluation.Slot;
import io.orrery.query.evaluate.SourceScope.Grouped;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.ArrayOf;
import io.orrery.query.syntax.Expression.Between;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Conditional;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.In;
import io.orrery.query.syntax.Expression.Indexed;
import io.orrery.query.syntax.Expression.Like;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Expression.Parameter;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Expression.Subquery;
import io.orrery.query.syntax.Expression.Unary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compiles expressions. What does not depend on a row is evaluated at once.
final class ExpressionCompiler {
  private final Compilation compilation;
  private final PathCompiler paths;
  private final CallCompiler calls;

  ExpressionCompiler(Compilation compilation) {
    this.compilation = compilation;
    this.paths = new PathCompiler(compilation);
    this.calls = new CallCompiler(compilation);
  }

  Evaluation compile(Expression expression, SourceScope scope) {
    compilation.enter();
    Slot key = groupKey(expression, scope.grouped());
    Evaluation compiled = key != null ? key : compileAny(expression, scope);
    compilation.leave();
    return compiled;
  }

  /// An expression that GROUP BY lists is known for the group.
  private static @Nullable Slot groupKey(Expression expression, @Nullable Grouped grouped) {
    int index = grouped == null ? -1 : grouped.keys().indexOf(expression);
    return grouped == null || index < 0 ? null : new Slot(grouped.keySlot(index));
  }

  private Evaluation compileAny(Expression expression, SourceScope scope) {
    return switch (expression) {
      case Literal(Value value) -> new Constant(value);
      case Parameter(String name, _) -> compilation.parameter(name);
      case Reference _, Member _ -> paths.compile(expression, scope);
      case Indexed indexed -> indexed(indexed, scope);
      case ArrayOf(List<Expression> elements) -> array(elements, scope);
      case ObjectOf(List<Entry> entries) -> object(entries, scope);
      case Unary(var operator, Expression operand) ->
          Operators.unary(operator, compile(operand, scope));
      case Binary binary -> binary(binary, scope);
      case Conditional(Expression condition, Expression whenTrue, Expression whenFalse) ->
          Operators.conditional(
              compile(condition, scope), compile(whenTrue, scope), compile(whenFalse, scope));
      case Between(Expression operand, Expression low, Expression high, boolean negated) ->
          negatedIf(
              negated,
              Operators.between(
                  compile(operand, scope), compile(low, scope), compile(high, scope)));
      case In(Expression operand, List<Expression> candidates, boolean negated) ->
          negatedIf(negated, Membership.in(compile(operand, scope), compileAll(candidates, scope)));
      case Like(Expression operand, Expression pattern, String escape, boolean negated) ->
          negatedIf(
              negated, Operators.like(compile(operand, scope), compile(pattern, scope), escape));
      case Call call -> calls.compile(call, scope);
      case Subquery(var kind, var query) -> Subqueries.compile(kind, query, scope, compilation);
    };
  }

  Evaluation[] compileAll(List<Expression> expressions, SourceScope scope) {
    Evaluation[] compiled = new Evaluation[expressions.size()];
    for (int i = 0; i < compiled.length; i++) {
      compiled[i] = compile(expressions.get(i), scope);
    }
    return compiled;
  }

  private static Evaluation negatedIf(boolean negated, Evaluation evaluation) {
    return negated ? Operators.unary(Expression.UnaryOperator.NOT, evaluation) : evaluation;
  }

  private Evaluation binary(Binary binary, SourceScope scope) {
    return binary.operator().isChained()
        ? Operators.chain(
            binary.operator(), compileAll(ExpressionFacts.chain(binary.operator(), binary), scope))
        : Operators.binary(
            binary.operator(), compile(binary.left(), scope), compile(binary.right(), scope));
  }

  private Evaluation indexed(Indexed indexed, SourceScope scope) {
    if (indexed.index() instanceof Literal(Value index) && Arithmetic.isInteger(index)) {
      return paths.compile(indexed, scope);
    }
    return Operators.indexed(compile(indexed.of(), scope), compile(indexed.index(), scope));
  }

  private Evaluation array(List<Expression> elements, SourceScope scope) {
    Evaluation[] values = compileAll(elements, scope);
    boolean accounted = scope.isNested();
    Evaluation array =
        frame -> {
          List<Value> defined = new ArrayList<>(values.length);
          for (Evaluation value : values) {
            Value element = value.evaluate(frame);
            if (element != Undefined.UNDEFINED) {
              defined.add(element);
            }
          }
          Array result = new Array(defined);
          if (accounted) {
            frame.keep(ValueSize.of(result));
          }
          return result;
        };
    return Folding.fold(array, values);
  }

  private Evaluation object(List<Entry> entries, SourceScope scope) {
    String[] names = entries.stream().map(Entry::name).toArray(String[]::new);
    Evaluation[] values = compileAll(entries.stream().map(Entry::value).toList(), scope);
    return Folding.fold(new ObjectConstruction(names, values, scope.isNested()), values);
  }
}
