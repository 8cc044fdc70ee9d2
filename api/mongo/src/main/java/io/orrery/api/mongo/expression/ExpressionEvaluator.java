// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.ConversionTargets;
import io.orrery.api.mongo.expression.function.Conversions;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Says what expressions are. Undefined where there is no value.
public final class ExpressionEvaluator {
  private ExpressionEvaluator() {}

  public static boolean isTrue(MongoExpression expression, Variables variables) {
    return Operands.isTrue(evaluate(expression, variables));
  }

  public static Value evaluate(MongoExpression expression, Variables variables) {
    return switch (expression) {
      case MongoExpression.Constant(Value value) -> value;
      case MongoExpression.Path(String variable, List<String> names) ->
          follow(variables.find(variable), names, 0);
      case MongoExpression.NewDocument(var fields) -> document(fields, variables);
      case MongoExpression.NewArray(var elements) -> array(elements, variables);
      case MongoExpression.Call(var function, var arguments) -> {
        Value[] values = new Value[arguments.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = evaluate(arguments.get(i), variables);
        }
        yield function.apply(values);
      }
      case MongoExpression.All(var parts) ->
          Value.Bool.of(parts.stream().allMatch(each -> isTrue(each, variables)));
      case MongoExpression.Any(var parts) ->
          Value.Bool.of(parts.stream().anyMatch(each -> isTrue(each, variables)));
      case MongoExpression.Choice(var condition, var then, var otherwise) ->
          evaluate(isTrue(condition, variables) ? then : otherwise, variables);
      case MongoExpression.Branches(var branches, var otherwise) ->
          branch(branches, otherwise, variables);
      case MongoExpression.FirstPresent(var parts) -> firstPresent(parts, variables);
      case MongoExpression.Let(var named, var in) -> let(named, in, variables);
      case MongoExpression.MapEach each -> mapEach(each, variables);
      case MongoExpression.KeepEach each -> keepEach(each, variables);
      case MongoExpression.Fold fold -> fold(fold, variables);
      case MongoExpression.Converted converted -> convert(converted, variables);
      case MongoExpression.Random _ -> new Value.Float64(ThreadLocalRandom.current().nextDouble());
    };
  }

  /// A path leads through an array into each of its elements.
  public static Value follow(Value value, List<String> names, int at) {
    if (at == names.size()) {
      return value;
    }
    return switch (value) {
      case Value.Document document -> follow(document.property(names.get(at)), names, at + 1);
      case Value.Array(List<Value> elements) -> {
        List<Value> found = new ArrayList<>();
        for (Value element : elements) {
          Value each = follow(element, names, at);
          if (each != Value.Undefined.UNDEFINED) {
            found.add(each);
          }
        }
        yield new Value.Array(found);
      }
      case Value _ -> Value.Undefined.UNDEFINED;
    };
  }

  private static Value document(List<MongoExpression.Named> fields, Variables variables) {
    LinkedHashMap<String, Value> made = new LinkedHashMap<>();
    for (MongoExpression.Named field : fields) {
      Value value = evaluate(field.value(), variables);
      if (value != Value.Undefined.UNDEFINED) {
        made.put(field.name(), value);
      }
    }
    return new Value.Document(made);
  }

  private static Value array(List<MongoExpression> elements, Variables variables) {
    List<Value> made = new ArrayList<>();
    for (MongoExpression element : elements) {
      made.add(present(evaluate(element, variables)));
    }
    return new Value.Array(made);
  }

  private static Value present(Value value) {
    return value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
  }

  private static Value branch(
      List<MongoExpression.Branch> branches,
      @Nullable MongoExpression otherwise,
      Variables variables) {
    for (MongoExpression.Branch each : branches) {
      if (isTrue(each.condition(), variables)) {
        return evaluate(each.then(), variables);
      }
    }
    if (otherwise == null) {
      throw MongoFailure.at(
          40066,
          "$switch could not find a matching branch for an input, and no default was specified.");
    }
    return evaluate(otherwise, variables);
  }

