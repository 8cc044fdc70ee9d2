// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.container.Throughput;
import io.orrery.model.value.Value;
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
  record CreateCollection(
      Namespace namespace, Optional<Throughput> throughput, Optional<String> shardKey)
      implements CosmosCommand {}

  record UpdateCollection(Namespace namespace, Optional<Throughput> throughput)
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
              arguments.findText("shardKey").map(ShardingCommand::requirePath));
      case "updatecollection" -> new UpdateCollection(namespace(body), throughput(arguments));
      case "getcollection" -> new GetCollection(namespace(body));
      default ->
          throw new MongoFailure(
              MongoError.COMMAND_NOT_FOUND, "no such customAction: '%s'".formatted(action));
    };
  }

  private static Namespace namespace(CommandBody body) {
    return new Namespace(body.database(), body.arguments().text("collection"));
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
