// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.filter;

import io.orrery.api.table.entities.Entity;
import io.orrery.api.table.entities.EntityKey;
import io.orrery.model.Direction;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.PlanExpression.Operator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A filter, and what can be told from it before an entity is read.
///
/// @param condition what is evaluated on each entity
public record TableFilter(PlanExpression condition) {

  /// A comparison of a property with a constant, the property first.
  private record Comparison(String property, Operator operator, Value value) {}

  /// Fails with InvalidInput, or with NotImplemented for functions.
  public static TableFilter parse(String text) {
    return new TableFilter(FilterParser.parse(text));
  }

  /// Both filters at once.
  public TableFilter and(PlanExpression other) {
    return new TableFilter(new PlanExpression.And(List.of(condition, other)));
  }

  /// The only partition key that entities may have; empty if several can.
  public Optional<String> partitionKey() {
    return partitionKey(condition);
  }

  private static Optional<String> partitionKey(PlanExpression condition) {
    if (condition instanceof PlanExpression.And(List<PlanExpression> parts)) {
      return parts.stream().flatMap(part -> partitionKey(part).stream()).findFirst();
    }
    return comparison(condition) instanceof Comparison(String property, var operator, Value value)
            && property.equals(Entity.PARTITION_KEY)
            && operator == Operator.EQUAL
            && value instanceof Value.Text(String key)
        ? Optional.of(key)
        : Optional.empty();
  }

  /// The row keys that may match, within one partition key.
  public AccessPath.PrimaryRange rows() {
    return rows(condition, new AccessPath.PrimaryRange(new byte[0], null, Direction.FORWARD));
  }

  private static AccessPath.PrimaryRange rows(
      PlanExpression condition, AccessPath.PrimaryRange range) {
    if (condition instanceof PlanExpression.And(List<PlanExpression> parts)) {
      AccessPath.PrimaryRange narrowed = range;
      for (PlanExpression part : parts) {
        narrowed = rows(part, narrowed);
      }
      return narrowed;
    }
    if (comparison(condition) instanceof Comparison(String property, var operator, Value value)
        && property.equals(Entity.ROW_KEY)
        && value instanceof Value.Text(String key)) {
      byte[] at = EntityKey.rowBytes(key);
      byte[] behind = Arrays.copyOf(at, at.length + 1);
      return switch (operator) {
        case EQUAL -> intersect(range, at, behind);
        case GREATER -> intersect(range, behind, null);
        case GREATER_OR_EQUAL -> intersect(range, at, null);
        case LESS -> intersect(range, new byte[0], at);
        case LESS_OR_EQUAL -> intersect(range, new byte[0], behind);
        case NOT_EQUAL -> range;
      };
    }
    return range;
  }

  private static AccessPath.PrimaryRange intersect(
      AccessPath.PrimaryRange range, byte[] from, byte @Nullable [] to) {
    byte[] first = Arrays.compareUnsigned(range.from(), from) < 0 ? from : range.from();
    byte[] rangeTo = range.to();
    byte[] last =
        rangeTo == null || (to != null && Arrays.compareUnsigned(to, rangeTo) < 0) ? to : rangeTo;
    return new AccessPath.PrimaryRange(first, last, range.direction());
  }

  /// What is true of all entities that match, for the index.
  ///
  /// @param known properties of which nothing need be said, because something else keeps to them
  public Condition indexed(Set<String> known) {
    return indexed(condition, known);
  }

  private static Condition indexed(PlanExpression condition, Set<String> known) {
    return switch (condition) {
      case PlanExpression.And(List<PlanExpression> parts) ->
          Condition.all(parts.stream().map(part -> indexed(part, known)).toList());
      case PlanExpression.Or(List<PlanExpression> parts) ->
          Condition.any(parts.stream().map(part -> indexed(part, known)).toList());
      case PlanExpression.Constant(Value value) ->
          value == Value.Bool.FALSE ? Condition.Nothing.NOTHING : Condition.Anything.ANYTHING;
      case PlanExpression other -> {
        Comparison comparison = comparison(other);
        yield comparison == null || known.contains(comparison.property())
            ? Condition.Anything.ANYTHING
            : indexed(comparison);
      }
    };
  }

  private static Condition indexed(Comparison comparison) {
    Value value = comparison.value();
    Interval comparable = Interval.comparableTo(value);
    if (comparable == null || comparison.operator() == Operator.NOT_EQUAL) {
      return Condition.Anything.ANYTHING;
    }
    Interval interval =
        switch (comparison.operator()) {
          case EQUAL, NOT_EQUAL -> Interval.point(value);
          case LESS -> comparable.upTo(value, false);
          case LESS_OR_EQUAL -> comparable.upTo(value, true);
          case GREATER -> comparable.startingAt(value, false);
          case GREATER_OR_EQUAL -> comparable.startingAt(value, true);
        };
    return new Condition.Values(
        List.of(new IndexPath.Name(comparison.property())), interval, false);
  }

  /// Null if the expression is something else.
  private static @Nullable Comparison comparison(PlanExpression expression) {
    return switch (expression) {
      case PlanExpression.Compare(
              _,
              Operator operator,
              PlanExpression.Path(_, List<String> names),
              PlanExpression.Constant(Value value)) ->
          new Comparison(names.getFirst(), operator, value);
      case PlanExpression.Compare(
              _,
              Operator operator,
              PlanExpression.Constant(Value value),
              PlanExpression.Path(_, List<String> names)) ->
          new Comparison(names.getFirst(), mirrored(operator), value);
      case PlanExpression _ -> null;
    };
  }

  private static Operator mirrored(Operator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> operator;
      case LESS -> Operator.GREATER;
      case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case GREATER -> Operator.LESS;
      case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
    };
  }
}
