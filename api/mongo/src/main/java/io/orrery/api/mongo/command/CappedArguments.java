// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;

/// Reads how much a capped collection is to hold.
final class CappedArguments {
  /// MongoDB makes sizes multiples of this.
  private static final long STEP = 256;

  private static final long BYTES_MAX = 1L << 50;
  private static final long DOCUMENTS_MAX = Integer.MAX_VALUE;

  private CappedArguments() {}

  static CollectionOptions ofCreation(Arguments arguments) {
    Optional<Long> size = arguments.findWhole(CollectionOptions.SIZE);
    Optional<Long> max = arguments.findWhole(CollectionOptions.MAX);
    if (!arguments.flag(CollectionOptions.CAPPED)) {
      if (size.isPresent() || max.isPresent()) {
        throw invalid(
            "the 'capped' field needs to be true when either the 'size' or 'max' fields are"
                + " present");
      }
      return CollectionOptions.NONE;
    }
    return capped(
        size.orElseThrow(() -> invalid("the 'size' field is required when 'capped' is true")), max);
  }

  static CollectionOptions ofConversion(Arguments arguments) {
    return capped(
        arguments
            .findWhole(CollectionOptions.SIZE)
            .orElseThrow(() -> invalid("Capped collection size must be greater than zero")),
        arguments.findWhole(CollectionOptions.MAX));
  }

  private static CollectionOptions capped(long size, Optional<Long> max) {
    if (size < 1 || size > BYTES_MAX) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "BSON field 'size' value must be >= 1 and <= %d, actual value '%d'"
              .formatted(BYTES_MAX, size));
    }
    if (max.orElse(0L) > DOCUMENTS_MAX) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "max in a capped collection has to be < 2^31 or not set");
    }
    long rounded = (size + STEP - 1) / STEP * STEP;
    LinkedHashMap<String, Value> options = new LinkedHashMap<>();
    options.put(CollectionOptions.CAPPED, Value.Bool.TRUE);
    options.put(CollectionOptions.SIZE, new Value.Int64(rounded));
    max.filter(each -> each > 0)
        .ifPresent(each -> options.put(CollectionOptions.MAX, new Value.Int64(each)));
    return CollectionOptions.of(options);
  }

  private static MongoFailure invalid(String message) {
    return new MongoFailure(MongoError.INVALID_OPTIONS, message);
  }
}
