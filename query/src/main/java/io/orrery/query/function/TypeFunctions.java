// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Composite;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Scalar;
import io.orrery.model.value.Value.Text;
import java.util.List;
import java.util.function.Predicate;

/// Which type a value has. Always true or false, also for undefined.
final class TypeFunctions {
  static final List<Function> ALL =
      List.of(
          check("IS_ARRAY", value -> value.kind() == Kind.ARRAY),
          check("IS_BOOL", value -> value.kind() == Kind.BOOLEAN),
          check("IS_BOOLEAN", value -> value.kind() == Kind.BOOLEAN), // the Java SDK says so
          check("IS_DEFINED", value -> value.kind() != Kind.UNDEFINED),
          check("IS_FINITE_NUMBER", TypeFunctions::isFinite),
          check("IS_INTEGER", Numbers::isInteger),
          check("IS_NULL", value -> value.kind() == Kind.NULL),
          check("IS_NUMBER", value -> value.kind().isNumber()),
          check("IS_OBJECT", value -> value.kind() == Kind.OBJECT),
          check("IS_PRIMITIVE", TypeFunctions::isPrimitive),
          check("IS_STRING", value -> value instanceof Text));

  private TypeFunctions() {}

  private static Function check(String name, Predicate<Value> predicate) {
    return pure(name, 1, arguments -> Bool.of(predicate.test(arguments[0])));
  }

  private static boolean isFinite(Value value) {
    return switch (value) {
      case Int32 _, Int64 _, Decimal _ -> true;
      case Float64(double number) -> Double.isFinite(number);
      case Decimal128 decimal -> decimal.isFinite();
      case Scalar _, Composite _ -> false;
    };
  }

  private static boolean isPrimitive(Value value) {
    return value.kind() != Kind.UNDEFINED && !value.kind().isContainer();
  }
}
