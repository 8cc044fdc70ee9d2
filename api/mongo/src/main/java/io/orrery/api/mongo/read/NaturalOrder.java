// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.index.NaturalIndex;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// The order of a capped collection where nobody asks for another: that of insertion.
final class NaturalOrder {
  private static final String NATURAL = "$natural";

  private NaturalOrder() {}

  /// A selection of a capped collection, in this order unless it has one.
  static Selection in(Selection selection) {
    boolean own =
        !selection.sort().properties().isEmpty()
            && !selection.sort().properties().containsKey(NATURAL);
    if (own) {
      return selection;
    }
    boolean hinted =
        selection.hint() instanceof Value.Document hint && hint.properties().containsKey(NATURAL);
    return new Selection(
        selection.filter(),
        sort(isBackwards(selection)),
        selection.skip(),
        selection.limit(),
        hinted ? Value.Undefined.UNDEFINED : selection.hint());
  }

  private static boolean isBackwards(Selection selection) {
    return isNegative(selection.sort())
        || (selection.hint() instanceof Value.Document hint && isNegative(hint));
  }

  private static boolean isNegative(Value.Document order) {
    return BsonNumbers.findWhole(order.property(NATURAL)).orElse(1L) < 0;
  }

  static Value.Document sort(boolean backwards) {
    return new Value.Document(
        new LinkedHashMap<>(Map.of(NaturalIndex.PATH, new Value.Int32(backwards ? -1 : 1))));
  }
}
