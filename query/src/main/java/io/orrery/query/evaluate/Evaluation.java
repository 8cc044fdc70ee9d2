// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;

/// A compiled expression. Has no state: any number of threads may evaluate it, each with its own
/// frame.
@FunctionalInterface
interface Evaluation {
  Value evaluate(Frame frame);

  /// The same value in every row.
  record Constant(Value value) implements Evaluation {
    @Override
    public Value evaluate(Frame frame) {
      return value;
    }
  }

  /// What the parameter of a query that is compiled for any values has in this run.
  record Parameter(int index) implements Evaluation {
    @Override
    public Value evaluate(Frame frame) {
      return frame.parameter(index);
    }
  }

  /// What a source, a group key or an aggregate stands for.
  record Slot(int index) implements Evaluation {
    @Override
    public Value evaluate(Frame frame) {
      return frame.slot(index);
    }
  }

  static Value[] all(Evaluation[] evaluations, Frame frame) {
    Value[] values = new Value[evaluations.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = evaluations[i].evaluate(frame);
    }
    return values;
  }
}
