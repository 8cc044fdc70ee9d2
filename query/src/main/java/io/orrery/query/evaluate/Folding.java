// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.query.evaluate.Evaluation.Constant;

/// Evaluates at once what has only constants in it.
final class Folding {
  /// Constants are as small as the text they come from; nothing needs to be accounted.
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

  private static boolean areConstant(Evaluation[] operands) {
    for (Evaluation operand : operands) {
      if (!(operand instanceof Constant)) {
        return false;
      }
    }
    return true;
  }
}
