// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import java.util.stream.Stream;

/// Functions that we know by name but cannot do: whoever calls them is told so, instead of that
/// there are none.
final class UnsupportedFunctions {
  static final List<Function> ALL =
      Stream.of(
              "FullTextContains",
              "FullTextContainsAll",
              "FullTextContainsAny",
              "FullTextScore",
              "RRF",
              "_FullTextScore",
              "_FullTextWordCount",
              "_VectorScore")
          .map(UnsupportedFunctions::unsupported)
          .toList();

  private UnsupportedFunctions() {}

  private static Function unsupported(String name) {
    return new Function(
        name,
        0,
        Integer.MAX_VALUE,
        true,
        false,
        (_, _) -> {
          throw new OrreryException(
              ErrorCode.NOT_SUPPORTED, "The function " + name + " is not supported.");
        });
  }
}
