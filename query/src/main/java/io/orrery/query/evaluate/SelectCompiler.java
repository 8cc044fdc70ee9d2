// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Float64;
import io.orrery.query.evaluate.Evaluation.Constant;
import io.orrery.query.evaluate.SourceScope.Binding;
import io.orrery.query.evaluate.SourceScope.Grouped;
import io.orrery.query.function.Unsupported;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Query.Order;
import io.orrery.query.syntax.Query.Projection;
import io.orrery.query.syntax.Query.Properties;
import io.orrery.query.syntax.Query.Single;
import io.orrery.query.syntax.Query.Star;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compiles one SELECT.
final class SelectCompiler {
  private final Compilation compilation;

  SelectCompiler(Compilation compilation) {
    this.compilation = compilation;
  }

  Select compile(Query query, @Nullable SourceScope outer) {
    if (query.rank()) {
      throw Unsupported.rank();
    }
    SourceScope rowScope = new SourceScope(outer);
    RowStep rows = new RowCompiler(compilation, rowScope).compile(query.from(), query.where());
    Grouped grouped = grouped(query, rowScope);
    SourceScope scope = grouped == null ? rowScope : rowScope.grouped(grouped);
    Evaluation projection = projection(query.select().projection(), scope);
    // Aggregates without GROUP BY give one row: there is nothing to order, and plans of the
    // service's kind leave such an ORDER BY in the queries that clients send.
    boolean oneRow = grouped != null && query.groupBy().isEmpty();
    List<Order> orders = oneRow ? List.of() : query.orderBy();
    Evaluation[] orderKeys = new Evaluation[orders.size()];
    for (int i = 0; i < orderKeys.length; i++) {
      orderKeys[i] = compilation.expression(orders.get(i).value(), scope);
    }
    return new Select(
        rows,
        projection,
        orderKeys,
        new RowOrder(orders.stream().map(Order::descending).toList()),
        grouped == null ? null : grouped.grouping(),
        query.select().distinct(),
        window(query, scope),
        grouped == null && isItem(query.select().projection(), scope));
  }

  private @Nullable Grouped grouped(Query query, SourceScope rowScope) {
    if (query.groupBy().isEmpty() && !aggregates(query)) {
      return null;
    }
    List<GroupLayout.Key> keys = new ArrayList<>();
    for (Expression key : query.groupBy()) {
      keys.add(new GroupLayout.Key(compilation.expression(key, rowScope), compilation.newSlot()));
    }
    return new Grouped(query.groupBy(), keys, rowScope);
  }

  private static boolean aggregates(Query query) {
    boolean projected =
        switch (query.select().projection()) {
          case Star _ -> false;
          case Single(Expression value) -> ExpressionFacts.aggregates(value);
          case Properties(var properties) ->
              properties.stream()
                  .anyMatch(property -> ExpressionFacts.aggregates(property.value()));
        };
    return projected
        || query.orderBy().stream().anyMatch(key -> ExpressionFacts.aggregates(key.value()));
  }

  private Evaluation projection(Projection projection, SourceScope scope) {
    return switch (projection) {
      case Star _ -> star(scope);
      case Single(Expression value) -> compilation.expression(value, scope);
      case Properties(List<Query.Property> properties) -> properties(properties, scope);
    };
  }

  private static Evaluation star(SourceScope scope) {
    if (scope.grouped() != null) {
      throw QueryRefusals.invalid("SELECT * cannot be used in a query that aggregates or groups.");
    }
    Binding only = scope.only();
    if (only == null) {
      throw QueryRefusals.invalid(
          "SELECT * needs exactly one source; name the properties instead.");
    }
    return only.slot() == SourceScope.ITEM
        ? frame -> frame.item().whole()
        : new Evaluation.Slot(only.slot());
  }

  private Evaluation properties(List<Query.Property> properties, SourceScope scope) {
    String[] names = new String[properties.size()];
    Evaluation[] values = new Evaluation[names.length];
    int unnamed = 0;
    for (int i = 0; i < names.length; i++) {
      Query.Property property = properties.get(i);
      values[i] = compilation.expression(property.value(), scope);
      String name = property.alias() != null ? property.alias() : property.value().lastName();
      names[i] = name != null ? name : "$" + ++unnamed;
    }
    return new ObjectConstruction(names, values, scope.isNested());
  }

  private static boolean isItem(Projection projection, SourceScope scope) {
    return switch (projection) {
      case Star _ -> {
        Binding only = scope.only();
        yield only != null && only.slot() == SourceScope.ITEM;
      }
      case Single(Expression.Reference(String name, _)) -> {
        SourceScope.Found found = scope.find(name);
        yield found != null && found.isItem();
      }
      case Single _, Properties _ -> false;
    };
  }

  private Select.Window window(Query query, SourceScope scope) {
    Query.Window window = query.window();
    Expression top = query.select().top();
    return new Select.Window(
        top == null ? Select.Window.ALL : count("TOP", top, scope),
        window == null ? 0 : count("OFFSET", window.offset(), scope),
        window == null ? Select.Window.ALL : count("LIMIT", window.limit(), scope));
  }

  private long count(String clause, Expression expression, SourceScope scope) {
    if (compilation.expression(expression, scope) instanceof Constant(Value.Numeric value)) {
      long count =
          switch (value) {
            case Value.Int32(int number) -> number;
            case Value.Int64(long number) -> number;
            case Float64(double number) when number == (long) number -> (long) number;
            case Float64 _, Value.Decimal128 _, Value.Decimal _ -> -1;
          };
      if (count >= 0) {
        return count;
      }
    }
    throw QueryRefusals.invalid(
        clause + " takes a whole number from 0 on, or a parameter with one.");
  }
}
