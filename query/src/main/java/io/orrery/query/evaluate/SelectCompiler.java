// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Float64;
import io.orrery.query.evaluate.Evaluation.Constant;
import io.orrery.query.evaluate.Scope.Binding;
import io.orrery.query.evaluate.Scope.Grouped;
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

  Select compile(Query query, @Nullable Scope outer) {
    if (query.rank()) {
      throw Unsupported.rank();
    }
    Scope rowScope = new Scope(outer);
    RowStep rows = new RowCompiler(compilation, rowScope).compile(query.from(), query.where());
    Grouped grouped = grouped(query, rowScope);
    Scope scope = grouped == null ? rowScope : rowScope.grouped(grouped);
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
        new Ordering(orders.stream().map(Order::descending).toList()),
        grouped == null ? null : grouped.grouping(),
        query.select().distinct(),
        window(query, scope),
        grouped == null && isItem(query.select().projection(), scope));
  }

  private @Nullable Grouped grouped(Query query, Scope rowScope) {
    if (query.groupBy().isEmpty() && !aggregates(query)) {
      return null;
    }
    List<Grouping.Key> keys = new ArrayList<>();
    for (Expression key : query.groupBy()) {
      keys.add(new Grouping.Key(compilation.expression(key, rowScope), compilation.newSlot()));
    }
    return new Grouped(query.groupBy(), keys, rowScope);
  }

  private static boolean aggregates(Query query) {
    boolean projected =
        switch (query.select().projection()) {
          case Star _ -> false;
          case Single(Expression value) -> Trees.aggregates(value);
          case Properties(var properties) ->
              properties.stream().anyMatch(property -> Trees.aggregates(property.value()));
        };
    return projected || query.orderBy().stream().anyMatch(key -> Trees.aggregates(key.value()));
  }

  private Evaluation projection(Projection projection, Scope scope) {
    return switch (projection) {
      case Star _ -> star(scope);
      case Single(Expression value) -> compilation.expression(value, scope);
      case Properties(List<Query.Property> properties) -> properties(properties, scope);
    };
  }

  private static Evaluation star(Scope scope) {
    if (scope.grouped() != null) {
      throw Refusals.invalid("SELECT * cannot be used in a query that aggregates or groups.");
    }
    Binding only = scope.only();
    if (only == null) {
      throw Refusals.invalid("SELECT * needs exactly one source; name the properties instead.");
    }
    return only.slot() == Scope.ITEM
        ? frame -> frame.item().whole()
        : new Evaluation.Slot(only.slot());
  }

  private Evaluation properties(List<Query.Property> properties, Scope scope) {
    String[] names = new String[properties.size()];
    Evaluation[] values = new Evaluation[names.length];
    int unnamed = 0;
    for (int i = 0; i < names.length; i++) {
      Query.Property property = properties.get(i);
      values[i] = compilation.expression(property.value(), scope);
      String name = property.alias() != null ? property.alias() : Trees.name(property.value());
      names[i] = name != null ? name : "$" + ++unnamed;
    }
    return new ObjectConstruction(names, values, scope.isNested());
  }

  private static boolean isItem(Projection projection, Scope scope) {
    return switch (projection) {
      case Star _ -> {
        Binding only = scope.only();
        yield only != null && only.slot() == Scope.ITEM;
      }
      case Single(Expression.Reference(String name, _)) -> {
        Scope.Found found = scope.find(name);
        yield found != null && found.isItem();
      }
      case Single _, Properties _ -> false;
    };
  }

  private Select.Window window(Query query, Scope scope) {
    Query.Window window = query.window();
    Expression top = query.select().top();
    return new Select.Window(
        top == null ? Select.Window.ALL : count("TOP", top, scope),
        window == null ? 0 : count("OFFSET", window.offset(), scope),
        window == null ? Select.Window.ALL : count("LIMIT", window.limit(), scope));
  }

  private long count(String clause, Expression expression, Scope scope) {
    if (compilation.expression(expression, scope) instanceof Constant(Value value)) {
      long count =
          switch (value) {
            case Value.Int32(int number) -> number;
            case Value.Int64(long number) -> number;
            case Float64(double number) when number == (long) number -> (long) number;
            default -> -1;
          };
      if (count >= 0) {
        return count;
      }
    }
    throw Refusals.invalid(clause + " takes a whole number from 0 on, or a parameter with one.");
  }
}
