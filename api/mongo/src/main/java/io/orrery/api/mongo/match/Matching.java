// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.function.Patterns;
import io.orrery.api.mongo.geo.GeoTest;
import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.api.mongo.schema.SchemaCheck;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.collation.CollationKeys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Decides whether documents pass a filter.
public final class Matching {
  private Matching() {}

  public static boolean matches(Filter filter, Value document) {
    return switch (filter) {
      case Filter.And(var parts) -> parts.stream().allMatch(part -> matches(part, document));
      case Filter.Or(var parts) -> parts.stream().anyMatch(part -> matches(part, document));
      case Filter.Nor(var parts) -> parts.stream().noneMatch(part -> matches(part, document));
      case Filter.Field(DocumentPath path, Test test) -> meets(test, path, document);
      case Filter.Computed(var expression, var variables) ->
          ExpressionEvaluator.isTrue(expression, variables.of(document));
      case Filter.Schema(var schema) -> SchemaCheck.keeps(schema, document);
      case Filter.Words(var search) -> search.matches(document);
      case Filter.Keys(var range) -> range.matches(document);
    };
  }

  private static boolean meets(Test test, DocumentPath path, Value document) {
    return switch (test) {
      case Test.Compare(Comparison comparison, Value operand) when operand.kind() == Kind.ARRAY ->
          path.anyExpanded(document, value -> compares(comparison, value, operand));
      case Test.CollatedCompare(Test.Compare plain, Value key, Collation collation)
          when key.kind() == Kind.ARRAY ->
          path.anyExpanded(
              document,
              value -> compares(plain.comparison(), CollationKeys.of(collation).of(value), key));
      case Test.Compare _,
          Test.In _,
          Test.CollatedCompare _,
          Test.CollatedIn _,
          Test.Matches _,
          Test.HasType _,
          Test.Remainder _,
          Test.Bits _ ->
          path.anyExpanded(document, value -> meets(test, value));
      case Test.Exists _,
          Test.Size _,
          Test.DocumentElement _,
          Test.ValueElement _,
          Test.Located _ ->
          path.any(document, value -> meets(test, value));
      case Test.Every(var tests) -> tests.stream().allMatch(each -> meets(each, path, document));
      case Test.Not(Test inner) -> !meets(inner, path, document);
      case Test.Never _ -> false;
    };
  }

  /// A value by itself: an array counts as one.
  private static boolean meets(Test test, Value value) {
    return switch (test) {
      case Test.Compare(Comparison comparison, Value operand) ->
          compares(comparison, value, operand);
      case Test.In(List<Value> values, List<Pattern> patterns) ->
          values.stream().anyMatch(each -> compares(Comparison.EQUAL, value, each))
              || patterns.stream().anyMatch(each -> finds(each, value));
      case Test.CollatedCompare(Test.Compare plain, Value key, Collation collation) ->
          compares(plain.comparison(), CollationKeys.of(collation).of(value), key);
      case Test.CollatedIn(Test.In plain, List<Value> keys, Collation collation) -> {
        Value mapped = CollationKeys.of(collation).of(value);
        yield keys.stream().anyMatch(each -> compares(Comparison.EQUAL, mapped, each))
            || plain.patterns().stream().anyMatch(each -> finds(each, value));
      }
      case Test.Matches(Pattern pattern, Value.RegularExpression expression) ->
          value.equals(expression) || finds(pattern, value);
      case Test.Exists _ -> value != Value.Undefined.UNDEFINED;
      case Test.HasType(var kinds) ->
          value != Value.Undefined.UNDEFINED && kinds.contains(value.kind());
      case Test.Remainder(long divisor, long remainder) -> {
        OptionalInt sign = remainderSign(value, divisor, remainder);
        yield sign.isPresent() && sign.getAsInt() == 0;
      }
      case Test.Size(long count) ->
          value instanceof Value.Array(List<Value> elements) && elements.size() == count;
      case Test.DocumentElement(Filter filter) ->
          value instanceof Value.Array(List<Value> elements)
              && elements.stream()
                  .anyMatch(each -> each.kind().isContainer() && matches(filter, each));
      case Test.ValueElement(Test inner) ->
          value instanceof Value.Array(List<Value> elements)
              && elements.stream().anyMatch(each -> element(inner, each));
      case Test.Located(GeoTest where) -> where.passes(value);
      case Test.Bits bits -> BitMasks.meets(bits, value);
      case Test.Every(var tests) -> tests.stream().allMatch(each -> meets(each, value));
      case Test.Not(Test inner) -> !meets(inner, value);
      case Test.Never _ -> false;
    };
  }

