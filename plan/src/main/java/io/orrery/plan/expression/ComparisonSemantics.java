// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.aggregate.SameValue;
import io.orrery.plan.expression.PlanExpression.Operator;

/// Whose rules two values are compared by. Numbers are equal by value, whatever their kinds, but in
/// CQL.
public enum ComparisonSemantics {

  /// Three values: what is missing is undefined, and so is the order of different types, of arrays
  /// and of objects. Different types are not equal.
  SQL,

  /// Type brackets: `<` and its like are false between different types; null is equal to what is
  /// missing. An array meets a comparison if it does as a whole or one of its elements does, and
  /// paths lead through arrays (see [BsonPaths]).
  BSON,

  /// Columns have types: what is null or missing meets no comparison, nor does another type; kinds
  /// of numbers are types.
  CQL,

  /// Properties that are missing or of another type meet no comparison, not even `ne`.
  ODATA;

  /// Two single values; arrays count as one.
  Value compare(Operator operator, Value left, Value right) {
    return switch (this) {
      case SQL -> sql(operator, left, right);
      case BSON -> Bool.of(bson(operator, left, right));
      case CQL -> Bool.of(typed(operator, left, right, ValueOrder.CQL));
      case ODATA -> Bool.of(typed(operator, left, right, ValueOrder.SQL));
    };
  }

  private static Value sql(Operator operator, Value left, Value right) {
    if (left == Undefined.UNDEFINED || right == Undefined.UNDEFINED) {
      return Undefined.UNDEFINED;
    }
    return switch (operator) {
      case EQUAL -> Bool.of(SameValue.equal(left, right));
      case NOT_EQUAL -> Bool.of(!SameValue.equal(left, right));
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          isOrdered(left.kind(), right.kind())
              ? Bool.of(holds(operator, ValueOrder.SQL.compare(left, right)))
              : Undefined.UNDEFINED;
    };
  }

  private static boolean isOrdered(Kind left, Kind right) {
    return !left.isContainer() && ValueOrder.SQL.compareKinds(left, right) == 0;
  }

  private static boolean bson(Operator operator, Value left, Value right) {
    Value one = left == Undefined.UNDEFINED ? Value.Null.NULL : left;
    Value other = right == Undefined.UNDEFINED ? Value.Null.NULL : right;
    if (ValueOrder.BSON.compareKinds(one.kind(), other.kind()) != 0) {
      return operator == Operator.NOT_EQUAL;
    }
    int order = ValueOrder.BSON.compare(one, other);
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS_OR_EQUAL, GREATER_OR_EQUAL ->
          order == 0 || (!isNaN(one, other) && holds(operator, order));
      case LESS, GREATER -> order != 0 && !isNaN(one, other) && holds(operator, order);
    };
  }

  /// A number that is none has no order among the others.
  private static boolean isNaN(Value one, Value other) {
    return isNaN(one) || isNaN(other);
  }

  private static boolean isNaN(Value value) {
    return (value instanceof Value.Float64(double number) && Double.isNaN(number))
        || (value instanceof Value.Decimal128 decimal && decimal.isNaN());
  }

  private static boolean typed(Operator operator, Value left, Value right, ValueOrder order) {
    return left.kind() != Kind.NULL
        && left != Undefined.UNDEFINED
        && order.compareKinds(left.kind(), right.kind()) == 0
        && holds(operator, order.compare(left, right));
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }
}
