// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.container.Throughput;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What Cosmos DB adds to MongoDB's commands: databases and collections with their throughput.
public sealed interface CosmosCommand extends DefinitionCommand {

  record CreateDatabase(String database, Optional<Throughput> throughput)
      implements CosmosCommand {}

  record UpdateDatabase(String database, Optional<Throughput> throughput)
      implements CosmosCommand {}

  record GetDatabase(String database) implements CosmosCommand {
    @Override
    public Right right() {
      return Right.ANY_KEY;
    }
  }

  /// A collection with its own throughput or its database's.
  ///
  /// @param shardKey its path
  /// @param indexes as the client said, that of `_id` among them; empty for the usual ones
  record CreateCollection(
      Namespace namespace,
      Optional<Throughput> throughput,
      Optional<String> shardKey,
      Optional<List<Value.Document>> indexes)
      implements CosmosCommand {}

  /// Changes what a collection has.
  ///
  /// @param indexes that take the place of all there are; empty to leave them
  record UpdateCollection(
      Namespace namespace, Optional<Throughput> throughput, Optional<List<Value.Document>> indexes)
      implements CosmosCommand {}

  record GetCollection(Namespace namespace) implements CosmosCommand {
    @Override
    public Right right() {
      return Right.ANY_KEY;
    }
  }

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("customAction", CosmosCommand::read);
  }

  private static MongoCommand read(CommandBody body) {
    if (!(body.subject() instanceof Value.Text(String action))) {
      throw new MongoFailure(MongoError.TYPE_MISMATCH, "customAction needs the name of an action");
    }
    String database = Namespace.requireDatabase(body.database());
    Arguments arguments = body.arguments();
    return switch (action.toLowerCase(Locale.ROOT)) {
      case "createdatabase" -> new CreateDatabase(database, throughput(arguments));
      case "updatedatabase" -> new UpdateDatabase(database, throughput(arguments));
      case "getdatabase" -> new GetDatabase(database);
      case "createcollection" ->
          new CreateCollection(
              namespace(body),
              throughput(arguments),
              arguments.findText("shardKey").map(ShardingCommand::requirePath),
              indexes(arguments));
      case "updatecollection" ->
          new UpdateCollection(namespace(body), throughput(arguments), indexes(arguments));
      case "getcollection" -> new GetCollection(namespace(body));
      case "getchangestreamtokens" ->
          new ChangeStreamCommand.Tokens(
              namespace(body), arguments.findTimestamp("startAtOperationTime"));
      default ->
          throw new MongoFailure(
              MongoError.COMMAND_NOT_FOUND, "no such customAction: '%s'".formatted(action));
    };
  }

  private static Namespace namespace(CommandBody body) {
    return new Namespace(body.database(), body.arguments().text("collection"));
  }

  /// One of them is that of `_id`, as the service wants it.
  private static Optional<List<Value.Document>> indexes(Arguments arguments) {
    Optional<List<Value>> given = arguments.findArray("indexes");
    if (given.isEmpty()) {
      return Optional.empty();
    }
    List<Value.Document> others = new ArrayList<>();
    boolean byId = false;
    for (Value each : given.get()) {
      if (!(each instanceof Value.Document index)
          || !(index.property("key") instanceof Value.Document key)) {
        throw new MongoFailure(MongoError.TYPE_MISMATCH, "An index is an object with a key");
      }
      boolean ofId = key.properties().size() == 1 && key.properties().containsKey("_id");
      byId |= ofId;
      if (!ofId) {
        others.add(index);
      }
    }
    if (!byId) {
      throw new MongoFailure(MongoError.BAD_VALUE, "The indexes must have that of _id");
    }
    return Optional.of(others);
  }

  /// Fixed or scaled by itself, not both.
  private static Optional<Throughput> throughput(Arguments arguments) {
    Optional<Long> fixed = arguments.findCount("offerThroughput");
    Optional<Value.Document> scaled = arguments.findDocument("autoScaleSettings");
    if (fixed.isPresent() && scaled.isPresent()) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "Either offerThroughput or autoScaleSettings, not both");
    }
    return scaled.isPresent()
        ? scaled.map(
            settings ->
                new Arguments("autoScaleSettings", settings)
                    .findCount("maxThroughput")
                    .map(Throughput::autoscale)
                    .orElseThrow(
                        () ->
                            new MongoFailure(
                                MongoError.BAD_VALUE, "autoScaleSettings needs maxThroughput")))
        : fixed.map(Throughput::manual);
  }
}
