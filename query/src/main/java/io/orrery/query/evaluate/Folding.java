// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
import io.orrery.query.evaluate.Evaluation.Constant;

/// Evaluates at once what has only constants in it.
final class Folding {
  /// A function can make much of little, and a query has room for many calls.
  private static final long SMALL = 1024;

  /// Constants are about as small as the text they come from; nothing needs to be accounted.
  private static final Budget FREE =
      new Budget() {
        @Override
        public void steps(int count) {}

        @Override
        public void take(long bytes) {}

        @Override
        public void give(long bytes) {}
      };

  private Folding() {}

  static Evaluation fold(Evaluation evaluation, Evaluation... operands) {
    return areConstant(operands)
        ? new Constant(evaluation.evaluate(new Frame(0, FREE)))
        : evaluation;
  }

  /// The same for what may make something large, which is then left to each row.
  static Evaluation foldSmall(Evaluation evaluation, Evaluation... operands) {
    return fold(evaluation, operands) instanceof Constant constant
            && ValueSize.of(constant.value()) <= SMALL
        ? constant
        : evaluation;
  }

  private static boolean areConstant(Evaluation[] operands) {
    for (Evaluation operand : operands) {
      if (!(operand instanceof Constant)) {
        return false;
      }
    }
    return true;
  }
}
