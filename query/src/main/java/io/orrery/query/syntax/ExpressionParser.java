// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Unary;
import io.orrery.query.syntax.Expression.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads expressions: one method for each level of precedence, weakest first. Chains of one level
/// are read in a loop, so only parentheses and their like use the stack.
final class ExpressionParser {
  private final Tokens tokens;
  private final Bounds bounds;
  private final PrimaryParser primaries;

  /// Of the tree that was read last.
  private int height;

  ExpressionParser(Tokens tokens, Bounds bounds, Supplier<Query> subquery) {
    this.tokens = tokens;
    this.bounds = bounds;
    this.primaries = new PrimaryParser(tokens, bounds, this, subquery);
  }

  int height() {
    return height;
  }

  void height(int newHeight) {
    height = newHeight;
  }

  /// `a ? b : c`, and everything that binds stronger.
  Expression expression() {
    bounds.enter(tokens.current());
    Expression result = coalesced();
    Token sign = tokens.current();
    if (tokens.acceptSign("?")) {
      int tallest = height;
      Expression whenTrue = expression();
      tallest = Math.max(tallest, height);
      tokens.requireSign(":");
      Expression whenFalse = expression();
      height = bounds.above(sign, tallest, height);
      result = new Expression.Conditional(result, whenTrue, whenFalse);
    }
    bounds.leave();
    return result;
  }

  List<Expression> list() {
    List<Expression> result = new ArrayList<>();
    int tallest = 0;
    do {
      result.add(expression());
      tallest = Math.max(tallest, height);
    } while (tokens.acceptSign(","));
    height = tallest;
    return result;
  }

  private Expression coalesced() {
    Expression left = disjunction();
    while (tokens.atSign("??")) {
      left = chain(left, BinaryOperator.COALESCE, this::disjunction);
    }
    return left;
  }

  private Expression disjunction() {
    return logical(BinaryOperator.OR, this::conjunction);
  }

  private Expression conjunction() {
    return logical(BinaryOperator.AND, this::predicate);
  }

  private Expression logical(BinaryOperator operator, Supplier<Expression> operand) {
    Expression first = operand.get();
    if (!tokens.atKeyword(operator.name())) {
      return first;
    }
    List<Expression> operands = new ArrayList<>(List.of(first));
    int tallest = height;
    Token start = tokens.current();
    while (tokens.atKeyword(operator.name())) {
      bounds.logical(tokens.take());
      operands.add(operand.get());
      tallest = Math.max(tallest, height);
    }
    LogicalChain chain = new LogicalChain(operator, operands);
    height = bounds.above(start, tallest + chain.height() - 1, 0);
    return chain.tree();
  }

  private Expression chain(Expression left, BinaryOperator operator, Supplier<Expression> operand) {
    Token sign = tokens.take();
    int leftHeight = height;
    Expression right = operand.get();
    height = bounds.above(sign, leftHeight, height);
    return new Binary(operator, left, right);
  }

  /// `a [NOT] IN (…)`, `a [NOT] BETWEEN b AND c`, `a [NOT] LIKE b`: at most one of them.
  private Expression predicate() {
    Expression operand = binary(OperatorSyntax.WEAKEST);
    boolean negated = tokens.atKeyword("NOT");
    Token word = negated ? tokens.following() : tokens.current();
    if (word.kind() != Token.Kind.KEYWORD) {
      return operand;
    }
    return switch (word.text()) {
      case "IN" -> in(operand, negated);
      case "BETWEEN" -> between(operand, negated);
      case "LIKE" -> like(operand, negated);
      default -> operand;
    };
  }

  private void takePredicateWord(boolean negated) {
    if (negated) {
      tokens.take();
    }
    tokens.take();
  }

  private Expression in(Expression operand, boolean negated) {
    int operandHeight = height;
    Token start = tokens.current();
    takePredicateWord(negated);
    tokens.requireSign("(");
    List<Expression> candidates = new ArrayList<>();
    int tallest = operandHeight;
    do {
      bounds.candidates(tokens.current(), candidates.size() + 1);
      candidates.add(expression());
      tallest = Math.max(tallest, height);
    } while (tokens.acceptSign(","));
    tokens.requireSign(")");
    height = bounds.above(start, tallest, 0);
    return new Expression.In(operand, candidates, negated);
  }

  private Expression between(Expression operand, boolean negated) {
    int tallest = height;
    Token start = tokens.current();
    takePredicateWord(negated);
    Expression low = binary(OperatorSyntax.WEAKEST);
    tallest = Math.max(tallest, height);
    tokens.requireKeyword("AND");
    Expression high = binary(OperatorSyntax.WEAKEST);
    height = bounds.above(start, tallest, height);
    return new Expression.Between(operand, low, high, negated);
  }

  private Expression like(Expression operand, boolean negated) {
    int operandHeight = height;
    Token start = tokens.current();
    takePredicateWord(negated);
    Expression pattern = binary(OperatorSyntax.WEAKEST);
    height = bounds.above(start, operandHeight, height);
    return new Expression.Like(operand, pattern, escape(), negated);
  }

  private @Nullable String escape() {
    if (!tokens.acceptKeyword("ESCAPE")) {
      return null;
    }
    Token escape = tokens.require(Token.Kind.TEXT);
    if (escape.text().codePointCount(0, escape.text().length()) != 1) {
      throw tokens.unexpected(escape);
    }
    return escape.text();
  }

  /// Operators of at least the given precedence, all of which lean to the left.
  private Expression binary(int weakest) {
    Expression left = unary();
    for (BinaryOperator operator = OperatorSyntax.binary(tokens.current());
        operator != null && OperatorSyntax.precedence(operator) >= weakest;
        operator = OperatorSyntax.binary(tokens.current())) {
      int stronger = OperatorSyntax.precedence(operator) + 1;
      left = chain(left, operator, () -> binary(stronger));
    }
    return left;
  }

  private Expression unary() {
    Token sign = tokens.current();
    UnaryOperator operator = OperatorSyntax.unary(sign);
    if (operator == null || isNegativeNumber()) {
      return primaries.primary();
    }
    tokens.take();
    bounds.enter(sign);
    Expression operand = unary();
    height = bounds.above(sign, height, 0);
    bounds.leave();
    return new Unary(operator, operand);
  }

  /// A minus directly in front of a number is part of it: `-1` is a literal, `- 1` is not.
  private boolean isNegativeNumber() {
    Token number = tokens.following();
    return tokens.atSign("-")
        && number.kind() == Token.Kind.NUMBER
        && number.start() == tokens.current().end();
  }

  /// The literal that a number is; whole numbers are integers where they fit, as in JSON.
  Literal number() {
    int start = tokens.current().start();
    String sign = tokens.acceptSign("-") ? "-" : "";
    Token number = tokens.require(Token.Kind.NUMBER);
    return new Literal(NumberText.value(sign + number.text(), new Span(start, number.end())));
  }

  static Literal text(Token token) {
    return new Literal(new Value.Text(token.text()));
  }
}