  private static Value firstPresent(List<MongoExpression> parts, Variables variables) {
    Value value = Value.Null.NULL;
    for (MongoExpression part : parts) {
      value = evaluate(part, variables);
      if (!Operands.isNullish(value)) {
        return value;
      }
    }
    return value;
  }

  private static Value let(
      List<MongoExpression.Named> named, MongoExpression in, Variables variables) {
    Variables inner = variables;
    for (MongoExpression.Named each : named) {
      inner = inner.with(each.name(), evaluate(each.value(), variables));
    }
    return evaluate(in, inner);
  }

  /// Empty where the input is null or missing.
  private static Optional<List<Value>> elements(Value input, int location, String message) {
    if (Operands.isNullish(input)) {
      return Optional.empty();
    }
    if (input instanceof Value.Array(List<Value> elements)) {
      return Optional.of(elements);
    }
    throw MongoFailure.at(location, message + BsonType.name(input));
  }

  private static Value mapEach(MongoExpression.MapEach map, Variables variables) {
    Optional<List<Value>> elements =
        elements(evaluate(map.input(), variables), 16883, "input to $map must be an array not ");
    if (elements.isEmpty()) {
      return Value.Null.NULL;
    }
    List<Value> made = new ArrayList<>();
    for (Value element : elements.get()) {
      made.add(present(evaluate(map.in(), variables.with(map.as(), element))));
    }
    return new Value.Array(made);
  }

  private static Value keepEach(MongoExpression.KeepEach filter, Variables variables) {
    Optional<List<Value>> elements =
        elements(
            evaluate(filter.input(), variables), 28651, "input to $filter must be an array not ");
    if (elements.isEmpty()) {
      return Value.Null.NULL;
    }
    int limit = limit(filter.limit(), variables);
    List<Value> kept = new ArrayList<>();
    for (Value element : elements.get()) {
      if (kept.size() < limit && isTrue(filter.condition(), variables.with(filter.as(), element))) {
        kept.add(element);
      }
    }
    return new Value.Array(kept);
  }

  private static int limit(@Nullable MongoExpression limit, Variables variables) {
    Value wanted = limit == null ? Value.Null.NULL : evaluate(limit, variables);
    if (Operands.isNullish(wanted)) {
      return Integer.MAX_VALUE;
    }
    long count =
        (wanted.kind().isNumber() ? BsonNumbers.findWhole(wanted) : Optional.<Long>empty())
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        327391, "$filter: limit must be represented as a 32-bit integral value"));
    if (count < 1) {
      throw MongoFailure.at(327392, "$filter: limit must be greater than 0: " + count);
    }
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  private static Value fold(MongoExpression.Fold fold, Variables variables) {
    Optional<List<Value>> elements =
        elements(
            evaluate(fold.input(), variables),
            40080,
            "$reduce requires that 'input' be an array, found: ");
    if (elements.isEmpty()) {
      return Value.Null.NULL;
    }
    Value value = evaluate(fold.initial(), variables);
    for (Value element : elements.get()) {
      value = evaluate(fold.in(), variables.with("this", element).with("value", value));
    }
    return value;
  }

  private static Value convert(MongoExpression.Converted convert, Variables variables) {
    Value input = evaluate(convert.input(), variables);
    Optional<Value.Kind> to = ConversionTargets.read(evaluate(convert.to(), variables));
    if (Operands.isNullish(input)) {
      return convert.onNull() == null ? Value.Null.NULL : evaluate(convert.onNull(), variables);
    }
    if (to.isEmpty()) {
      return Value.Null.NULL;
    }
    try {
      return Conversions.convert(input, to.get());
    } catch (MongoFailure failure) {
      if (failure.error() != MongoError.CONVERSION_FAILURE || convert.onError() == null) {
        throw failure;
      }
      return evaluate(convert.onError(), variables);
    }
  }
}
