// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import java.util.List;

/// Operands with AND, or with OR, between all of them.
///
/// A short chain leans to the left like those of other operators. That of 2,000 conditions would be
/// a tree of 2,000 levels, too many for methods that call themselves for each; as AND and OR do not
/// care how their operands are grouped, a long chain becomes a balanced tree instead.
record LogicalChain(BinaryOperator operator, List<Expression> operands) {
  private static final int LEANING_MAX = 64;

  Expression tree() {
    if (operands.size() > LEANING_MAX) {
      return balanced(operands);
    }
    Expression left = operands.getFirst();
    for (Expression right : operands.subList(1, operands.size())) {
      left = new Binary(operator, left, right);
    }
    return left;
  }

  private Expression balanced(List<Expression> part) {
    int size = part.size();
    if (size == 1) {
      return part.getFirst();
    }
    Expression left = balanced(part.subList(0, (size + 1) / 2));
    return new Binary(operator, left, balanced(part.subList((size + 1) / 2, size)));
  }

  /// How many levels the operators take.
  int height() {
    int size = operands.size();
    return size > LEANING_MAX ? Integer.SIZE - Integer.numberOfLeadingZeros(size - 1) : size - 1;
  }
}
