// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.ArrayOf;
import io.orrery.query.syntax.Expression.Between;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Conditional;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.In;
import io.orrery.query.syntax.Expression.Indexed;
import io.orrery.query.syntax.Expression.Like;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Expression.Parameter;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Expression.Subquery;
import io.orrery.query.syntax.Expression.Unary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Questions about expressions, answered without recursion: trees come from texts of any depth.
final class ExpressionFacts {
  private ExpressionFacts() {}

  /// Whether an aggregate function is called, outside of subqueries, which have their own rows.
  static boolean aggregates(Expression expression) {
    Deque<Expression> left = new ArrayDeque<>(List.of(expression));
    while (!left.isEmpty()) {
      Expression next = left.pop();
      if (next instanceof Call call && aggregate(call) != null) {
        return true;
      }
      left.addAll(children(next));
    }
    return false;
  }

  static @Nullable AggregateFunction aggregate(Call call) {
    return call.userDefined() ? null : AggregateFunction.find(call.name());
  }

  private static List<Expression> children(Expression expression) {
    return switch (expression) {
      case Literal _, Parameter _, Reference _, Subquery _ -> List.of();
      case Member member -> List.of(member.of());
      case Indexed(Expression of, Expression index, _) -> List.of(of, index);
      case ArrayOf(List<Expression> elements) -> elements;
      case ObjectOf(List<Entry> entries) -> entries.stream().map(Entry::value).toList();
      case Unary unary -> List.of(unary.operand());
      case Binary binary -> List.of(binary.left(), binary.right());
      case Conditional(Expression condition, Expression whenTrue, Expression whenFalse) ->
          List.of(condition, whenTrue, whenFalse);
      case Between between -> List.of(between.operand(), between.low(), between.high());
      case In in -> {
        List<Expression> children = new ArrayList<>(in.candidates());
        children.add(in.operand());
        yield children;
      }
      case Like like -> List.of(like.operand(), like.pattern());
      case Call call -> call.arguments();
    };
  }

  /// `a AND b AND c` as `a`, `b`, `c`, whatever the operator.
  static List<Expression> chain(BinaryOperator operator, Expression expression) {
    List<Expression> operands = new ArrayList<>();
    Deque<Expression> left = new ArrayDeque<>(List.of(expression));
    while (!left.isEmpty()) {
      Expression next = left.pop();
      if (next instanceof Binary binary && binary.operator() == operator) {
        left.push(binary.left());
        left.push(binary.right());
      } else {
        operands.add(next);
      }
    }
    // The right operand was taken first each time.
    Collections.reverse(operands);
    return operands;
  }
}
