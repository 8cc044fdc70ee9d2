// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.scripts;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.model.catalog.StoredScript.Moment;
import io.orrery.model.catalog.StoredScript.Occasion;
import io.orrery.model.catalog.StoredScript.Trigger;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.script.ScriptLimits;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `…/sprocs`, `…/triggers`, `…/udfs`, and one of them.
public final class ScriptResources {
  private static final double READ_CHARGE = 1;
  private static final double WRITE_CHARGE = 4.95;
  private static final List<String> MOMENTS = List.of("Pre", "Post");
  private static final List<String> OCCASIONS =
      List.of("All", "Create", "Update", "Delete", "Replace");

  private final Directory directory;
  private final ScriptStore store;
  private final ScriptLimits limits;

  public ScriptResources(Directory directory, ScriptLimits limits) {
    this.directory = directory;
    this.store = directory.administration().scripts();
    this.limits = limits;
  }

  public Answer page(SqlRequest request, ContainerAddress address, Kind kind) {
    Container container = directory.requireOwner(address, request).container();
    return page(request, container, kind, all(container, kind));
  }

  private List<Value.Document> all(Container container, Kind kind) {
    return store.all(container.number(), kind).stream()
        .map(script -> document(container, script))
        .toList();
  }

  private Answer page(
      SqlRequest request, Container container, Kind kind, List<Value.Document> documents) {
    Rid owner = Directory.rid(container);
    return new ResourceFeed(owner.toString(), ScriptAddress.plural(kind))
        .page(request, documents, ResourceFeed::id)
        .owner(directory.path(container), owner)
        .charge(READ_CHARGE);
  }

  public Answer create(SqlRequest request, ContainerAddress address, Kind kind) {
    Container container = directory.requireOwner(address, request).container();
    Body body = parse(request, kind);
    Optional<StoredScript> old = store.find(container.number(), kind, body.id());
    if (old.isPresent() && request.flag(Names.IS_UPSERT)) {
      return answer(200, container, replace(old.get(), body)).charge(WRITE_CHARGE);
    }
    StoredScript script =
        store.create(container.number(), kind, body.id(), body.source(), body.trigger());
    return answer(201, container, script).charge(WRITE_CHARGE);
  }

  private StoredScript replace(StoredScript script, Body body) {
    return store.replace(script, body.id(), body.source(), body.trigger());
  }

  public Answer read(SqlRequest request, ContainerAddress address, Kind kind, String id) {
    Container container = directory.requireOwner(address, request).container();
    StoredScript script = ScriptAddress.require(store, container, kind, id);
    return ScriptAddress.tag(script).isKnownTo(request)
        ? Answer.empty(304).etag(ScriptAddress.tag(script))
        : answer(200, container, script).charge(READ_CHARGE);
  }

  public Answer replace(SqlRequest request, ContainerAddress address, Kind kind, String id) {
    Container container = directory.requireOwner(address, request).container();
    StoredScript script = ScriptAddress.require(store, container, kind, id);
    requireUnchanged(request, script);
    return answer(200, container, replace(script, parse(request, kind))).charge(WRITE_CHARGE);
  }

  public Answer delete(SqlRequest request, ContainerAddress address, Kind kind, String id) {
    Container container = directory.requireOwner(address, request).container();
    StoredScript script = ScriptAddress.require(store, container, kind, id);
    requireUnchanged(request, script);
    store.delete(script);
    return Answer.empty(204)
        .owner(directory.path(container), Directory.rid(container))
        .charge(WRITE_CHARGE);
  }

  private static void requireUnchanged(SqlRequest request, StoredScript script) {
    if (!ScriptAddress.tag(script).passesIfMatch(request)) {
      throw Refusals.precondition("script", script.name());
    }
  }

  /// What a client sent.
  private record Body(String id, String source, @Nullable Trigger trigger) {}

  /// A script that does not compile is stored as well, as in the service, and fails when it runs.
  private Body parse(SqlRequest request, Kind kind) {
    Members members = Members.of(request.json());
    Body body =
        new Body(
            members.requireText("id"),
            members.requireText("body"),
            kind == Kind.TRIGGER ? trigger(members) : null);
    limits.requireLength(body.source());
    return body;
  }

  private static Trigger trigger(Members members) {
    String moment =
        members
            .choice("triggerType", MOMENTS)
            .orElseThrow(() -> Refusals.invalid("The property 'triggerType' is missing."));
    String occasion =
        members
            .choice("triggerOperation", OCCASIONS)
            .orElseThrow(() -> Refusals.invalid("The property 'triggerOperation' is missing."));
    return new Trigger(
        Moment.valueOf(moment.toUpperCase(Locale.ROOT)),
        Occasion.valueOf(occasion.toUpperCase(Locale.ROOT)));
  }

  private Answer answer(int status, Container container, StoredScript script) {
    return Answer.json(status, document(container, script))
        .etag(ScriptAddress.tag(script))
        .owner(directory.path(container), Directory.rid(container));
  }

  private static Value.Document document(Container container, StoredScript script) {
    Rid rid = ScriptAddress.rid(container, script);
    Json document = Json.object().put("id", script.name()).put("body", script.body());
    Trigger trigger = script.trigger();
    if (trigger != null) {
      document
          .put("triggerType", capitalised(trigger.moment()))
          .put("triggerOperation", capitalised(trigger.occasion()));
    }
    return document
        .put("_rid", rid.toString())
        .put(
            "_self",
            "dbs/%s/colls/%s/%s/%s/"
                .formatted(
                    Rid.database(container.database()),
                    Directory.rid(container),
                    ScriptAddress.type(script.kind()),
                    rid))
        .put("_etag", ScriptAddress.tag(script).text())
        .put("_ts", script.timeMillis() / 1000)
        .build();
  }

  private static String capitalised(Enum<?> constant) {
    String name = constant.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
