// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Expression.Subquery;
import io.orrery.query.syntax.Expression.SubqueryKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads what operators stand between: literals, paths, calls, constructors, subqueries.
final class PrimaryParser {
  private static final String USER_DEFINED = "udf";

  private final Tokens tokens;
  private final Bounds bounds;
  private final ExpressionParser expressions;
  private final Supplier<Query> subquery;

  PrimaryParser(
      Tokens tokens, Bounds bounds, ExpressionParser expressions, Supplier<Query> subquery) {
    this.tokens = tokens;
    this.bounds = bounds;
    this.expressions = expressions;
    this.subquery = subquery;
  }

  /// A value and the steps behind it: `c.a["b"][0]`.
  Expression primary() {
    int start = tokens.current().start();
    Expression result = first();
    while (true) {
      Token sign = tokens.current();
      int height = expressions.height();
      if (tokens.acceptSign(".")) {
        String name = tokens.require(Token.Kind.NAME).text();
        result = new Member(result, name, false, new Span(start, tokens.end()));
        expressions.height(bounds.above(sign, height, 0));
      } else if (tokens.acceptSign("[")) {
        Expression index = expressions.expression();
        tokens.requireSign("]");
        result = step(result, index, new Span(start, tokens.end()));
        expressions.height(bounds.above(sign, height, expressions.height()));
      } else {
        String function = tokens.atSign("(") ? userDefined(result) : null;
        if (function == null) {
          return result;
        }
        result = call(function, true, start);
      }
    }
  }

  private static Expression step(Expression of, Expression index, Span span) {
    return index instanceof Literal(Value.Text(String name))
        ? new Member(of, name, true, span)
        : new Expression.Indexed(of, index, span);
  }

  /// The name of the function if the path is `udf.name`.
  private static @Nullable String userDefined(Expression path) {
    return path instanceof Member(Reference(String root, _), String name, boolean quoted, _)
            && !quoted
            && root.equals(USER_DEFINED)
        ? name
        : null;
  }

  private Expression first() {
    expressions.height(1);
    Token token = tokens.current();
    return switch (token.kind()) {
      case NAME -> name();
      case NUMBER -> expressions.number();
      case TEXT -> ExpressionParser.text(tokens.take());
      case PARAMETER -> new Expression.Parameter(tokens.take().text(), token.span());
      case KEYWORD -> keyword(token);
      case SIGN -> sign(token);
      case END -> throw tokens.unexpected();
    };
  }

  private Expression keyword(Token token) {
    return switch (token.text()) {
      case "true" -> word(Value.Bool.TRUE);
      case "false" -> word(Value.Bool.FALSE);
      case "null" -> word(Value.Null.NULL);
      case "undefined" -> word(Value.Undefined.UNDEFINED);
      case "EXISTS" -> requireSubquery(SubqueryKind.EXISTS);
      case "ARRAY" -> requireSubquery(SubqueryKind.ARRAY);
      default -> throw tokens.unexpected();
    };
  }

  private Literal word(Value value) {
    tokens.take();
    return new Literal(value);
  }

  private Expression requireSubquery(SubqueryKind kind) {
    tokens.take();
    tokens.requireSign("(");
    return subquery(kind);
  }

  /// The query up to its closing parenthesis.
  private Expression subquery(SubqueryKind kind) {
    Query query = subquery.get();
    tokens.requireSign(")");
    return new Subquery(kind, query);
  }

  private Expression sign(Token token) {
    return switch (token.text()) {
      case "-" -> expressions.number();
      case "(" -> parenthesised();
      case "[" -> array();
      case "{" -> object();
      default -> throw tokens.unexpected();
    };
  }

  private Expression parenthesised() {
    tokens.take();
    if (tokens.atKeyword("SELECT")) {
      return subquery(SubqueryKind.SCALAR);
    }
    Expression inner = expressions.expression();
    tokens.requireSign(")");
    return inner;
  }

  private Expression array() {
    Token open = tokens.take();
    List<Expression> elements = tokens.atSign("]") ? List.of() : expressions.list();
    tokens.requireSign("]");
    expressions.height(bounds.above(open, expressions.height(), 0));
    return new Expression.ArrayOf(elements);
  }

  private Expression object() {
    Token open = tokens.take();
    List<Expression.Entry> entries = new ArrayList<>();
    int tallest = 0;
    if (!tokens.atSign("}")) {
      do {
        entries.add(entry());
        tallest = Math.max(tallest, expressions.height());
      } while (tokens.acceptSign(","));
    }
    tokens.requireSign("}");
    expressions.height(bounds.above(open, tallest, 0));
    return new Expression.ObjectOf(entries);
  }

  private Expression.Entry entry() {
    if (!tokens.atKind(Token.Kind.NAME) && !tokens.atKind(Token.Kind.TEXT)) {
      throw tokens.unexpected();
    }
    String name = tokens.take().text();
    tokens.requireSign(":");
    return new Expression.Entry(name, expressions.expression());
  }

  private Expression name() {
    Token name = tokens.take();
    if (!tokens.atSign("(")) {
      return number(name);
    }
    SubqueryKind kind = tokens.following().isKeyword("SELECT") ? aggregate(name) : null;
    if (kind != null) {
      tokens.take();
      return subquery(kind);
    }
    return call(name.text(), false, name.start());
  }

  /// `NaN` and `Infinity` are numbers, spelled just so; every other name stands for a source.
  private static Expression number(Token name) {
    return switch (name.text()) {
      case "NaN" -> new Literal(new Value.Float64(Double.NaN));
      case "Infinity" -> new Literal(new Value.Float64(Double.POSITIVE_INFINITY));
      default -> new Reference(name.text(), name.span());
    };
  }

  private static @Nullable SubqueryKind aggregate(Token name) {
    return switch (name.text().toUpperCase(Locale.ROOT)) {
      case "ALL" -> SubqueryKind.ALL;
      case "FIRST" -> SubqueryKind.FIRST;
      case "LAST" -> SubqueryKind.LAST;
      default -> null;
    };
  }

  private Expression call(String name, boolean userDefined, int start) {
    Token open = tokens.take();
    expressions.height(0);
    List<Expression> arguments = tokens.atSign(")") ? List.of() : expressions.list();
    tokens.requireSign(")");
    expressions.height(bounds.above(open, expressions.height(), 0));
    return new Call(name, userDefined, arguments, new Span(start, tokens.end()));
  }
}
