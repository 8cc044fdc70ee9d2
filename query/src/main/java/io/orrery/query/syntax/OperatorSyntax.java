// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.UnaryOperator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How operators are written, and which of them bind first.
final class OperatorSyntax {
  /// The lowest precedence of an operator between values; `IN`, `AND` and so on bind weaker still.
  static final int WEAKEST = 2;

  private static final Map<String, BinaryOperator> BINARY =
      Map.ofEntries(
          Map.entry("*", BinaryOperator.MULTIPLY),
          Map.entry("/", BinaryOperator.DIVIDE),
          Map.entry("%", BinaryOperator.MODULO),
          Map.entry("+", BinaryOperator.ADD),
          Map.entry("-", BinaryOperator.SUBTRACT),
          Map.entry("<<", BinaryOperator.LEFT_SHIFT),
          Map.entry(">>", BinaryOperator.RIGHT_SHIFT),
          Map.entry(">>>", BinaryOperator.ZERO_FILL_RIGHT_SHIFT),
          Map.entry("<", BinaryOperator.LESS),
          Map.entry("<=", BinaryOperator.LESS_OR_EQUAL),
          Map.entry(">", BinaryOperator.GREATER),
          Map.entry(">=", BinaryOperator.GREATER_OR_EQUAL),
          Map.entry("=", BinaryOperator.EQUAL),
          Map.entry("!=", BinaryOperator.NOT_EQUAL),
          Map.entry("<>", BinaryOperator.NOT_EQUAL),
          Map.entry("&", BinaryOperator.BITWISE_AND),
          Map.entry("^", BinaryOperator.BITWISE_XOR),
          Map.entry("|", BinaryOperator.BITWISE_OR),
          Map.entry("||", BinaryOperator.CONCATENATE));

  private OperatorSyntax() {}

  /// The operator between two values that the token is, null if it is none.
  static @Nullable BinaryOperator binary(Token token) {
    return token.kind() == Token.Kind.SIGN ? BINARY.get(token.text()) : null;
  }

  /// The operator in front of a value that the token is, null if it is none.
  static @Nullable UnaryOperator unary(Token token) {
    if (token.kind() == Token.Kind.KEYWORD) {
      return token.text().equals("NOT") ? UnaryOperator.NOT : null;
    }
    if (token.kind() != Token.Kind.SIGN) {
      return null;
    }
    return switch (token.text()) {
      case "-" -> UnaryOperator.MINUS;
      case "+" -> UnaryOperator.PLUS;
      case "~" -> UnaryOperator.BITWISE_NOT;
      default -> null;
    };
  }

  static int precedence(BinaryOperator operator) {
    return switch (operator) {
      case MULTIPLY, DIVIDE, MODULO -> 10;
      case ADD, SUBTRACT -> 9;
      case LEFT_SHIFT, RIGHT_SHIFT, ZERO_FILL_RIGHT_SHIFT -> 8;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> 7;
      case EQUAL, NOT_EQUAL -> 6;
      case BITWISE_AND -> 5;
      case BITWISE_XOR -> 4;
      case BITWISE_OR -> 3;
      case CONCATENATE -> WEAKEST;
      case AND, OR, COALESCE -> 0;
    };
  }

  static String sign(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> "+";
      case SUBTRACT -> "-";
      case MULTIPLY -> "*";
      case DIVIDE -> "/";
      case MODULO -> "%";
      case BITWISE_AND -> "&";
      case BITWISE_OR -> "|";
      case BITWISE_XOR -> "^";
      case LEFT_SHIFT -> "<<";
      case RIGHT_SHIFT -> ">>";
      case ZERO_FILL_RIGHT_SHIFT -> ">>>";
      case AND -> "AND";
      case OR -> "OR";
      case EQUAL -> "=";
      case NOT_EQUAL -> "!=";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
      case CONCATENATE -> "||";
      case COALESCE -> "??";
    };
  }

  static String sign(UnaryOperator operator) {
    return switch (operator) {
      case NOT -> "NOT";
      case MINUS -> "-";
      case PLUS -> "+";
      case BITWISE_NOT -> "~";
    };
  }
}
