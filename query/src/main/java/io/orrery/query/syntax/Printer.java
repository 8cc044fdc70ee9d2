// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.query.syntax.Expression.SubqueryKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a query in its canonical form: one line, keywords in capitals, a pair of parentheses
/// around every operator, strings in double quotes. [Parser] reads it back as the same tree.
public final class Printer {
  private final StringBuilder out = new StringBuilder();
  private final ExpressionPrinter expressions = new ExpressionPrinter(out, this::subquery);

  private Printer() {}

  public static String print(Query query) {
    Printer printer = new Printer();
    printer.query(query);
    return printer.out.toString();
  }

  public static String print(Expression expression) {
    Printer printer = new Printer();
    printer.expressions.write(expression);
    return printer.out.toString();
  }

  private void query(Query query) {
    select(query.select());
    if (query.from() != null) {
      out.append(" FROM ");
      source(query.from());
    }
    if (query.where() != null) {
      out.append(" WHERE ");
      expressions.write(query.where());
    }
    if (!query.groupBy().isEmpty()) {
      out.append(" GROUP BY ");
      expressions.list(query.groupBy());
    }
    orders(query.orderBy(), query.rank());
    if (query.window() != null) {
      out.append(" OFFSET ");
      expressions.write(query.window().offset());
      out.append(" LIMIT ");
      expressions.write(query.window().limit());
    }
  }

  private void select(Query.Select select) {
    out.append(select.distinct() ? "SELECT DISTINCT " : "SELECT ");
    if (select.top() != null) {
      out.append("TOP ");
      expressions.write(select.top());
      out.append(' ');
    }
    switch (select.projection()) {
      case Query.Star _ -> out.append('*');
      case Query.Single(Expression value) -> {
        out.append("VALUE ");
        expressions.write(value);
      }
      case Query.Properties(List<Query.Property> properties) -> properties(properties);
    }
  }

  private void properties(List<Query.Property> properties) {
    String separator = "";
    for (Query.Property property : properties) {
      out.append(separator);
      expressions.write(property.value());
      alias(property.alias());
      separator = ", ";
    }
  }

  private void alias(@Nullable String alias) {
    if (alias != null) {
      out.append(" AS ").append(alias);
    }
  }

  private void source(Source source) {
    switch (source) {
      case Source.Aliased(Source.Collection collection, String alias) -> {
        collection(collection);
        alias(alias);
      }
      case Source.Iterated(String alias, Source.Collection collection) -> {
        out.append(alias).append(" IN ");
        collection(collection);
      }
      case Source.Join(Source left, Source right) -> {
        source(left);
        out.append(" JOIN ");
        source(right);
      }
    }
  }

  private void collection(Source.Collection collection) {
    switch (collection) {
      case Source.Path(String root, List<Source.Step> steps, _) -> {
        out.append(root);
        steps.forEach(this::step);
      }
      case Source.Subquery(Query query) -> subquery(SubqueryKind.SCALAR, query);
    }
  }

  private void step(Source.Step step) {
    switch (step) {
      case Source.Name(String name, boolean quoted) -> expressions.name(name, quoted);
      case Source.Element(long index) -> out.append('[').append(index).append(']');
    }
  }

  private void subquery(SubqueryKind kind, Query query) {
    out.append(kind == SubqueryKind.SCALAR ? "" : kind.name()).append('(');
    query(query);
    out.append(')');
  }

  private void orders(List<Query.Order> orders, boolean rank) {
    String separator = rank ? " ORDER BY RANK " : " ORDER BY ";
    for (Query.Order order : orders) {
      out.append(separator);
      expressions.write(order.value());
      if (order.written()) {
        out.append(order.descending() ? " DESC" : " ASC");
      }
      separator = ", ";
    }
  }
}
