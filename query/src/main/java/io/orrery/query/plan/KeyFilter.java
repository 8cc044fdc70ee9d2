// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.SubqueryKind;
import io.orrery.query.syntax.Expression.UnaryOperator;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which partition keys an item can have if a condition is true for it. A condition that this does
/// not understand says nothing about the key.
final class KeyFilter {
  /// Whole numbers up to this are exact in every type of number.
  private static final double EXACT_MAX = 0x1p53;

  private final List<PropertyPath> paths;
  private final DocumentPaths places;
  private final Constants constants;

  KeyFilter(List<PropertyPath> paths, DocumentPaths places, Constants constants) {
    this.paths = paths;
    this.places = places;
    this.constants = constants;
  }

  KeySet whenTrue(Expression condition) {
    Value constant = constants.fold(condition);
    if (constant != null) {
      return constant == Value.Bool.TRUE ? KeySet.ALL : KeySet.NONE;
    }
    return switch (condition) {
      case Binary binary -> binaryWhenTrue(binary);
      case Expression.Unary(UnaryOperator operator, Expression operand) ->
          operator == UnaryOperator.NOT ? whenFalse(operand) : KeySet.ALL;
      case Expression.In in -> in.negated() ? KeySet.ALL : in(in.operand(), in.candidates());
      case Expression.Like like -> like.negated() ? KeySet.ALL : like(like);
      case Call call -> call.userDefined() ? KeySet.ALL : call(call);
      case Expression.Subquery(SubqueryKind kind, Query query) ->
          kind == SubqueryKind.EXISTS ? whenItHasRows(query) : KeySet.ALL;
      case Expression.Literal _,
          Expression.Parameter _,
          Expression.Reference _,
          Expression.Step _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Conditional _,
          Expression.Between _ ->
          at(condition, List.of(Value.Bool.TRUE));
    };
  }

  private KeySet binaryWhenTrue(Binary binary) {
    BinaryOperator operator = binary.operator();
    if (operator == BinaryOperator.AND) {
      return whenTrue(binary.left()).and(whenTrue(binary.right()));
    }
    if (operator == BinaryOperator.OR) {
      return whenTrue(binary.left()).or(whenTrue(binary.right()));
    }
    return operator == BinaryOperator.EQUAL ? equal(binary.left(), binary.right()) : KeySet.ALL;
  }

  /// The same for a condition that is false, which is not the same as one that is not true.
  private KeySet whenFalse(Expression condition) {
    Value constant = constants.fold(condition);
    if (constant != null) {
      return constant == Value.Bool.FALSE ? KeySet.ALL : KeySet.NONE;
    }
    return switch (condition) {
      case Binary binary -> binaryWhenFalse(binary);
      case Expression.Unary(UnaryOperator operator, Expression operand) ->
          operator == UnaryOperator.NOT ? whenTrue(operand) : KeySet.ALL;
      case Expression.In in -> in.negated() ? in(in.operand(), in.candidates()) : KeySet.ALL;
      case Expression.Literal _,
          Expression.Parameter _,
          Expression.Reference _,
          Expression.Step _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.Like _,
          Expression.Call _,
          Expression.Subquery _ ->
          at(condition, List.of(Value.Bool.FALSE));
    };
  }

  private KeySet binaryWhenFalse(Binary binary) {
    BinaryOperator operator = binary.operator();
    if (operator == BinaryOperator.AND) {
      return whenFalse(binary.left()).or(whenFalse(binary.right()));
    }
    if (operator == BinaryOperator.OR) {
      return whenFalse(binary.left()).and(whenFalse(binary.right()));
    }
    return operator == BinaryOperator.NOT_EQUAL ? equal(binary.left(), binary.right()) : KeySet.ALL;
  }

  private KeySet equal(Expression left, Expression right) {
    return equalTo(left, right).and(whenDefined(left)).and(whenDefined(right));
  }

  /// Nothing is equal to a subquery without rows.
  private KeySet whenDefined(Expression operand) {
    return operand instanceof Expression.Subquery(SubqueryKind kind, Query query)
            && kind == SubqueryKind.SCALAR
        ? whenItHasRows(query)
        : KeySet.ALL;
  }

