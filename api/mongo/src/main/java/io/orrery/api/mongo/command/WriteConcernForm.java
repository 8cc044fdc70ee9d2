// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.Optional;

/// What may stand in a write concern. Whether it is met is said with the answer.
final class WriteConcernForm {
  /// As many members as a replica set of MongoDB can have.
  private static final int MEMBERS_MAX = 50;

  private WriteConcernForm() {}

  /// Fails if a command has a write concern that is none.
  static void require(CommandBody body) {
    Optional<Value.Document> concern = body.arguments().findDocument("writeConcern");
    if (concern.isEmpty()) {
      return;
    }
    Arguments arguments = new Arguments("writeConcern", concern.get());
    requireMembers(arguments.value("w"));
    boolean _ = arguments.flag("j");
    boolean _ = arguments.flag("fsync");
    Optional<Long> _ = arguments.findWhole("wtimeout");
    arguments.ignore("provenance");
    arguments.requireNothingElse();
  }

  private static void requireMembers(Value members) {
    boolean named = members == Value.Undefined.UNDEFINED || members instanceof Value.Text;
    if (named) {
      return;
    }
    if (!members.kind().isNumber()) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE, "w has to be a number or the name of a mode");
    }
    double count = BsonNumbers.toDouble(members);
    if (!(count >= 0 && count <= MEMBERS_MAX)) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          "w has to be a non-negative number and not greater than %d".formatted(MEMBERS_MAX));
    }
  }
}
