// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.Arithmetic;
import io.orrery.plan.expression.PlanExpression.Operator;
import io.orrery.plan.expression.PlanExpression.Root;
import java.util.List;

/// Evaluates expressions on a row. Depth is bounded by the codec that read them, or by whoever
/// built them.
public final class Evaluator {
  private final RowValues row;

  public Evaluator(RowValues row) {
    this.row = row;
  }

  public boolean isTrue(PlanExpression condition) {
    return evaluate(condition) == Bool.TRUE;
  }

  public Value evaluate(PlanExpression expression) {
    return evaluate(expression, Undefined.UNDEFINED);
  }

  private Value evaluate(PlanExpression expression, Value element) {
    return switch (expression) {
      case PlanExpression.Path(Root root, List<String> names) -> member(root(root, element), names);
      case PlanExpression.Constant(Value value) -> value;
      case PlanExpression.Compare compare -> compare(compare, element);
      case PlanExpression.In in -> in(in, element);
      case PlanExpression.And(var parts) -> all(parts, element, Bool.FALSE);
      case PlanExpression.Or(var parts) -> all(parts, element, Bool.TRUE);
      case PlanExpression.Not(var operand) -> not(evaluate(operand, element));
      case PlanExpression.Exists(var operand) ->
          Bool.of(evaluate(operand, element) != Undefined.UNDEFINED);
      case PlanExpression.HasKind hasKind -> hasKind(hasKind, element);
      case PlanExpression.AnyElement(var array, var condition) ->
          Bool.of(
              evaluate(array, element) instanceof Value.Array(List<Value> elements)
                  && elements.stream().anyMatch(each -> evaluate(condition, each) == Bool.TRUE));
      case PlanExpression.Calculate(var calculation, var left, var right) ->
          calculate(calculation, evaluate(left, element), evaluate(right, element));
      case PlanExpression.Call(var function, var arguments) ->
          function.apply(
              arguments.stream().map(each -> evaluate(each, element)).toArray(Value[]::new));
      case PlanExpression.GroupKey(int number) -> row.key(number);
      case PlanExpression.AggregateResult(int number) -> row.result(number);
      case PlanExpression.Output _ ->
          throw new IllegalStateException("an output of code is not for this evaluator");
    };
  }

  private static Value calculate(PlanExpression.Calculation calculation, Value left, Value right) {
    return switch (calculation) {
      case ADD -> Arithmetic.add(left, right);
      case SUBTRACT -> Arithmetic.subtract(left, right);
      case MULTIPLY -> Arithmetic.multiply(left, right);
      case DIVIDE -> Arithmetic.divide(left, right);
      case MODULO -> Arithmetic.modulo(left, right);
    };
  }

  private Value root(Root root, Value element) {
    return switch (root) {
      case Root.Item _ -> row.item();
      case Root.Unwound(int number) -> row.unwound(number);
      case Root.Element _ -> element;
    };
  }

  private static Value member(Value value, List<String> names) {
    Value current = value;
    for (String name : names) {
      current =
          current instanceof Value.Document document
              ? document.property(name)
              : Undefined.UNDEFINED;
    }
    return current;
  }

  /// Everything an operand may be: where paths lead through arrays, several values.
  private List<Value> candidates(PlanExpression operand, Value element) {
    return operand instanceof PlanExpression.Path(Root root, List<String> names)
        ? BsonPaths.find(root(root, element), names)
        : List.of(evaluate(operand, element));
  }

  private Value compare(PlanExpression.Compare compare, Value element) {
    Operator operator = compare.operator();
    Value right = evaluate(compare.right(), element);
    return switch (compare.semantics()) {
      case SQL, CQL, ODATA ->
          compare.semantics().compare(operator, evaluate(compare.left(), element), right);
      case BSON -> {
        // `$ne` is true where `$eq` is not: not where some element differs.
        boolean negated = operator == Operator.NOT_EQUAL;
        Operator asked = negated ? Operator.EQUAL : operator;
        boolean met =
            BsonPaths.any(
                candidates(compare.left(), element),
                each -> ComparisonSemantics.BSON.compare(asked, each, right) == Bool.TRUE);
        yield Bool.of(met != negated);
      }
    };
  }

  /// `IN` is a chain of OR.
  private Value in(PlanExpression.In in, Value element) {
    Value result = Bool.FALSE;
    for (Value value : in.values()) {
      Value equal =
          compare(
              new PlanExpression.Compare(
                  in.semantics(), Operator.EQUAL, in.operand(), new PlanExpression.Constant(value)),
              element);
      if (equal == Bool.TRUE) {
        return Bool.TRUE;
      }
      result = equal == Undefined.UNDEFINED ? equal : result;
    }
    return result;
  }

  /// AND with false as the deciding value, OR with true.
  private Value all(List<PlanExpression> parts, Value element, Bool deciding) {
    Value result = Bool.of(deciding == Bool.FALSE);
    for (PlanExpression part : parts) {
      Value value = evaluate(part, element);
      if (value == deciding) {
        return deciding;
      }
      if (!(value instanceof Bool)) {
        result = Undefined.UNDEFINED;
      }
    }
    return result;
  }

  private static Value not(Value value) {
    return value instanceof Bool bool ? Bool.of(!bool.isTrue()) : Undefined.UNDEFINED;
  }

  private Value hasKind(PlanExpression.HasKind hasKind, Value element) {
    return switch (hasKind.semantics()) {
      case SQL, CQL, ODATA ->
          Bool.of(hasKind.kinds().contains(evaluate(hasKind.operand(), element).kind()));
      case BSON ->
          Bool.of(
              BsonPaths.any(
                  candidates(hasKind.operand(), element),
                  each -> hasKind.kinds().contains(each.kind())));
    };
  }
}
