// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.Set;

/// Version 1 of MongoDB's stable API, the only one: a client that asks for it strictly is refused
/// whatever is not part of it.
final class StableApi {
  private static final Set<String> VERSION_1 =
      Set.of(
          "abortTransaction",
          "aggregate",
          "authenticate",
          "bulkWrite",
          "collMod",
          "commitTransaction",
          "count",
          "create",
          "createIndexes",
          "delete",
          "drop",
          "dropDatabase",
          "dropIndexes",
          "endSessions",
          "explain",
          "find",
          "findAndModify",
          "getMore",
          "hello",
          "insert",
          "killCursors",
          "listCollections",
          "listDatabases",
          "listIndexes",
          "ping",
          "refreshSessions",
          "saslContinue",
          "saslStart",
          "update");

  private StableApi() {}

  /// Fails if the client asks for a version that does not have the command.
  static void require(CommandBody body) {
    Arguments arguments = body.arguments();
    boolean strict = arguments.flag("apiStrict");
    Value version = arguments.value("apiVersion");
    if (version == Value.Undefined.UNDEFINED) {
      if (strict) {
        throw new MongoFailure(
            MongoError.INVALID_OPTIONS, "Provided apiStrict without passing apiVersion");
      }
      return;
    }
    if (!version.equals(new Value.Text("1"))) {
      throw new MongoFailure(MongoError.API_VERSION_ERROR, "API version must be \"1\"");
    }
    if (strict && !VERSION_1.contains(body.name())) {
      throw new MongoFailure(
          MongoError.API_STRICT_ERROR,
          "Provided apiStrict:true, but the command %s is not in API Version 1"
              .formatted(body.name()));
    }
  }
}
