// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.model.value.Value;
import java.util.Optional;
import java.util.function.IntPredicate;

/// Looks at single bits of numbers and binaries.
final class BitMasks {
  private BitMasks() {}

  static boolean meets(Filter.Test.Bits bits, Value value) {
    if (value instanceof Value.Binary(byte[] bytes, int _)) {
      return meets(bits, position -> isSet(bytes, position));
    }
    Optional<Long> number =
        value.kind().isNumber() ? BsonNumbers.findWhole(value) : Optional.empty();
    return number.isPresent() && meets(bits, position -> isSet(number.get(), position));
  }

  private static boolean meets(Filter.Test.Bits bits, IntPredicate isSet) {
    var wanted = bits.positions().stream().map(position -> isSet.test(position) == bits.set());
    return bits.all() ? wanted.allMatch(met -> met) : wanted.anyMatch(met -> met);
  }

  /// A number goes on with its sign.
  private static boolean isSet(long number, int position) {
    return position >= Long.SIZE ? number < 0 : (number >> position & 1) == 1;
  }

  private static boolean isSet(byte[] bytes, int position) {
    int at = position / Byte.SIZE;
    return at < bytes.length && (bytes[at] >> (position % Byte.SIZE) & 1) == 1;
  }
}
