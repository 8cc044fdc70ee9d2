// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.ExpressionCodec;
import io.orrery.plan.expression.PlanExpression;
import java.util.EnumSet;
import java.util.List;

/// Conditions that documents must meet to be in an index: comparisons, `$exists: true` and their
/// conjunctions, which mean the same in partitions.
final class PartialFilters {
  /// The kinds of whatever is there.
  private static final List<Value.Kind> THERE =
      List.copyOf(EnumSet.complementOf(EnumSet.of(Value.Kind.UNDEFINED)));

  private PartialFilters() {}

  /// As the engine takes it. Fails with CANNOT_CREATE_INDEX if it has another operator.
  static byte[] encode(Filter filter) {
    ByteWriter out = new ByteWriter(128);
    ExpressionCodec.write(out, expression(filter));
    return out.toByteArray();
  }

  private static PlanExpression expression(Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) ->
          new PlanExpression.And(parts.stream().map(PartialFilters::expression).toList());
      case Filter.Field(var path, Test test) ->
          expression(new PlanExpression.Path(PlanExpression.Root.Item.ITEM, path.names()), test);
      case Filter.Or _,
          Filter.Nor _,
          Filter.Computed _,
          Filter.Schema _,
          Filter.Words _,
          Filter.Keys _ ->
          throw unsupported();
    };
  }

  private static PlanExpression expression(PlanExpression path, Test test) {
    return switch (test) {
      case Test.Compare(Comparison comparison, Value value) when isPlain(value) ->
          new PlanExpression.Compare(
              ComparisonSemantics.BSON,
              operator(comparison),
              path,
              new PlanExpression.Constant(value));
      case Test.Exists _ -> new PlanExpression.HasKind(ComparisonSemantics.BSON, path, THERE);
      case Test.Every(List<Test> tests) ->
          new PlanExpression.And(tests.stream().map(each -> expression(path, each)).toList());
      case Test _ -> throw unsupported();
    };
  }

  /// What is missing or an array compares in ways of its own.
  private static boolean isPlain(Value value) {
    return value.kind() != Value.Kind.NULL
        && value.kind() != Value.Kind.ARRAY
        && !(value.kind().isNumber() && Double.isNaN(BsonNumbers.toDouble(value)))
        && !(value instanceof Value.Extreme);
  }

  private static PlanExpression.Operator operator(Comparison comparison) {
    return switch (comparison) {
      case EQUAL -> PlanExpression.Operator.EQUAL;
      case LESS -> PlanExpression.Operator.LESS;
      case LESS_OR_EQUAL -> PlanExpression.Operator.LESS_OR_EQUAL;
      case GREATER -> PlanExpression.Operator.GREATER;
      case GREATER_OR_EQUAL -> PlanExpression.Operator.GREATER_OR_EQUAL;
    };
  }

  private static RuntimeException unsupported() {
    return IndexSpecReader.refused(
        "A partialFilterExpression can have comparisons with single values, $exists: true and"
            + " $and");
  }

  /// Whether whatever passes a filter passes a partial one too. False also if that is hard to tell.
  static boolean isImplied(Filter partial, Filter filter) {
    return switch (partial) {
      case Filter.And(List<Filter> parts) ->
          parts.stream().allMatch(part -> isImplied(part, filter));
      case Filter.Field(var path, Test.Every(List<Test> tests)) ->
          tests.stream().allMatch(test -> isImplied(new Filter.Field(path, test), filter));
      case Filter.Field wanted -> isStated(wanted, filter);
      case Filter.Or _,
          Filter.Nor _,
          Filter.Computed _,
          Filter.Schema _,
          Filter.Words _,
          Filter.Keys _ ->
          false;
    };
  }

  private static boolean isStated(Filter.Field wanted, Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) ->
          parts.stream().anyMatch(part -> isStated(wanted, part));
      case Filter.Or(List<Filter> parts) -> parts.stream().allMatch(part -> isStated(wanted, part));
      case Filter.Field(var path, Test.Every(List<Test> tests)) ->
          tests.stream().anyMatch(test -> isStated(wanted, new Filter.Field(path, test)));
      case Filter.Field(var path, Test.In(List<Value> values, var patterns))
          when patterns.isEmpty() ->
          values.stream()
              .allMatch(
                  value ->
                      isStated(
                          wanted,
                          new Filter.Field(path, new Test.Compare(Comparison.EQUAL, value))));
      case Filter.Field(var path, Test test) ->
          path.text().equals(wanted.path().text()) && implies(test, wanted.test());
      case Filter.Nor _, Filter.Computed _, Filter.Schema _, Filter.Words _, Filter.Keys _ -> false;
    };
  }

  private static boolean implies(Test test, Test wanted) {
    if (wanted instanceof Test.Exists) {
      return test instanceof Test.Exists
          || (test instanceof Test.Compare(Comparison _, Value value) && isPlain(value));
    }
    if (!(test instanceof Test.Compare(Comparison comparison, Value value))
        || !(wanted instanceof Test.Compare(Comparison bound, Value limit))
        || !isPlain(value)
        || ValueOrder.BSON.compareKinds(value.kind(), limit.kind()) != 0) {
      return false;
    }
    int order = ValueOrder.BSON.compare(value, limit);
    return switch (bound) {
      case EQUAL -> comparison == Comparison.EQUAL && order == 0;
      case LESS ->
          (comparison == Comparison.LESS && order <= 0) || (isBelow(comparison) && order < 0);
      case LESS_OR_EQUAL -> isBelow(comparison) && order <= 0;
      case GREATER ->
          (comparison == Comparison.GREATER && order >= 0) || (isAbove(comparison) && order > 0);
      case GREATER_OR_EQUAL -> isAbove(comparison) && order >= 0;
    };
  }

  private static boolean isBelow(Comparison comparison) {
    return comparison == Comparison.LESS
        || comparison == Comparison.LESS_OR_EQUAL
        || comparison == Comparison.EQUAL;
  }

  private static boolean isAbove(Comparison comparison) {
    return comparison == Comparison.GREATER
        || comparison == Comparison.GREATER_OR_EQUAL
        || comparison == Comparison.EQUAL;
  }
}
