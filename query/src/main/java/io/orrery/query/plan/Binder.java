// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.OrreryException;
import io.orrery.query.function.Unsupported;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryError;
import io.orrery.query.syntax.QueryException;
import io.orrery.query.syntax.Source;
import io.orrery.query.syntax.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds everything that is wrong with a query although its syntax is right: names and functions
/// that do not exist, aggregates where none can be. The codes and sentences are the service's.
public final class Binder {
  private static final int USER_CALLS_MAX = 10;

  private final Signatures signatures;
  private final boolean hasParameters;
  private final List<QueryError> errors = new ArrayList<>();
  private final List<Call> userCalls = new ArrayList<>();

  /// Set if the query may be right but is not for us to answer.
  private @Nullable OrreryException unsupported;

  private Binder(Signatures signatures, boolean hasParameters) {
    this.signatures = signatures;
    this.hasParameters = hasParameters;
  }

  /// Fails with a [QueryException] that holds all errors; with NOT_SUPPORTED if there are none but
  /// the query asks for something that we cannot do, so that nobody plans or runs it.
  ///
  /// As in the service, a parameter that no value comes with is undefined, not an error.
  public static void check(Query query, Signatures signatures) {
    new Binder(signatures, true).check(query);
  }

  /// As [#check], for a query that cannot have parameters: it belongs to nobody's request.
  public static void checkWithoutParameters(Query query, Signatures signatures) {
    new Binder(signatures, false).check(query);
  }

  private void check(Query query) {
    query(query, null);
    callsAreFew(query);
    if (errors.isEmpty() && unsupported == null) {
      errors.addAll(RowErrors.of(query));
    }
    if (!errors.isEmpty()) {
      throw new QueryException(errors);
    }
    if (unsupported != null) {
      throw unsupported;
    }
  }

  /// Errors come in the service's order: those of sources first, then what stands on them.
  private void query(Query query, @Nullable AliasScope outer) {
    if (query.rank()) {
      unsupported(Unsupported.rank());
    }
    AliasScope scope = new AliasScope(outer, query.from() != null);
    ExpressionTrees.sources(query.from()).forEach(source -> source(source, scope));
    ExpressionTrees.projected(query).forEach(value -> expression(value, scope));
    List<Expression> withoutAggregates = new ArrayList<>(query.groupBy());
    query.orderBy().forEach(order -> withoutAggregates.add(order.value()));
    if (query.where() != null) {
      withoutAggregates.add(query.where());
    }
    for (Expression expression : withoutAggregates) {
      expression(expression, scope);
      aggregatesNotAllowed(expression);
    }
    counts(query, scope);
    if (outer != null) {
      rowsOfSubquery(query);
    }
    star(query);
    grouped(query);
  }

  private void counts(Query query, AliasScope scope) {
    if (query.select().top() != null) {
      expression(query.select().top(), scope);
    }
    if (query.window() != null) {
      expression(query.window().offset(), scope);
      expression(query.window().limit(), scope);
      if (query.select().top() != null) {
        add("", "TOP cannot be used together with OFFSET LIMIT.", null);
      }
    }
  }

  /// As in the service: a subquery gives all its rows, in no order of its own.
  private void rowsOfSubquery(Query query) {
    if (!query.orderBy().isEmpty()) {
      add("SC2202", "'ORDER BY' is not supported in subqueries.", query.places().orderBy());
    }
    if (query.select().top() != null) {
      add("SC2203", "'TOP' is not supported in subqueries.", query.places().top());
    }
    if (query.window() != null) {
      add(
          "SC2204",
          "'OFFSET LIMIT' clause is not supported in subqueries.",
          query.places().window());
    }
  }

  private void source(Source source, AliasScope scope) {
    Source.Collection collection =
        switch (source) {
          case Source.Aliased aliased -> aliased.collection();
          case Source.Iterated iterated -> iterated.collection();
          case Source.Join _ -> throw new IllegalArgumentException("a join is no single source");
        };
    switch (collection) {
      case Source.Subquery(Query query) -> query(query, scope);
      case Source.Path path -> {
        if (!scope.isEmpty() && !scope.knows(path.root())) {
          unresolved(path.root(), path.span());
        }
      }
    }
    String alias = ExpressionTrees.alias(source);
    if (alias != null && !scope.add(alias)) {
      add("", "The alias '" + alias + "' is given to more than one source.", null);
    }
  }

  private void expression(Expression expression, AliasScope scope) {
    switch (expression) {
      case Expression.Reference(String name, Span span) -> {
        if (!scope.knows(name)) {
          unresolved(name, span);
        }
      }
      case Expression.Parameter(String name, Span span) -> {
        if (!hasParameters) {
          add("", "There is nothing to give the parameter " + name + " a value here.", span);
        }
      }
      case Expression.Subquery(_, Query query) -> query(query, scope);
      case Call call -> call(call);
      case Expression.Indexed indexed -> index(indexed);
      case Expression.Literal _,
          Expression.Member _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _ -> {}
    }
    ExpressionTrees.children(expression).forEach(child -> expression(child, scope));
  }

  /// Which element it is must be known before the query runs.
  private void index(Expression.Indexed indexed) {
    if (dependsOnRow(indexed.index())) {
      add(
          "SC2990",
          "The specified query includes 'member indexer' which is currently not supported.",
          indexed.span());
    }
  }

  private static boolean dependsOnRow(Expression expression) {
    return expression instanceof Expression.Reference
        || expression instanceof Expression.Subquery
        || ExpressionTrees.children(expression).stream().anyMatch(Binder::dependsOnRow);
  }

