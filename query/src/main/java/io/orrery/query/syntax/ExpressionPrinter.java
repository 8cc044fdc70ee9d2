// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.SubqueryKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/// Writes expressions in their canonical form.
final class ExpressionPrinter {
  private final StringBuilder out;
  private final BiConsumer<SubqueryKind, Query> subquery;

  ExpressionPrinter(StringBuilder out, BiConsumer<SubqueryKind, Query> subquery) {
    this.out = out;
    this.subquery = subquery;
  }

  void write(Expression expression) {
    switch (expression) {
      case Literal(Value value) -> out.append(text(value));
      case Expression.Parameter parameter -> out.append(parameter.name());
      case Expression.Reference reference -> out.append(reference.name());
      case Expression.Member member -> member(member);
      case Expression.Indexed indexed -> {
        write(indexed.of());
        bracketed('[', List.of(indexed.index()), ']');
      }
      case Expression.ArrayOf(List<Expression> elements) -> bracketed('[', elements, ']');
      case Expression.ObjectOf(List<Expression.Entry> entries) -> object(entries);
      case Expression.Unary unary -> {
        out.append('(').append(OperatorSyntax.sign(unary.operator())).append(' ');
        write(unary.operand());
        out.append(')');
      }
      case Expression.Binary binary ->
          infix(binary.left(), OperatorSyntax.sign(binary.operator()), binary.right());
      case Expression.Conditional conditional -> conditional(conditional);
      case Expression.Between between -> between(between);
      case Expression.In in -> in(in);
      case Expression.Like like -> like(like);
      case Expression.Call call -> {
        out.append(call.userDefined() ? "udf." : "").append(call.name());
        bracketed('(', call.arguments(), ')');
      }
      case Expression.Subquery(SubqueryKind kind, Query query) -> subquery.accept(kind, query);
    }
  }

  void list(List<Expression> expressions) {
    for (int i = 0; i < expressions.size(); i++) {
      out.append(i == 0 ? "" : ", ");
      write(expressions.get(i));
    }
  }

  /// A step to a property.
  void name(String name, boolean quoted) {
    if (quoted) {
      out.append('[').append(text(new Value.Text(name))).append(']');
    } else {
      out.append('.').append(name);
    }
  }

  private void member(Expression.Member member) {
    // The point behind a number would be part of it.
    boolean number =
        !member.quoted() && member.of() instanceof Literal(Value value) && value.kind().isNumber();
    out.append(number ? "(" : "");
    write(member.of());
    out.append(number ? ")" : "");
    name(member.name(), member.quoted());
  }

  private void object(List<Expression.Entry> entries) {
    out.append('{');
    String separator = "";
    for (Expression.Entry entry : entries) {
      out.append(separator).append(text(new Value.Text(entry.name()))).append(": ");
      write(entry.value());
      separator = ", ";
    }
    out.append('}');
  }

  private void conditional(Expression.Conditional conditional) {
    out.append('(');
    write(conditional.condition());
    out.append(" ? ");
    write(conditional.whenTrue());
    out.append(" : ");
    write(conditional.whenFalse());
    out.append(')');
  }

  private void between(Expression.Between between) {
    out.append('(');
    write(between.operand());
    out.append(between.negated() ? " NOT BETWEEN " : " BETWEEN ");
    write(between.low());
    out.append(" AND ");
    write(between.high());
    out.append(')');
  }

  private void in(Expression.In in) {
    out.append('(');
    write(in.operand());
    out.append(in.negated() ? " NOT IN " : " IN ");
    bracketed('(', in.candidates(), ')');
    out.append(')');
  }

  private void like(Expression.Like like) {
    out.append('(');
    write(like.operand());
    out.append(like.negated() ? " NOT LIKE " : " LIKE ");
    write(like.pattern());
    if (like.escape() != null) {
      out.append(" ESCAPE ").append(text(new Value.Text(like.escape())));
    }
    out.append(')');
  }

  private void infix(Expression left, String sign, Expression right) {
    out.append('(');
    write(left);
    out.append(' ').append(sign).append(' ');
    write(right);
    out.append(')');
  }

  private void bracketed(char open, List<Expression> expressions, char close) {
    out.append(open);
    list(expressions);
    out.append(close);
  }

  private static String text(Value value) {
    if (value == Value.Undefined.UNDEFINED) {
      return "undefined";
    }
    return value instanceof Value.Float64(double number) && !Double.isFinite(number)
        ? Double.toString(number) // JSON has strings for these
        : new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }
}
