// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;

/// The index that a client wants to be used. There are two ways to documents so far, by `_id` and
/// along all of them, and naming either changes nothing; an index that is not there is refused.
final class Hints {
  private static final String ID_INDEX = "_id_";

  private Hints() {}

  static void require(Arguments arguments) {
    boolean known =
        switch (arguments.value("hint")) {
          case Value.Undefined _ -> true;
          case Value.Text(String name) -> name.equals(ID_INDEX);
          case Value.Document keys ->
              keys.equals(ReadCommands.EMPTY) || isOnly(keys, "_id") || isOnly(keys, "$natural");
          case Value _ -> false;
        };
    if (!known) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "hint provided does not correspond to an existing index");
    }
  }

  private static boolean isOnly(Value.Document keys, String name) {
    return keys.properties().size() == 1 && keys.property(name).kind().isNumber();
  }
}
