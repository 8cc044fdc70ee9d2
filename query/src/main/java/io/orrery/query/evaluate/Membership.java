// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.SameValue;
import io.orrery.query.evaluate.Evaluation.Constant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// `x IN (a, b, …)`: the same as `x = a OR x = b OR …`, so undefined if nothing is equal and `x` or
/// a candidate is undefined. Constants, of which there may be thousands, are looked up.
record Membership(
    Evaluation operand, Set<SameValue> constants, boolean undefined, Evaluation[] others)
    implements Evaluation {

  static Evaluation in(Evaluation operand, Evaluation[] candidates) {
    Set<SameValue> constants = new HashSet<>();
    List<Evaluation> others = new ArrayList<>();
    for (Evaluation candidate : candidates) {
      if (candidate instanceof Constant(Value value)) {
        constants.add(new SameValue(value));
      } else {
        others.add(candidate);
      }
    }
    boolean undefined = constants.remove(new SameValue(Undefined.UNDEFINED));
    Membership membership =
        new Membership(operand, constants, undefined, others.toArray(Evaluation[]::new));
    return others.isEmpty() ? Folding.fold(membership, operand) : membership;
  }

  @Override
  public Value evaluate(Frame frame) {
    Value value = operand.evaluate(frame);
    if (value == Undefined.UNDEFINED) {
      return value;
    }
    if (constants.contains(new SameValue(value))) {
      return Bool.TRUE;
    }
    boolean unknown = undefined;
    for (Evaluation other : others) {
      Value candidate = other.evaluate(frame);
      if (candidate == Undefined.UNDEFINED) {
        unknown = true;
      } else if (SameValue.equal(value, candidate)) {
        return Bool.TRUE;
      }
    }
    return unknown ? Undefined.UNDEFINED : Bool.FALSE;
  }
}
