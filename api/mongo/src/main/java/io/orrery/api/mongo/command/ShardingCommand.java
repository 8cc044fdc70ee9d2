// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// What makes collections sharded.
public sealed interface ShardingCommand extends DefinitionCommand {

  /// Documents are spread by what they have at the path.
  ///
  /// @param path of the shard key, dotted
  record ShardCollection(Namespace namespace, String path) implements ShardingCommand {}

  /// Every database can have sharded collections.
  record EnableSharding() implements ShardingCommand {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("shardCollection", ShardingCommand::shardCollection);
    table.put("shardcollection", ShardingCommand::shardCollection);
    table.put("enableSharding", ShardingCommand::enableSharding);
  }

  private static MongoCommand shardCollection(CommandBody body) {
    Arguments arguments = body.arguments();
    Collations.requireSimple(arguments);
    ReadCommands.refuse(arguments, "unique", "timeseries", "presplitHashedZones");
    // Partitions follow throughput and size by themselves.
    arguments.ignore("numInitialChunks", "enforceUniquenessCheck", "implicitlyCreateIndex");
    if (!(body.subject() instanceof Value.Text(String name))) {
      throw new MongoFailure(
          MongoError.INVALID_NAMESPACE,
          "shardCollection needs the name of a collection with its database, as in 'db.c'");
    }
    return new ShardCollection(Namespace.parse(name), path(arguments.document("key")));
  }

  private static MongoCommand enableSharding(CommandBody body) {
    body.arguments().ignore("primaryShard");
    if (body.subject() instanceof Value.Text(String database)) {
      String _ = Namespace.requireDatabase(database);
      return new EnableSharding();
    }
    throw new MongoFailure(MongoError.TYPE_MISMATCH, "enableSharding needs the name of a database");
  }

  /// The path of a shard key. Whether it says that it hashes or not, it does.
  static String path(Value.Document key) {
    if (key.properties().size() != 1) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "A shard key of several fields, or of none, is not supported");
    }
    Map.Entry<String, Value> field = key.properties().firstEntry();
    boolean hashed = field.getValue().equals(new Value.Text("hashed"));
    boolean ascending = BsonNumbers.findWhole(field.getValue()).orElse(0L) == 1;
    if (!hashed && !ascending) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "The field of a shard key must be 1 or 'hashed'");
    }
    return requirePath(field.getKey());
  }

  /// Fails with BAD_VALUE if documents have no such path.
  static String requirePath(String path) {
    for (String name : List.of(path.split("\\.", -1))) {
      if (name.isEmpty() || name.startsWith("$")) {
        throw new MongoFailure(
            MongoError.BAD_VALUE, "The shard key '%s' is no path".formatted(path));
      }
    }
    return path;
  }
}
