// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.Arithmetic;
import io.orrery.query.evaluate.Evaluation.Constant;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The operators as evaluations. One lambda each, so that each has its own compiled code.
final class Operators {
  private Operators() {}

  static Evaluation unary(UnaryOperator operator, Evaluation operand) {
    Evaluation evaluation =
        switch (operator) {
          case NOT -> frame -> not(operand.evaluate(frame));
          case MINUS -> frame -> Arithmetic.minus(operand.evaluate(frame));
          case PLUS -> frame -> Arithmetic.plus(operand.evaluate(frame));
          case BITWISE_NOT -> frame -> Bits.not(operand.evaluate(frame));
        };
    return Folding.fold(evaluation, operand);
  }

  static Value not(Value value) {
    return value instanceof Bool bool ? Bool.of(!bool.isTrue()) : Undefined.UNDEFINED;
  }

  static Evaluation binary(BinaryOperator operator, Evaluation left, Evaluation right) {
    Evaluation evaluation =
        switch (operator) {
          case ADD -> frame -> Arithmetic.add(left.evaluate(frame), right.evaluate(frame));
          case SUBTRACT ->
              frame -> Arithmetic.subtract(left.evaluate(frame), right.evaluate(frame));
          case MULTIPLY ->
              frame -> Arithmetic.multiply(left.evaluate(frame), right.evaluate(frame));
          case DIVIDE -> frame -> Arithmetic.divide(left.evaluate(frame), right.evaluate(frame));
          case MODULO -> frame -> Arithmetic.modulo(left.evaluate(frame), right.evaluate(frame));
          case BITWISE_AND -> bits((x, y) -> x & y, left, right);
          case BITWISE_OR -> bits((x, y) -> x | y, left, right);
          case BITWISE_XOR -> bits((x, y) -> x ^ y, left, right);
          case LEFT_SHIFT -> bits(Bits::leftShift, left, right);
          case RIGHT_SHIFT -> bits(Bits::rightShift, left, right);
          case ZERO_FILL_RIGHT_SHIFT -> bits(Bits::zeroFillRightShift, left, right);
          case EQUAL -> frame -> Comparison.equal(left.evaluate(frame), right.evaluate(frame));
          case NOT_EQUAL ->
              frame -> Comparison.notEqual(left.evaluate(frame), right.evaluate(frame));
          case LESS -> frame -> Comparison.less(left.evaluate(frame), right.evaluate(frame));
          case LESS_OR_EQUAL ->
              frame -> Comparison.lessOrEqual(left.evaluate(frame), right.evaluate(frame));
          case GREATER -> frame -> Comparison.less(right.evaluate(frame), left.evaluate(frame));
          case GREATER_OR_EQUAL ->
              frame -> Comparison.lessOrEqual(right.evaluate(frame), left.evaluate(frame));
          case AND, OR, CONCATENATE, COALESCE -> chain(operator, left, right);
        };
    return Folding.fold(evaluation, left, right);
  }

  private static Evaluation bits(Bits.Operation operation, Evaluation left, Evaluation right) {
    return frame -> Bits.apply(operation, left.evaluate(frame), right.evaluate(frame));
  }

  /// The operators that come in long chains, with all their operands.
  static Evaluation chain(BinaryOperator operator, Evaluation... operands) {
    Evaluation evaluation =
        switch (operator) {
          case AND -> frame -> untilDecided(Bool.FALSE, operands, frame);
          case OR -> frame -> untilDecided(Bool.TRUE, operands, frame);
          case CONCATENATE -> frame -> concatenation(operands, frame);
          case COALESCE -> frame -> firstDefined(operands, frame);
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
              EQUAL,
              NOT_EQUAL,
              LESS,
              LESS_OR_EQUAL,
              GREATER,
              GREATER_OR_EQUAL ->
              throw new IllegalArgumentException(operator + " has two operands");
        };
    return Folding.fold(evaluation, operands);
  }

