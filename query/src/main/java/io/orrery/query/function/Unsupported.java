// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What the language has and we cannot do: search by words and by likeness, which needs indexes of
/// its own and, for vectors, the container's word on how to compare them. Whoever asks for it is
/// told so by name, before anything runs.
public final class Unsupported {
  private static final Set<String> FUNCTIONS = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    FUNCTIONS.addAll(
        List.of(
            "FullTextContains",
            "FullTextContainsAll",
            "FullTextContainsAny",
            "FullTextScore",
            "RRF",
            "VectorDistance",
            "_FullTextScore",
            "_FullTextWordCount",
            "_VectorScore"));
  }

  private Unsupported() {}

  /// Whether there is such a function elsewhere, in any case of its letters.
  public static boolean isFunction(String name) {
    return FUNCTIONS.contains(name);
  }

  public static OrreryException function(String name) {
    return refusal("The function " + name + " is not supported.");
  }

  public static OrreryException rank() {
    return refusal("ORDER BY RANK is not supported: it needs a full-text or vector index.");
  }

  private static OrreryException refusal(String message) {
    return new OrreryException(ErrorCode.NOT_SUPPORTED, message);
  }
}
