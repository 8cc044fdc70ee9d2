// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.auth.ContainerUse;
import io.orrery.api.sql.items.batch.SentBatch;
import io.orrery.api.sql.items.routes.Items;
import io.orrery.api.sql.items.script.Triggers;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.api.sql.ranges.Ranges;
import io.orrery.api.sql.scripts.ScriptResources;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Action.Effect;
import io.orrery.gateway.access.Action.Part;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.script.Scripts;
import java.util.List;
import java.util.function.Supplier;

/// What requests about the inside of a container ask for.
final class ContainerRoutes {
  private static final Part DEFINITION = new Part.Definition();
  private static final Part ITEMS = new Part.Items();
  private static final Part SCRIPTS = new Part.Scripts();

  private final Directory directory;
  private final ContainerUse use;
  private final Items items;
  private final ScriptResources scripts;
  private final Ranges ranges;

  ContainerRoutes(Directory directory, Gateway gateway, Scripts engine) {
    this.directory = directory;
    this.use = new ContainerUse(directory);
    this.items = new Items(directory, gateway, engine);
    this.scripts = new ScriptResources(directory, engine.limits());
    this.ranges = new Ranges(directory, gateway);
  }

  Task items(SqlRequest request, ContainerAddress container) {
    return switch (request.method()) {
      case "GET" ->
          keyed(
              Effect.READ,
              request,
              container,
              ITEMS,
              request.header(Names.A_IM).isPresent()
                  ? () -> items.changes(request, container)
                  : () -> items.page(request, container));
      case "POST" -> post(request, container);
      default -> throw Refusals.method(request);
    };
  }

  private Task post(SqlRequest request, ContainerAddress container) {
    if (request.isQuery()) {
      return request.flag(Names.IS_QUERY_PLAN)
          ? whole(Effect.READ, container, DEFINITION, () -> items.plan(request, container))
          : new Task(
              () -> use.keyed(Effect.READ, request, container, ITEMS),
              () -> items.query(request, container),
              () -> items.queryAtOnce(request, container));
    }
    if (request.flag(Names.IS_BATCH)) {
      SentBatch batch = SentBatch.parse(request, directory.administration().limits());
      return new Task(
          () -> use.batch(request, container, batch), () -> items.batch(request, container, batch));
    }
    return write(
        request,
        container,
        ITEMS,
        request.flag(Names.IS_UPSERT)
            ? () -> items.upsert(request, container)
            : () -> items.create(request, container));
  }

  Task item(SqlRequest request, ContainerAddress container, String id) {
    Part item = new Part.OneItem(id);
    return switch (request.method()) {
      case "GET", "HEAD" ->
          new Task(
              () -> use.keyed(Effect.READ, request, container, item),
              () -> items.read(request, container, id),
              () -> items.readAtOnce(request, container, id));
      case "PUT" -> write(request, container, item, () -> items.replace(request, container, id));
      case "DELETE" -> write(request, container, item, () -> items.delete(request, container, id));
      case "PATCH" -> write(request, container, item, () -> items.patch(request, container, id));
      default -> throw Refusals.method(request);
    };
  }

  /// Triggers that come along may reach every item with the same partition key.
  private Task write(
      SqlRequest request, ContainerAddress container, Part part, Supplier<Answer> work) {
    return Triggers.areWanted(request)
        ? keyed(Effect.EXECUTE, request, container, ITEMS, work)
        : keyed(Effect.WRITE, request, container, part, work);
  }

  Task partitionKeyDelete(SqlRequest request, ContainerAddress container) {
    Refusals.requireMethod("POST", request);
    return keyed(
        Effect.WRITE,
        request,
        container,
        ITEMS,
        () -> items.deletePartitionKey(request, container));
  }

  Task scripts(SqlRequest request, ContainerAddress container, Kind kind) {
    return switch (request.method()) {
      case "GET" -> scriptPage(request, container, kind);
      case "POST" ->
          request.isQuery()
              ? scriptPage(request, container, kind)
              : whole(
                  Effect.WRITE, container, SCRIPTS, () -> scripts.create(request, container, kind));
      default -> throw Refusals.method(request);
    };
  }

  private Task scriptPage(SqlRequest request, ContainerAddress container, Kind kind) {
    return whole(Effect.READ, container, SCRIPTS, () -> scripts.page(request, container, kind));
  }

  Task script(SqlRequest request, ContainerAddress container, Kind kind, String id) {
    Part script = new Part.OneScript(kind, id);
    return switch (request.method()) {
      case "GET", "HEAD" ->
          whole(Effect.READ, container, script, () -> scripts.read(request, container, kind, id));
      case "PUT" ->
          whole(
              Effect.WRITE, container, script, () -> scripts.replace(request, container, kind, id));
      case "DELETE" ->
          whole(
              Effect.WRITE, container, script, () -> scripts.delete(request, container, kind, id));
      case "POST" -> execution(request, container, kind, script, id);
      default -> throw Refusals.method(request);
    };
  }

  private Task execution(
      SqlRequest request, ContainerAddress container, Kind kind, Part script, String id) {
    if (kind != Kind.STORED_PROCEDURE) {
      throw Refusals.method(request);
    }
    return keyed(
        Effect.EXECUTE, request, container, script, () -> items.execute(request, container, id));
  }

  Task ranges(SqlRequest request, ContainerAddress container) {
    if (request.isQuery()) {
      throw Refusals.notSupported("queries of partition key ranges");
    }
    Refusals.requireMethod("GET", request);
    return whole(Effect.READ, container, DEFINITION, () -> ranges.page(request, container));
  }

  Task range(SqlRequest request, ContainerAddress container, String id) {
    Refusals.requireMethod("GET", request);
    return whole(Effect.READ, container, DEFINITION, () -> ranges.read(request, container, id));
  }

  Task conflicts(SqlRequest request, ContainerAddress container) {
    if (!request.isQuery()) {
      Refusals.requireMethod("GET", request);
    }
    return keyed(Effect.READ, request, container, ITEMS, () -> noConflicts(request, container));
  }

  /// There is one place to write, so nothing conflicts, ever.
  private Answer noConflicts(SqlRequest request, ContainerAddress address) {
    Container container = directory.requireOwner(address, request).container();
    return new ResourceFeed(Directory.rid(container).toString(), "Conflicts")
        .whole(List.of())
        .owner(directory.path(container), Directory.rid(container));
  }

  private Task keyed(
      Effect effect,
      SqlRequest request,
      ContainerAddress container,
      Part part,
      Supplier<Answer> work) {
    return new Task(() -> use.keyed(effect, request, container, part), work);
  }

  Task whole(Effect effect, ContainerAddress container, Part part, Supplier<Answer> work) {
    return new Task(() -> use.whole(effect, container, part), work);
  }
}
