// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.expression.function.ValueFunction;
import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An expression that was read. Functions take the values of all their arguments; what decides by
/// itself which parts are evaluated, or gives names to values, has a form of its own.
public sealed interface MongoExpression {

  record Constant(Value value) implements MongoExpression {}

  /// What a path leads to in what a variable stands for.
  record Path(String variable, List<String> names) implements MongoExpression {
    public Path {
      names = List.copyOf(names);
    }
  }

  /// A name and what belongs to it.
  record Named(String name, MongoExpression value) {}

  /// A document of the fields that have a value.
  record NewDocument(List<Named> fields) implements MongoExpression {
    public NewDocument {
      fields = List.copyOf(fields);
    }
  }

  /// An array, with null where there is no value.
  record NewArray(List<MongoExpression> elements) implements MongoExpression {
    public NewArray {
      elements = List.copyOf(elements);
    }
  }

  record Call(ValueFunction function, List<MongoExpression> arguments) implements MongoExpression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /// Whether all are true, looked at until one is not.
  record All(List<MongoExpression> parts) implements MongoExpression {
    public All {
      parts = List.copyOf(parts);
    }
  }

  /// Whether one is true, looked at until one is.
  record Any(List<MongoExpression> parts) implements MongoExpression {
    public Any {
      parts = List.copyOf(parts);
    }
  }

  record Choice(MongoExpression condition, MongoExpression then, MongoExpression otherwise)
      implements MongoExpression {}

  /// The first choice whose condition is true.
  ///
  /// @param otherwise null if it is an error that there is none
  record Branches(List<Branch> branches, @Nullable MongoExpression otherwise)
      implements MongoExpression {
    public Branches {
      branches = List.copyOf(branches);
    }
  }

  record Branch(MongoExpression condition, MongoExpression then) {}

  /// The first that is neither null nor missing, or the last.
  record FirstPresent(List<MongoExpression> parts) implements MongoExpression {
    public FirstPresent {
      parts = List.copyOf(parts);
    }
  }

  record Let(List<Named> variables, MongoExpression in) implements MongoExpression {
    public Let {
      variables = List.copyOf(variables);
    }
  }

  /// Something of each element.
  record MapEach(MongoExpression input, String as, MongoExpression in) implements MongoExpression {}

  /// The elements of which something is true.
  ///
  /// @param limit how many at most; null for all
  record KeepEach(
      MongoExpression input, String as, MongoExpression condition, @Nullable MongoExpression limit)
      implements MongoExpression {}

  /// What became of a value with one element after the other.
  record Fold(MongoExpression input, MongoExpression initial, MongoExpression in)
      implements MongoExpression {}

  /// A value of another type.
  ///
  /// @param onError what it is instead where it cannot be converted; null to refuse
  /// @param onNull what null becomes; null for null
  record Converted(
      MongoExpression input,
      MongoExpression to,
      @Nullable MongoExpression onError,
      @Nullable MongoExpression onNull)
      implements MongoExpression {}

  /// A number from 0 to 1, another one each time.
  record Random() implements MongoExpression {}
}