  /// An element that is an array is looked into, as a field would be.
  public static boolean element(Test test, Value element) {
    return meets(test, new DocumentPath("", List.of()), element);
  }

  /// Which element of an array a filter with `$elemMatch` or a comparison has found: what the
  /// positional operator stands for. Empty if it cannot be told.
  public static OptionalInt position(Filter filter, String arrayPath, Value document) {
    return switch (filter) {
      case Filter.And(var parts) -> {
        for (Filter part : parts) {
          OptionalInt found = position(part, arrayPath, document);
          if (found.isPresent()) {
            yield found;
          }
        }
        yield OptionalInt.empty();
      }
      case Filter.Or(var parts) -> {
        for (Filter part : parts) {
          if (matches(part, document)) {
            yield position(part, arrayPath, document);
          }
        }
        yield OptionalInt.empty();
      }
      case Filter.Nor _, Filter.Computed _, Filter.Schema _, Filter.Words _, Filter.Keys _ ->
          OptionalInt.empty();
      case Filter.Field(DocumentPath path, Test test) -> position(path, test, arrayPath, document);
    };
  }

  private static OptionalInt position(
      DocumentPath path, Test test, String arrayPath, Value document) {
    boolean within = path.text().startsWith(arrayPath + ".");
    if (!within && !path.text().equals(arrayPath)) {
      return OptionalInt.empty();
    }
    Value array = document;
    for (String name : DocumentPath.of(arrayPath).names()) {
      array = array instanceof Value.Document inside ? inside.property(name) : Value.Null.NULL;
    }
    if (!(array instanceof Value.Array(List<Value> elements))) {
      return OptionalInt.empty();
    }
    for (int i = 0; i < elements.size(); i++) {
      Value element = elements.get(i);
      boolean found =
          within
              ? element.kind().isContainer()
                  && meets(
                      test, DocumentPath.of(path.text().substring(arrayPath.length() + 1)), element)
              : meets(test, new Value.Array(List.of(element))) || element(test, element);
      if (found) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /// Only values of one type compare, but for the two that stand before and behind all others. What
  /// is missing is equal to null.
  static boolean compares(Comparison comparison, Value value, Value operand) {
    Value one = value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
    if (ValueOrder.BSON.compareKinds(one.kind(), operand.kind()) != 0) {
      boolean extreme = operand instanceof Value.Extreme;
      return extreme
          && value != Value.Undefined.UNDEFINED
          && comparison != Comparison.EQUAL
          && holds(comparison, ValueOrder.BSON.compare(one, operand));
    }
    int order = ValueOrder.BSON.compare(one, operand);
    return (isNaN(one) || isNaN(operand))
        ? order == 0 && comparison != Comparison.LESS && comparison != Comparison.GREATER
        : holds(comparison, order);
  }

  private static boolean holds(Comparison comparison, int order) {
    return switch (comparison) {
      case EQUAL -> order == 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static boolean isNaN(Value value) {
    return (value instanceof Value.Float64(double number) && Double.isNaN(number))
        || (value instanceof Value.Decimal128 decimal && decimal.isNaN());
  }

  private static boolean finds(Pattern pattern, Value value) {
    return switch (value) {
      case Value.Text(String text) -> Patterns.finds(pattern, text);
      case Value.Symbol(String text) -> Patterns.finds(pattern, text);
      case Value _ -> false;
    };
  }

  /// Whether the whole part of a number leaves a remainder; empty if it has none.
  private static OptionalInt remainderSign(Value value, long divisor, long remainder) {
    if (!value.kind().isNumber()) {
      return OptionalInt.empty();
    }
    double number = BsonNumbers.toDouble(value);
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return OptionalInt.empty();
    }
    BigInteger whole =
        switch (value) {
          case Value.Int32(int small) -> BigInteger.valueOf(small);
          case Value.Int64(long large) -> BigInteger.valueOf(large);
          case Value.Decimal128 decimal -> decimal.toBigDecimal().toBigInteger();
          case Value _ -> new BigDecimal(number).toBigInteger();
        };
    return OptionalInt.of(
        whole.remainder(BigInteger.valueOf(divisor)).compareTo(BigInteger.valueOf(remainder)));
  }
}