  private void call(Call call) {
    if (call.userDefined()) {
      userCalls.add(call);
      return;
    }
    Aggregate aggregate = Aggregate.find(call.name());
    if (aggregate != null) {
      arguments(call, new Signatures.Signature(aggregate.name(), 1, 1));
      if (call.arguments().stream().anyMatch(Binder::cannotBeAggregated)) {
        add(
            "SC2101",
            "Cannot perform an aggregate function on an expression containing an aggregate or a"
                + " subquery.",
            call.span());
      }
      return;
    }
    if (Unsupported.isFunction(call.name())) {
      unsupported(Unsupported.function(call.name()));
      return;
    }
    Signatures.Signature signature = signatures.find(call.name());
    if (signature == null) {
      int start = call.span().start();
      add(
          "SC2005",
          "'" + call.name() + "' is not a recognized built-in function name.",
          new Span(start, start + call.name().length()));
    } else {
      arguments(call, signature);
    }
  }

  private void arguments(Call call, Signatures.Signature signature) {
    if (!signature.takes(call.arguments().size())) {
      String message = "The " + signature.name() + " function requires " + count(signature);
      add("SC2050", message + " argument(s).", call.span());
    }
  }

  private static String count(Signatures.Signature signature) {
    if (signature.argumentsMin() == signature.argumentsMax()) {
      return Integer.toString(signature.argumentsMin());
    }
    return signature.argumentsMax() == Integer.MAX_VALUE
        ? "at least " + signature.argumentsMin()
        : signature.argumentsMin() + " to " + signature.argumentsMax();
  }

  private static boolean cannotBeAggregated(Expression expression) {
    return expression instanceof Expression.Subquery
        || Aggregate.of(expression) != null
        || ExpressionTrees.children(expression).stream().anyMatch(Binder::cannotBeAggregated);
  }

  private void aggregatesNotAllowed(Expression expression) {
    if (Aggregate.of(expression) != null && expression instanceof Call call) {
      add("", "The aggregate " + call.name() + " can only be used in SELECT.", call.span());
    } else {
      ExpressionTrees.children(expression).forEach(this::aggregatesNotAllowed);
    }
  }

  private void star(Query query) {
    if (query.select().projection() instanceof Query.Star(Span span)) {
      if (query.from() == null) {
        add("", "'SELECT *' is not valid if FROM clause is omitted.", span);
      } else if (query.from() instanceof Source.Join) {
        add("SC2040", "'SELECT *' is only valid with a single input set.", span);
      }
      if (!query.groupBy().isEmpty()) {
        add("SC2041", "'SELECT *' is not allowed with GROUP BY.", span);
      }
    }
  }

  /// With groups or aggregates, a row stands for many items and can only show what is the same for
  /// all of them.
  private void grouped(Query query) {
    if (!query.groupBy().isEmpty() || ExpressionTrees.hasAggregate(query)) {
      ExpressionTrees.projected(query).forEach(value -> grouped(value, query.groupBy()));
    }
  }

  private void grouped(Expression expression, List<Expression> groupBy) {
    if (Aggregate.of(expression) != null
        || groupBy.stream().anyMatch(group -> ExpressionTrees.same(group, expression))) {
      return;
    }
    if (expression instanceof Expression.Reference(String name, Span span)) {
      notGrouped(name, span);
    } else if (expression instanceof Expression.Member member
        && ExpressionTrees.isPath(member)
        && groupBy.stream().noneMatch(group -> isInside(member, group))) {
      notGrouped(Printer.print(member), member.span());
    } else {
      ExpressionTrees.children(expression).forEach(child -> grouped(child, groupBy));
    }
  }

  /// Whether a path leads on from the given expression.
  private static boolean isInside(Expression path, Expression of) {
    return ExpressionTrees.same(path, of)
        || (path instanceof Expression.Step step && isInside(step.of(), of));
  }

  private void notGrouped(String path, Span span) {
    add(
        "SC2102",
        "Property reference '"
            + path
            + "' is invalid in the select list because it is not contained in either an aggregate"
            + " function or the GROUP BY clause.",
        span);
  }

  /// As in the service. Queries that plans make of one repeat its calls; these count once.
  private void callsAreFew(Query query) {
    int count = isRewritten(query) ? new HashSet<>(userCalls).size() : userCalls.size();
    if (count > USER_CALLS_MAX) {
      add(
          "",
          "The query calls user-defined functions %d times; %d times is the limit."
              .formatted(count, USER_CALLS_MAX),
          null);
    }
  }

  private static boolean isRewritten(Query query) {
    return switch (query.select().projection()) {
      case Query.Properties(var properties) ->
          properties.stream().anyMatch(property -> "payload".equals(property.alias()));
      case Query.Single(Expression value) ->
          value instanceof Expression.ArrayOf(var elements)
              && elements.size() == 1
              && ExpressionTrees.hasAggregate(value);
      case Query.Star _ -> false;
    };
  }

  private void unresolved(String name, Span span) {
    int end = Math.min(span.end(), span.start() + name.length());
    add("SC2001", "Identifier '" + name + "' could not be resolved.", new Span(span.start(), end));
  }

  /// Only the first is told.
  private void unsupported(OrreryException refusal) {
    unsupported = unsupported == null ? refusal : unsupported;
  }

  private void add(String code, String message, @Nullable Span span) {
    errors.add(new QueryError(code, message, span));
  }
}
