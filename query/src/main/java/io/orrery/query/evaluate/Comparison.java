// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.aggregate.SameValue;

/// Compares values as the operators do.
///
/// `=` and `!=` of two defined values are true or false, whatever their types: values of different
/// types are not equal. The documentation says "undefined" there, but programs filter with `c.x !=
/// null`, the .NET SDK's LINQ tests expect numbers from it, and the offline engine in that SDK's
/// tests answers like this. Deep for arrays and objects.
///
/// `<` and its like are undefined for different types, for arrays and for objects. `null <= null`.
final class Comparison {
  /// What [#compare] answers for values that have no order.
  static final int NONE = Integer.MIN_VALUE;

  private Comparison() {}

  static Value equal(Value left, Value right) {
    return left == Undefined.UNDEFINED || right == Undefined.UNDEFINED
        ? Undefined.UNDEFINED
        : Bool.of(SameValue.equal(left, right));
  }

  static Value notEqual(Value left, Value right) {
    return left == Undefined.UNDEFINED || right == Undefined.UNDEFINED
        ? Undefined.UNDEFINED
        : Bool.of(!SameValue.equal(left, right));
  }

  static Value less(Value left, Value right) {
    int comparison = compare(left, right);
    return comparison == NONE ? Undefined.UNDEFINED : Bool.of(comparison < 0);
  }

  static Value lessOrEqual(Value left, Value right) {
    int comparison = compare(left, right);
    return comparison == NONE ? Undefined.UNDEFINED : Bool.of(comparison <= 0);
  }

  /// -1, 0, 1 or [#NONE].
  private static int compare(Value left, Value right) {
    if (left instanceof Int32(int number) && right instanceof Int32(int other)) {
      return Integer.compare(number, other);
    }
    if (left instanceof Text(String text) && right instanceof Text(String other)) {
      return Integer.signum(ValueOrder.TEXT.compare(text, other));
    }
    return haveOrder(left.kind(), right.kind())
        ? Integer.signum(ValueOrder.SQL.compare(left, right))
        : NONE;
  }

  private static boolean haveOrder(Kind left, Kind right) {
    return left != Kind.UNDEFINED
        && !left.isContainer()
        && ValueOrder.SQL.compareKinds(left, right) == 0;
  }
}