  /// What the filter of a subquery over parts of the item says about the item. Aggregates have a
  /// row whatever the filter leaves.
  private KeySet whenItHasRows(Query query) {
    if (query.where() == null
        || !query.groupBy().isEmpty()
        || ExpressionTrees.hasAggregate(query)) {
      return KeySet.ALL;
    }
    return new KeyFilter(paths, places.inside(query.from()), constants).whenTrue(query.where());
  }

  private KeySet equalTo(Expression left, Expression right) {
    Value value = constants.fold(right);
    if (value != null) {
      return equal(left, value);
    }
    Value first = constants.fold(left);
    return first == null ? KeySet.ALL : equal(right, first);
  }

  private KeySet equal(Expression operand, Value value) {
    if (value == Value.Undefined.UNDEFINED) {
      return KeySet.NONE;
    }
    return operand instanceof Call call && isBuiltIn(call, "ABS", 1)
        ? magnitude(call.arguments().getFirst(), value)
        : at(operand, List.of(value));
  }

  private KeySet magnitude(Expression operand, Value value) {
    double number =
        switch (value) {
          case Value.Int32(int whole) -> whole;
          case Value.Int64(long whole) -> (double) whole;
          case Value.Float64(double any) -> any;
          case Value.Scalar _, Value.Composite _ -> Double.NaN;
        };
    return number >= 0 && number <= EXACT_MAX
        ? at(operand, List.of(value, new Value.Float64(-number)))
        : KeySet.ALL;
  }

  private KeySet in(Expression operand, List<Expression> candidates) {
    List<Value> values = new ArrayList<>();
    for (Expression candidate : candidates) {
      Value value = constants.fold(candidate);
      if (value == null) {
        return KeySet.ALL;
      }
      if (value != Value.Undefined.UNDEFINED) {
        values.add(value);
      }
    }
    return at(operand, values);
  }

  private KeySet like(Expression.Like like) {
    String text =
        constants.fold(like.pattern()) instanceof Value.Text(String pattern)
            ? withoutWildcards(pattern, like.escape())
            : null;
    return text == null ? KeySet.ALL : at(like.operand(), List.of(new Value.Text(text)));
  }

  /// The only text that the pattern matches; null if there may be more.
  private static @Nullable String withoutWildcards(String pattern, @Nullable String escape) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      if (escape != null && pattern.startsWith(escape, i)) {
        i += escape.length();
        if (i == pattern.length()) {
          return null;
        }
      } else if ("%_[".indexOf(pattern.charAt(i)) >= 0) {
        return null;
      }
      text.append(pattern.charAt(i));
    }
    return text.toString();
  }

  private KeySet call(Call call) {
    List<Expression> arguments = call.arguments();
    return switch (call.name().toUpperCase(Locale.ROOT) + "/" + arguments.size()) {
      case "IS_BOOL/1" -> at(arguments.getFirst(), List.of(Value.Bool.FALSE, Value.Bool.TRUE));
      case "IS_NULL/1" -> at(arguments.getFirst(), List.of(Value.Null.NULL));
      case "ARRAY_CONTAINS/2", "_TRY_ARRAY_CONTAINS/2" ->
          constants.fold(arguments.getFirst()) instanceof Value.Array(List<Value> elements)
              ? at(arguments.getLast(), elements)
              : KeySet.ALL;
      default -> KeySet.ALL;
    };
  }

  private static boolean isBuiltIn(Call call, String name, int arguments) {
    return !call.userDefined()
        && call.name().equalsIgnoreCase(name)
        && call.arguments().size() == arguments;
  }

  /// The keys with one of the values where the expression stands in the item.
  private KeySet at(Expression place, List<Value> values) {
    List<String> names = places.find(place);
    for (int i = 0; names != null && i < paths.size(); i++) {
      if (paths.get(i).segments().equals(names)) {
        return KeySet.at(i, values);
      }
    }
    return KeySet.ALL;
  }
}
