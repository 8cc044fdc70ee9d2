// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.DiagnosticCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.gateway.RequestContext;
import io.orrery.model.container.Counters;
import io.orrery.model.value.Value;
import java.lang.management.ManagementFactory;

/// Tells how the server and what it holds are doing: what is known, and nothing in the place of
/// what is not.
final class DiagnosticAnswers {
  private static final long SECOND_MILLIS = 1000;

  private final Gateway gateway;
  private final MongoCollections collections;
  private final DocumentReads reads;
  private final MongoSettings settings;
  private final ConnectionCount connections;
  private final CollectionFigures figures;
  private final RunningCommands commands;

  DiagnosticAnswers(
      Gateway gateway,
      MongoCollections collections,
      DocumentReads reads,
      CollectionFigures figures,
      MongoSettings settings,
      ConnectionCount connections,
      RunningCommands commands) {
    this.gateway = gateway;
    this.collections = collections;
    this.reads = reads;
    this.settings = settings;
    this.connections = connections;
    this.figures = figures;
    this.commands = commands;
  }

  /// @param address where clients find the server
  void answer(
      DiagnosticCommand command, String address, BsonBuilder reply, RequestContext context) {
    switch (command) {
      case DiagnosticCommand.ServerStatus _ -> serverStatus(address, reply);
      case DiagnosticCommand.ReplicaSetConfiguration _ -> configuration(address, reply);
      case DiagnosticCommand.DefaultConcerns _ -> concerns(reply);
      case DiagnosticCommand.CollectionStatistics(Namespace namespace, long scale) -> {
        reply.put("ns", namespace.toString());
        figures(namespace, context).fields(scale).forEach(reply::put);
      }
      case DiagnosticCommand.DataSize(Namespace namespace) -> {
        CollectionFigures.Figures found = figures(namespace, context);
        reply
            .put("estimate", false)
            .put("size", found.sizes().dataBytes())
            .put("numObjects", found.documents())
            .put("millis", (int) (context.elapsedNanos() / 1_000_000));
      }
      case DiagnosticCommand.Validate(Namespace namespace) -> validate(namespace, reply, context);
      case DiagnosticCommand.CurrentOperations(Value.Document filter) -> running(filter, reply);
      case DiagnosticCommand.KillOperation(long operation) -> {
        commands.kill((int) operation);
        reply.put("info", "attempting to kill op");
      }
      case DiagnosticCommand.DatabaseStatistics(String database, long scale) ->
          database(database, scale, reply, context);
    }
  }

  private CollectionFigures.Figures figures(Namespace namespace, RequestContext context) {
    return figures.find(namespace, context).orElse(CollectionFigures.Figures.NOTHING);
  }

  private void validate(Namespace namespace, BsonBuilder reply, RequestContext context) {
    CollectionFigures.Validity found =
        figures
            .validity(namespace, context)
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.NAMESPACE_NOT_FOUND,
                        "Collection '%s' does not exist to validate.".formatted(namespace)));
    boolean valid = found.unreadable() == 0;
    reply
        .put("ns", namespace.toString())
        .put("nInvalidDocuments", found.unreadable())
        .put("nrecords", found.documents())
        .put("nIndexes", found.indexes())
        .put("valid", valid)
        .put("repaired", false)
        .beginArray("warnings")
        .add(
            new Value.Text(
                "Documents were read; entries of indexes are compared by 'orrery doctor' only."))
        .end()
        .beginArray("errors");
    if (!valid) {
      reply.add(new Value.Text("%d documents cannot be read".formatted(found.unreadable())));
    }
    reply.end();
  }

  private void running(Value.Document wanted, BsonBuilder reply) {
    Filter filter = FilterReader.read(wanted);
    reply.beginArray("inprog");
    commands.all().stream()
        .filter(command -> Matching.matches(filter, command))
        .forEach(reply::add);
    reply.end();
  }

  private void serverStatus(String address, BsonBuilder reply) {
    long uptime = ManagementFactory.getRuntimeMXBean().getUptime();
    boolean sharded = settings.topology() == MongoSettings.Topology.SHARDED;
    reply
        .put("host", address)
        .put("version", settings.serverVersion().exact())
        .put("process", sharded ? "mongos" : "mongod")
        .put("pid", ProcessHandle.current().pid())
        .put("uptime", Math.floor(uptime / (double) SECOND_MILLIS))
        .put("uptimeMillis", uptime)
        .put("uptimeEstimate", uptime / SECOND_MILLIS)
        .put("localTime", new Value.DateTime(settings.clock().millis(), 0))
        .beginDocument("connections")
        .put("current", connections.current())
        .put("totalCreated", connections.total())
        .end()
        .beginDocument("storageEngine")
        .put("name", "orrery")
        .put("persistent", true)
        .end();
  }

  private void configuration(String address, BsonBuilder reply) {
    if (settings.topology() == MongoSettings.Topology.SHARDED) {
      throw new MongoFailure(
          MongoError.COMMAND_NOT_SUPPORTED, "replSetGetConfig is not supported through mongos");
    }
    reply
        .beginDocument("config")
        .put("_id", Greetings.SET_NAME)
        .put("version", 1)
        .put("term", 1L)
        .beginArray("members")
        .beginDocument()
        .put("_id", 0)
        .put("host", address)
        .put("arbiterOnly", false)
        .put("hidden", false)
        .put("priority", 1.0)
        .put("votes", 1)
        .end()
        .end()
        .put("protocolVersion", 1L)
        .end();
  }

  private static void concerns(BsonBuilder reply) {
    reply
        .beginDocument("defaultReadConcern")
        .put("level", "local")
        .end()
        .beginDocument("defaultWriteConcern")
        .put("w", "majority")
        .put("wtimeout", 0)
        .end()
        .put("defaultReadConcernSource", "implicit")
        .put("defaultWriteConcernSource", "implicit");
  }

  /// Documents are counted, since not every item of a container is one.
  private void database(String database, long scale, BsonBuilder reply, RequestContext context) {
    int count = 0;
    long documents = 0;
    Counters sizes = Counters.ZERO;
    for (String name : collections.collections(database)) {
      ContainerHandle collection = collections.require(new Namespace(database, name));
      documents += reads.documents(collection, context);
      for (PartitionStatistics partition : gateway.partitions(collection)) {
        sizes = sizes.plus(partition.counters());
      }
      count++;
    }
    reply
        .put("db", database)
        .put("collections", (long) count)
        .put("views", (long) collections.views(database).size())
        .put("objects", documents)
        .put("avgObjSize", documents == 0 ? 0.0 : sizes.dataBytes() / (double) documents)
        .put("dataSize", sizes.dataBytes() / (double) scale)
        .put("storageSize", sizes.bytes() / (double) scale)
        .put("indexSize", sizes.indexBytes() / (double) scale)
        .put("totalSize", sizes.bytes() / (double) scale)
        .put("scaleFactor", scale);
  }
}
