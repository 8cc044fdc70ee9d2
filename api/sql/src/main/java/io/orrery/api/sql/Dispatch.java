// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.access.Permissions;
import io.orrery.api.sql.access.Users;
import io.orrery.api.sql.account.AccountDocument;
import io.orrery.api.sql.account.Explorer;
import io.orrery.api.sql.auth.ResourceTokens;
import io.orrery.api.sql.containers.Containers;
import io.orrery.api.sql.databases.Databases;
import io.orrery.api.sql.encryption.EncryptionKeys;
import io.orrery.api.sql.items.Items;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.Feed;
import io.orrery.api.sql.management.Keys;
import io.orrery.api.sql.management.Partitions;
import io.orrery.api.sql.offers.Offers;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.ResourcePath.ScriptKind;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.api.sql.ranges.Ranges;
import io.orrery.api.sql.scripts.ScriptResources;
import io.orrery.control.Container;
import io.orrery.gateway.Gateway;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.script.Scripts;
import java.util.List;

/// Which part of the door answers which address.
final class Dispatch {
  private final Directory directory;
  private final AccountDocument account;
  private final Explorer explorer;
  private final Databases databases;
  private final Containers containers;
  private final Items items;
  private final ScriptResources scripts;
  private final Ranges ranges;
  private final Users users;
  private final Permissions permissions;
  private final EncryptionKeys encryptionKeys;
  private final Offers offers;
  private final Partitions partitions;
  private final Keys keys;

  Dispatch(
      Directory directory,
      Gateway gateway,
      Scripts engine,
      SqlSettings settings,
      ResourceTokens tokens) {
    this.directory = directory;
    this.account = new AccountDocument(settings.address());
    this.explorer = new Explorer(settings.certificate());
    this.databases = new Databases(directory);
    this.containers = new Containers(directory, gateway);
    this.items = new Items(directory, gateway, engine);
    this.scripts = new ScriptResources(directory, engine);
    this.ranges = new Ranges(directory, gateway);
    this.users = new Users(directory);
    this.permissions = new Permissions(directory, tokens);
    this.encryptionKeys = new EncryptionKeys(directory);
    this.offers = new Offers(directory);
    this.partitions = new Partitions(directory, gateway);
    this.keys = new Keys(directory.plane().access(), settings, account);
  }

  Answer answer(SqlRequest request) {
    return switch (request.path()) {
      case ResourcePath.Account _ -> account(request);
      case ResourcePath.DatabaseFeed _ -> databases.feed(request);
      case ResourcePath.Database(var address) -> databases.database(request, address);
      case ResourcePath.ContainerFeed(var database) -> containers.feed(request, database);
      case ResourcePath.Container(var address) -> containers.container(request, address);
      case ResourcePath.ItemFeed(var container) -> items.feed(request, container);
      case ResourcePath.Item(var container, var id) -> items.item(request, container, id);
      case ResourcePath.PartitionKeyDelete(var container) ->
          items.deletePartitionKey(request, container);
      case ResourcePath.RangeFeed(var container) -> ranges.feed(request, container);
      case ResourcePath.Range(var container, var id) -> ranges.range(request, container, id);
      case ResourcePath.UserFeed(var database) -> users.feed(request, database);
      case ResourcePath.User(var address) -> users.user(request, address);
      case ResourcePath.PermissionFeed(var user) -> permissions.feed(request, user);
      case ResourcePath.Permission(var user, var id) -> permissions.permission(request, user, id);
      case ResourcePath.OfferFeed _ -> offers.feed(request);
      case ResourcePath.Offer(var rid) -> offers.offer(request, rid);
      case ResourcePath.ConflictFeed(var container) -> conflicts(request, container);
      case ResourcePath.Explorer(var file) -> explorer.answer(request, file);
      case ResourcePath.ManagedPartitions(var container) -> partitions.list(request, container);
      case ResourcePath.ManagedSplit(var container, var ordinal) ->
          partitions.split(request, container, ordinal);
      case ResourcePath.ManagedKeys _ -> keys.list(request);
      case ResourcePath.ManagedKeyRegeneration(var kind) -> keys.regenerate(request, kind);
      case ResourcePath.ManagedConnectionStrings _ -> keys.connectionStrings(request);
      case ResourcePath.ScriptFeed(var container, var kind) ->
          scripts.feed(request, container, kind);
      case ResourcePath.Script(var container, var kind, var id) ->
          kind == ScriptKind.STORED_PROCEDURE && request.method().equals("POST")
              ? items.execute(request, container, id)
              : scripts.script(request, container, kind, id);
      case ResourcePath.EncryptionKeyFeed(var database) -> encryptionKeys.feed(request, database);
      case ResourcePath.EncryptionKey(var database, var id) ->
          encryptionKeys.key(request, database, id);
      case ResourcePath.Addresses _ ->
          throw Refusals.notSupported("direct mode; connect in gateway mode");
      case ResourcePath.Conflict _, ResourcePath.Unknown _ ->
          throw new OrreryException(
              ErrorCode.NOT_FOUND, "There is no resource " + request.http().path() + ".");
    };
  }

  private Answer account(SqlRequest request) {
    return switch (request.method()) {
      case "GET", "HEAD" -> account.answer(request.http());
      default -> throw Refusals.method(request);
    };
  }

  /// There is one place to write, so nothing conflicts, ever.
  private Answer conflicts(SqlRequest request, ContainerAddress address) {
    if (!request.method().equals("GET") && !request.isQuery()) {
      throw Refusals.method(request);
    }
    Container container = directory.requireOwner(address, request).container();
    return new Feed(Directory.rid(container).toString(), "Conflicts")
        .whole(List.of())
        .owner(directory.path(container), Directory.rid(container));
  }
}
