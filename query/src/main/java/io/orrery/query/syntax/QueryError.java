// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// One thing that is wrong with a query.
///
/// @param code the service's code, such as `SC1001`; empty where the service has none
/// @param start the first wrong character, and `end` the one after the last; both -1 if the whole
///   query is meant
public record QueryError(String code, String message, int start, int end) implements Serializable {

  public QueryError(String code, String message, @Nullable Span span) {
    this(code, message, span == null ? -1 : span.start(), span == null ? -1 : span.end());
  }

  public boolean hasLocation() {
    return start >= 0;
  }
}
