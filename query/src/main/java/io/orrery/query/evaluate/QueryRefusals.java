// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// Why a query cannot be evaluated.
final class QueryRefusals {
  private QueryRefusals() {}

  static OrreryException invalid(String message) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
  }

  static OrreryException unknownName(String name) {
    return invalid("The name '" + name + "' stands for no source of the query.");
  }

  static OrreryException notGrouped(String name) {
    return invalid(
        "The query aggregates, so it can use '"
            + name
            + "' only inside an aggregate function or in an expression that GROUP BY lists.");
  }

  static OrreryException notSupported(String message) {
    return new OrreryException(ErrorCode.NOT_SUPPORTED, message);
  }

  static OrreryException limit(String message) {
    return new OrreryException(ErrorCode.LIMIT_EXCEEDED, message);
  }
}
