// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
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

  /// Stages that are not part of it.
  private static final Set<String> OTHER_STAGES =
      Set.of(
          "$currentOp",
          "$indexStats",
          "$listLocalSessions",
          "$listSessions",
          "$planCacheStats",
          "$search");

  /// Fails if a strict client asks for a stage that is not part of its version.
  static void requireStages(CommandBody body, List<Value.Document> pipeline) {
    if (!body.arguments().flag("apiStrict")) {
      return;
    }
    for (Value.Document stage : pipeline) {
      for (String name : stage.properties().keySet()) {
        if (OTHER_STAGES.contains(name)) {
          throw new MongoFailure(
              MongoError.API_STRICT_ERROR,
              "stage %s is not allowed with 'apiStrict: true' in API Version 1".formatted(name));
        }
      }
    }
  }

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
