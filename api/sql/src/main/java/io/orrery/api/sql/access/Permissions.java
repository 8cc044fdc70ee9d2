// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.access;

import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.UserAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.access.ResourceTokens;
import io.orrery.gateway.catalog.AccessStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Permission;
import io.orrery.model.catalog.User;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// `…/users/{user}/permissions` and one of them. Every answer has a fresh token for each permission
/// in it.
public final class Permissions {
  private static final double READ_CHARGE = 1;
  private static final double WRITE_CHARGE = 4.95;
  private static final long LIFE_SECONDS = 3600;
  private static final long LIFE_SECONDS_MIN = 10;
  private static final long LIFE_SECONDS_MAX = 18_000;

  private final Directory directory;
  private final AccessStore access;
  private final ResourceTokens tokens;
  private final GrantBody grants;

  public Permissions(Directory directory, ResourceTokens tokens) {
    this.directory = directory;
    this.access = directory.administration().access();
    this.tokens = tokens;
    this.grants = new GrantBody(directory);
  }

  public Answer page(SqlRequest request, UserAddress address) {
    User user = directory.requireUser(address, ErrorCode.OWNER_NOT_FOUND);
    return page(request, user, all(request, user));
  }

  private List<Value.Document> all(SqlRequest request, User user) {
    return access.permissions(user).stream()
        .map(permission -> document(request, permission))
        .sorted(Comparator.comparing(ResourceFeed::id))
        .toList();
  }

  private static Answer page(SqlRequest request, User user, List<Value.Document> documents) {
    Rid owner = Rid.user(user.database(), user.number());
    return new ResourceFeed(owner.toString(), "Permissions")
        .page(request, documents, ResourceFeed::id)
        .charge(READ_CHARGE);
  }

  public Answer create(SqlRequest request, UserAddress address) {
    User user = directory.requireUser(address, ErrorCode.OWNER_NOT_FOUND);
    Members body = Members.of(request.json());
    life(request); // Before anything is made.
    String name = body.requireText("id");
    Optional<Permission> old = access.findPermission(user, name);
    if (old.isPresent() && request.flag(Names.IS_UPSERT)) {
      return replaced(request, old.get(), body);
    }
    Permission permission = access.createPermission(user, name, grants.parse(body));
    return answer(201, request, permission).charge(WRITE_CHARGE);
  }

  public Answer read(SqlRequest request, UserAddress address, String id) {
    return answer(200, request, require(address, id)).charge(READ_CHARGE);
  }

  public Answer replace(SqlRequest request, UserAddress address, String id) {
    Permission permission = require(address, id);
    life(request); // Before anything is changed.
    return replaced(request, permission, Members.of(request.json()));
  }

  private Answer replaced(SqlRequest request, Permission permission, Members body) {
    requireUnchanged(request, permission);
    Permission changed =
        access.replacePermission(permission, body.requireText("id"), grants.parse(body));
    return answer(200, request, changed).charge(WRITE_CHARGE);
  }

  public Answer delete(SqlRequest request, UserAddress address, String id) {
    Permission permission = require(address, id);
    requireUnchanged(request, permission);
    access.deletePermission(permission);
    return Answer.empty(204).charge(WRITE_CHARGE);
  }

  private Permission require(UserAddress address, String id) {
    User user = directory.requireUser(address, ErrorCode.OWNER_NOT_FOUND);
    return access.permissions(user).stream()
        .filter(each -> each.name().equals(id) || rid(each).toString().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.NOT_FOUND, "There is no permission %s.".formatted(id)));
  }

  private static void requireUnchanged(SqlRequest request, Permission permission) {
    if (!tag(permission).passesIfMatch(request)) {
      throw Refusals.precondition("permission", permission.name());
    }
  }

  private Answer answer(int status, SqlRequest request, Permission permission) {
    return Answer.json(status, document(request, permission)).etag(tag(permission));
  }

  private static Duration life(SqlRequest request) {
    long seconds = request.number(Names.EXPIRY_SECONDS).orElse(LIFE_SECONDS);
    if (seconds < LIFE_SECONDS_MIN || seconds > LIFE_SECONDS_MAX) {
      throw Refusals.invalid(
          "The header %s must be from %d to %d, not %d."
              .formatted(Names.EXPIRY_SECONDS, LIFE_SECONDS_MIN, LIFE_SECONDS_MAX, seconds));
    }
    return Duration.ofSeconds(seconds);
  }

  private static Rid rid(Permission permission) {
    return Rid.permission(Rid.user(permission.database(), permission.user()), permission.number());
  }

  private static EntityTag tag(Permission permission) {
    return EntityTag.of(permission.number(), permission.revision(), permission.timeMillis());
  }

  private Value.Document document(SqlRequest request, Permission permission) {
    Rid user = Rid.user(permission.database(), permission.user());
    Json document =
        Json.object()
            .put("id", permission.name())
            .put("permissionMode", permission.grant().mode())
            .put("resource", permission.grant().resource());
    PartitionKey key = permission.grant().partitionKey();
    if (key != null) {
      document.put("resourcePartitionKey", PartitionKeyHeader.array(key));
    }
    return document
        .put("_rid", rid(permission).toString())
        .put(
            "_self",
            "dbs/"
                + Rid.database(permission.database())
                + "/users/"
                + user
                + "/permissions/"
                + rid(permission)
                + "/")
        .put("_etag", tag(permission).text())
        .put("_ts", permission.timeMillis() / 1000)
        .put("_token", tokens.issue(permission, life(request)))
        .build();
  }
}
