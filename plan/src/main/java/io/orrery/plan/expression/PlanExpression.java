// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import io.orrery.model.value.Value;
import java.util.List;

/// An expression in a plan.
///
/// Conditions have SQL's three values: true, false, and undefined for what cannot be told; only
/// what is true passes a filter. Semantics without a third value never give undefined.
public sealed interface PlanExpression {

  /// What a path begins at.
  sealed interface Root {
    /// The item.
    enum Item implements Root {
      ITEM
    }

    /// The element that an unwind of the plan stands on, from 0 with the innermost plan node.
    record Unwound(int number) implements Root {}

    /// The element that the nearest [AnyElement] around stands on.
    enum Element implements Root {
      ELEMENT
    }
  }

  enum Operator {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /// As SQL calculates.
  enum Calculation {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO
  }

  /// The value behind some names; undefined if there is none.
  record Path(Root root, List<String> names) implements PlanExpression {
    public Path {
      names = List.copyOf(names);
    }
  }

  record Constant(Value value) implements PlanExpression {}

  record Compare(
      ComparisonSemantics semantics, Operator operator, PlanExpression left, PlanExpression right)
      implements PlanExpression {}

  /// Whether one of the values is equal.
  record In(ComparisonSemantics semantics, PlanExpression operand, List<Value> values)
      implements PlanExpression {
    public In {
      values = List.copyOf(values);
    }
  }

  record And(List<PlanExpression> parts) implements PlanExpression {
    public And {
      parts = List.copyOf(parts);
    }
  }

  record Or(List<PlanExpression> parts) implements PlanExpression {
    public Or {
      parts = List.copyOf(parts);
    }
  }

  record Not(PlanExpression operand) implements PlanExpression {}

  /// Whether there is a value at all.
  record Exists(PlanExpression operand) implements PlanExpression {}

  /// Whether the value is of one of these kinds.
  record HasKind(ComparisonSemantics semantics, PlanExpression operand, List<Value.Kind> kinds)
      implements PlanExpression {
    public HasKind {
      kinds = List.copyOf(kinds);
    }
  }

  /// Whether an array has an element of which the condition is true.
  record AnyElement(PlanExpression array, PlanExpression condition) implements PlanExpression {}

  /// What a calculation with two numbers gives; undefined for what is no number.
  record Calculate(Calculation calculation, PlanExpression left, PlanExpression right)
      implements PlanExpression {}

  /// What a function makes of its arguments.
  record Call(ScalarFunction function, List<PlanExpression> arguments) implements PlanExpression {
    public Call {
      arguments = List.copyOf(arguments);
      if (!function.takes(arguments.size())) {
        throw new IllegalArgumentException(function + " of " + arguments.size() + " arguments");
      }
    }
  }

  /// A key of the group.
  record GroupKey(int number) implements PlanExpression {}

  /// What an aggregate of the group came to.
  record AggregateResult(int number) implements PlanExpression {}

  /// An output of the plan's code.
  record Output(int number) implements PlanExpression {}
}
