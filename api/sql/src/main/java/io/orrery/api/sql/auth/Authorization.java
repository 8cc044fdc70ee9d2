// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.control.access.Grant;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether a caller may do what a request asks for.
public final class Authorization {
  private final Directory directory;

  public Authorization(Directory directory) {
    this.directory = directory;
  }

  /// Fails with FORBIDDEN.
  public void require(Caller caller, SqlRequest request) {
    switch (caller) {
      case Caller.KeyHolder(boolean readOnly) -> {
        if (readOnly && tellsKeys(request.path())) {
          throw forbidden("A read-only key does not allow to see the other keys.");
        }
        if (readOnly && !isRead(request)) {
          throw forbidden("A read-only key does not allow to change anything.");
        }
      }
      case Caller.TokenHolder(var permission) -> requireGranted(permission.grant(), request);
      case Caller.Visitor _ -> {
        if (!(request.path() instanceof ResourcePath.Account)) {
          throw forbidden("This needs an authorization.");
        }
      }
    }
  }

  private static boolean isRead(SqlRequest request) {
    return switch (request.method()) {
      case "GET", "HEAD" -> true;
      default -> request.isQuery();
    };
  }

  /// Whoever could read the keys with a read-only one would not be a reader any more.
  private static boolean tellsKeys(ResourcePath path) {
    return path instanceof ResourcePath.ManagedKeys
        || path instanceof ResourcePath.ManagedConnectionStrings;
  }

  private void requireGranted(Grant grant, SqlRequest request) {
    switch (request.path()) {
      case ResourcePath.Account _ -> requireRead(request);
      case ResourcePath.Container(var container) -> {
        requireRead(request);
        requireContainer(grant, container);
      }
      case ResourcePath.RangeFeed(var container) -> {
        requireRead(request);
        requireContainer(grant, container);
      }
      case ResourcePath.Range(var container, _) -> {
        requireRead(request);
        requireContainer(grant, container);
      }
      case ResourcePath.ItemFeed(var container) -> requireInside(grant, container, null, request);
      case ResourcePath.Item(var container, var id) ->
          requireInside(grant, container, "docs/" + id, request);
      case ResourcePath.ConflictFeed(var container) ->
          requireInside(grant, container, null, request);
      case ResourcePath.Conflict(var container, var id) ->
          requireInside(grant, container, "conflicts/" + id, request);
      case ResourcePath.ScriptFeed(var container, _) ->
          requireInside(grant, container, null, request);
      case ResourcePath.Script(var container, var kind, var id) ->
          requireInside(grant, container, type(kind) + "/" + id, request);
      case ResourcePath.PartitionKeyDelete(var container) ->
          requireInside(grant, container, null, request);
      case ResourcePath.DatabaseFeed _,
          ResourcePath.Database _,
          ResourcePath.ContainerFeed _,
          ResourcePath.UserFeed _,
          ResourcePath.User _,
          ResourcePath.PermissionFeed _,
          ResourcePath.Permission _,
          ResourcePath.EncryptionKeyFeed _,
          ResourcePath.EncryptionKey _,
          ResourcePath.OfferFeed _,
          ResourcePath.Offer _,
          ResourcePath.Addresses _,
          ResourcePath.ManagedPartitions _,
          ResourcePath.ManagedSplit _,
          ResourcePath.ManagedKeys _,
          ResourcePath.ManagedKeyRegeneration _,
          ResourcePath.ManagedConnectionStrings _ ->
          throw forbidden("A resource token does not reach beyond its container.");
      case ResourcePath.Explorer _, ResourcePath.Unknown _ -> {
        // Public, or not there.
      }
    }
  }

  private static String type(ResourcePath.ScriptKind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> "sprocs";
      case TRIGGER -> "triggers";
      case USER_DEFINED_FUNCTION -> "udfs";
    };
  }

  private void requireRead(SqlRequest request) {
    if (!isRead(request)) {
      throw forbidden("A resource token does not allow to change this.");
    }
  }

  private void requireContainer(Grant grant, ContainerAddress address) {
    boolean granted =
        directory
            .findContainer(address)
            .map(open -> open.container().number() == grant.container())
            .orElse(false);
    if (!granted) {
      throw forbidden("The resource token is for another container.");
    }
  }

  /// @param child what inside the container is addressed; null for a whole feed
  private void requireInside(
      Grant grant, ContainerAddress address, @Nullable String child, SqlRequest request) {
    requireContainer(grant, address);
    if (grant.child() != null && !grant.child().equals(child)) {
      throw forbidden("The resource token is for %s only.".formatted(grant.child()));
    }
    if (!grant.writes() && !isRead(request)) {
      throw forbidden("The resource token allows to read only.");
    }
    if (grant.partitionKey() != null
        && !sameKey(grant.partitionKey(), request.header(Names.PARTITION_KEY))) {
      throw forbidden(
          "The resource token is for the partition key %s only.".formatted(grant.partitionKey()));
    }
  }

  private static boolean sameKey(String granted, Optional<String> requested) {
    if (requested.isEmpty()) {
      return false;
    }
    Value key = Json.parse(requested.get());
    return ValueOrder.ORDER.compare(Json.parse(granted), key) == 0;
  }

  private static OrreryException forbidden(String message) {
    return new OrreryException(ErrorCode.FORBIDDEN, message);
  }
}
