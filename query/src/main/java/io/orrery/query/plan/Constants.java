// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.InMemory;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.function.Function;
import io.orrery.query.function.Functions;
import io.orrery.query.spatial.Geography;
import io.orrery.query.spatial.Space;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Knows the value of expressions that have the same one for every item.
public final class Constants {
  /// Far more than any value that an item can have as its partition key.
  private static final long BYTES_MAX = 1 << 20;

  /// How many parts an expression may have that calls a function which can take long.
  private static final int COSTLY_PARTS_MAX = 1_000;

  private final QuerySettings settings;

  private Constants(QuerySettings settings) {
    this.settings = settings;
  }

  /// Constants of a query with these parameters, whenever it runs: a plan is made at another time.
  ///
  /// @param parameters values by name, with the `@`
  /// @param space where shapes lie
  public static Constants of(Map<String, Value> parameters, Space space) {
    return new Constants(QuerySettings.of(new Timeless(space)).withParameters(parameters));
  }

  /// As above, of queries on things that have no place.
  public static Constants of(Map<String, Value> parameters) {
    return of(parameters, Geography.EARTH);
  }

  /// Constants of a query that runs now.
  public static Constants of(QuerySettings settings) {
    return new Constants(settings);
  }

  /// The value; null if it depends on the item or the time, or cannot be calculated.
  public @Nullable Value fold(Expression expression) {
    return switch (expression) {
      case Expression.Literal(Value value) -> value;
      case Expression.Parameter parameter -> settings.parameter(parameter.name());
      case Expression.Reference _,
          Expression.Step _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _,
          Expression.Call _,
          Expression.Subquery _ ->
          isConstant(expression) ? evaluate(expression) : null;
    };
  }

  private boolean isConstant(Expression expression) {
    return switch (expression) {
      case Expression.Literal _, Expression.Parameter _ -> true;
      case Expression.Reference _, Expression.Subquery _ -> false;
      case Expression.Call call when call.userDefined() || !isKnownBefore(call) -> false;
      case Expression.Call _,
          Expression.Step _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _ ->
          areConstant(ExpressionTrees.children(expression));
    };
  }

  private boolean areConstant(List<Expression> expressions) {
    for (Expression expression : expressions) {
      if (!isConstant(expression)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isKnownBefore(Expression.Call call) {
    Function function = Functions.find(call.name());
    return function != null
        && function.deterministic()
        && (!function.costly() || parts(call) <= COSTLY_PARTS_MAX);
  }

  private static int parts(Expression expression) {
    return 1 + ExpressionTrees.children(expression).stream().mapToInt(Constants::parts).sum();
  }

  private @Nullable Value evaluate(Expression expression) {
    Query.Select select = new Query.Select(false, null, new Query.Single(expression));
    Query query = new Query(select, null, null, List.of(), List.of(), false, null);
    try {
      CompiledQuery compiled = CompiledQuery.compile(query, settings);
      List<Value> rows = InMemory.run(compiled, List.of(), new MemoryBudget(BYTES_MAX, () -> {}));
      return rows.isEmpty() ? Value.Undefined.UNDEFINED : rows.getFirst();
    } catch (OrreryException notConstant) {
      // If it is an error, the query will say so when it runs; here it only means: not known.
      return null;
    }
  }
}