  /// AND and OR: one operand that decides is enough, even if another is undefined or no boolean.
  private static Value untilDecided(Bool deciding, Evaluation[] operands, Frame frame) {
    boolean unknown = false;
    for (Evaluation operand : operands) {
      Value value = operand.evaluate(frame);
      if (value == deciding) {
        return deciding;
      }
      unknown |= !(value instanceof Bool);
    }
    return unknown ? Undefined.UNDEFINED : Bool.of(deciding == Bool.FALSE);
  }

  private static Value concatenation(Evaluation[] operands, Frame frame) {
    StringBuilder result = new StringBuilder();
    for (Evaluation operand : operands) {
      if (!(operand.evaluate(frame) instanceof Text(String text))) {
        return Undefined.UNDEFINED;
      }
      // Subqueries can double a text at each level, so it counts before it exists.
      frame.keep(text.length());
      result.append(text);
    }
    return new Text(result.toString());
  }

  private static Value firstDefined(Evaluation[] operands, Frame frame) {
    for (Evaluation operand : operands) {
      Value value = operand.evaluate(frame);
      if (value != Undefined.UNDEFINED) {
        return value;
      }
    }
    return Undefined.UNDEFINED;
  }

  /// A condition that is neither true nor false makes the whole undefined.
  static Evaluation conditional(Evaluation condition, Evaluation whenTrue, Evaluation whenFalse) {
    Evaluation evaluation =
        frame ->
            condition.evaluate(frame) instanceof Bool bool
                ? (bool.isTrue() ? whenTrue : whenFalse).evaluate(frame)
                : Undefined.UNDEFINED;
    return Folding.fold(evaluation, condition, whenTrue, whenFalse);
  }

  /// `low <= x AND x <= high`
  static Evaluation between(Evaluation operand, Evaluation low, Evaluation high) {
    Evaluation evaluation =
        frame -> {
          Value value = operand.evaluate(frame);
          Value notBelow = Comparison.lessOrEqual(low.evaluate(frame), value);
          Value notAbove = Comparison.lessOrEqual(value, high.evaluate(frame));
          return and(notBelow, notAbove);
        };
    return Folding.fold(evaluation, operand, low, high);
  }

  private static Value and(Value left, Value right) {
    if (left == Bool.FALSE || right == Bool.FALSE) {
      return Bool.FALSE;
    }
    return left == Bool.TRUE && right == Bool.TRUE ? Bool.TRUE : Undefined.UNDEFINED;
  }

  static Evaluation like(Evaluation operand, Evaluation pattern, @Nullable String escape) {
    if (pattern instanceof Constant(Value constant)) {
      if (!(constant instanceof Text(String text))) {
        return new Constant(Undefined.UNDEFINED);
      }
      LikePattern compiled = LikePattern.compile(text, escape);
      return Folding.fold(frame -> like(operand.evaluate(frame), compiled, frame), operand);
    }
    return frame ->
        pattern.evaluate(frame) instanceof Text(String text)
            ? like(operand.evaluate(frame), LikePattern.compile(text, escape), frame)
            : Undefined.UNDEFINED;
  }

  private static Value like(Value value, LikePattern pattern, Frame frame) {
    return value instanceof Text(String text)
        ? Bool.of(pattern.matches(text, frame::steps))
        : Undefined.UNDEFINED;
  }

  /// `of[index]`: a number leads into arrays, a text into objects, anything else nowhere.
  static Evaluation indexed(Evaluation of, Evaluation index) {
    Evaluation evaluation =
        frame -> {
          Value container = of.evaluate(frame);
          return switch (index.evaluate(frame)) {
            case Text(String name) -> ItemPath.member(container, name);
            case Float64(double number) when number == (long) number ->
                ItemPath.element(container, (long) number);
            case Value number when Arithmetic.isInteger(number) ->
                ItemPath.element(container, Arithmetic.integer(number));
            case Value _ -> Undefined.UNDEFINED;
          };
        };
    return Folding.fold(evaluation, of, index);
  }
}
