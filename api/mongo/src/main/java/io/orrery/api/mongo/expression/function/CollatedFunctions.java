// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.plan.collation.CollationKeys;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Functions where texts compare as a collation has it. Those that only tell how values stand are
/// given what stands for their values; those that choose among them are refused by their names.
public final class CollatedFunctions {
  private static final Set<String> TELLING =
      Set.of(
          "$cmp",
          "$eq",
          "$ne",
          "$lt",
          "$lte",
          "$gt",
          "$gte",
          "$in",
          "$indexOfArray",
          "$setEquals",
          "$setIsSubset");

  private static final Set<String> CHOOSING =
      Set.of(
          "$max",
          "$min",
          "$maxN",
          "$minN",
          "$setUnion",
          "$setIntersection",
          "$setDifference",
          "$sortArray");

  private CollatedFunctions() {}

  /// Fails with NOT_IMPLEMENTED for what would go by another order than it says.
  public static void require(String name) {
    if (CHOOSING.contains(name)) {
      throw MongoFailure.notSupported("The expression " + name + " under a collation");
    }
  }

  /// Null if there is none of that name.
  public static @Nullable CallForm find(String name, Collation collation) {
    CallForm form = FunctionTable.find(name);
    return !collation.isSimple()
            && TELLING.contains(name)
            && form instanceof CallForm.Positional(int least, int most, ValueFunction function)
        ? new CallForm.Positional(least, most, collated(function, CollationKeys.of(collation)))
        : form;
  }

  private static ValueFunction collated(ValueFunction function, CollationKeys keys) {
    return arguments -> {
      Value[] mapped = new Value[arguments.length];
      for (int i = 0; i < mapped.length; i++) {
        mapped[i] = keys.of(arguments[i]);
      }
      return function.apply(mapped);
    };
  }
}
