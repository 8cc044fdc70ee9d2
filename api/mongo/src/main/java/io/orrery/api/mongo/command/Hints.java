// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;

/// The index that a client wants to be used, by its name or its key. Whether there is one is known
/// where the collection is.
final class Hints {
  private Hints() {}

  /// Undefined if the client leaves it to us.
  static Value read(Arguments arguments) {
    Value hint = arguments.value("hint");
    return switch (hint) {
      case Value.Undefined _, Value.Text _, Value.Document _ -> hint;
      case Value _ ->
          throw new MongoFailure(
              MongoError.FAILED_TO_PARSE, "hint must be either a string or nested object");
    };
  }
}
