// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A scalar expression.
public sealed interface Expression {

  /// The last name of a path, which a property has without an alias; null for what is no path, or
  /// one that ends with an element.
  default @Nullable String lastName() {
    return null;
  }

  /// A number, a string, `true`, `null`, `undefined`.
  record Literal(Value value) implements Expression {}

  /// `@name`, with the `@`.
  record Parameter(String name, Span span) implements Expression {}

  /// The name of a source, or of nothing.
  record Reference(String name, Span span) implements Expression {
    @Override
    public String lastName() {
      return name;
    }
  }

  /// A step from a value to something inside it.
  sealed interface Step extends Expression {
    Expression of();
  }

  /// `of.name`, or `of["name"]` if quoted.
  ///
  /// @param span where the whole path stands, from the beginning of `of`
  record Member(Expression of, String name, boolean quoted, Span span) implements Step {
    public Member(Expression of, String name, boolean quoted) {
      this(of, name, quoted, Span.NONE);
    }

    @Override
    public String lastName() {
      return name;
    }
  }

  /// `of[index]` for any index that is no string literal.
  ///
  /// @param span where the whole path stands, from the beginning of `of`
  record Indexed(Expression of, Expression index, Span span) implements Step {}

  record ArrayOf(List<Expression> elements) implements Expression {
    public ArrayOf {
      elements = List.copyOf(elements);
    }
  }

  record ObjectOf(List<Entry> entries) implements Expression {
    public ObjectOf {
      entries = List.copyOf(entries);
    }
  }

  record Entry(String name, Expression value) {}

  record Unary(UnaryOperator operator, Expression operand) implements Expression {}

  record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {}

  /// `condition ? whenTrue : whenFalse`
  record Conditional(Expression condition, Expression whenTrue, Expression whenFalse)
      implements Expression {}

  record Between(Expression operand, Expression low, Expression high, boolean negated)
      implements Expression {}

  record In(Expression operand, List<Expression> candidates, boolean negated)
      implements Expression {
    public In {
      candidates = List.copyOf(candidates);
    }
  }

  /// `operand LIKE pattern ESCAPE escape`.
  ///
  /// @param escape the character that makes a wildcard ordinary; null without ESCAPE
  record Like(Expression operand, Expression pattern, @Nullable String escape, boolean negated)
      implements Expression {}

  /// `name(arguments)`, or `udf.name(arguments)` for a function of the user's.
  record Call(String name, boolean userDefined, List<Expression> arguments, Span span)
      implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /// A query as an expression.
  record Subquery(SubqueryKind kind, Query query) implements Expression {}

  enum SubqueryKind {
    /// `(SELECT …)`: the only row's value.
    SCALAR,
    /// `EXISTS(SELECT …)`
    EXISTS,
    /// `ARRAY(SELECT …)`
    ARRAY,
    /// `ALL(SELECT …)`
    ALL,
    /// `FIRST(SELECT …)`
    FIRST,
    /// `LAST(SELECT …)`
    LAST
  }

  enum UnaryOperator {
    NOT,
    MINUS,
    PLUS,
    BITWISE_NOT
  }

  enum BinaryOperator {
    ADD,
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
    AND,
    OR,
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    CONCATENATE,
    COALESCE;

    /// Whether a chain of it has all its operands at once.
    public boolean isChained() {
      return this == AND || this == OR || this == CONCATENATE || this == COALESCE;
    }
  }
}
