// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.access.Permissions;
import io.orrery.api.sql.access.Users;
import io.orrery.api.sql.account.AccountDocument;
import io.orrery.api.sql.account.Explorer;
import io.orrery.api.sql.containers.Containers;
import io.orrery.api.sql.databases.Databases;
import io.orrery.api.sql.encryption.EncryptionKeys;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.offers.Offers;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.ResourcePath.UserAddress;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.api.sql.scripts.ScriptAddress;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Action.Effect;
import io.orrery.gateway.access.Action.Part;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.script.Scripts;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a request asks for, by its address, its method and, only where the address is a list that
/// can be queried, by the headers that say it is a query.
final class Dispatch {
  private static final Part DEFINITION = new Part.Definition();

  private final ContainerRoutes inside;
  private final AccountDocument account;
  private final Explorer explorer;
  private final Databases databases;
  private final Containers containers;
  private final Users users;
  private final Permissions permissions;
  private final EncryptionKeys encryptionKeys;
  private final Offers offers;

  Dispatch(
      Directory directory,
      Gateway gateway,
      Scripts engine,
      SqlSettings settings,
      Credentials credentials) {
    this.inside = new ContainerRoutes(directory, gateway, engine);
    this.account = new AccountDocument(settings.address());
    this.explorer = new Explorer(settings.certificate());
    this.databases = new Databases(directory);
    this.containers = new Containers(directory, gateway);
    this.users = new Users(directory);
    this.permissions = new Permissions(directory, credentials.tokens());
    this.encryptionKeys = new EncryptionKeys(directory);
    this.offers = new Offers(directory);
  }

  /// Fails with NOT_FOUND if the address leads nowhere, with METHOD_NOT_ALLOWED if there is nothing
  /// like that to do there.
  Task task(SqlRequest request) {
    return switch (request.path()) {
      case ResourcePath.Account _ -> account(request);
      case ResourcePath.DatabaseFeed _ ->
          feed(
              request,
              Action.ManageAccount::new,
              () -> databases.page(request),
              () -> databases.create(request));
      case ResourcePath.Database(var address) -> database(request, address);
      case ResourcePath.ContainerFeed(var database) ->
          feed(
              request,
              Action.ManageAccount::new,
              () -> containers.page(request, database),
              () -> containers.create(request, database));
      case ResourcePath.Container(var address) -> container(request, address);
      case ResourcePath.ItemFeed(var container) -> inside.items(request, container);
      case ResourcePath.Item(var container, var id) -> inside.item(request, container, id);
      case ResourcePath.PartitionKeyDelete(var container) ->
          inside.partitionKeyDelete(request, container);
      case ResourcePath.RangeFeed(var container) -> inside.ranges(request, container);
      case ResourcePath.Range(var container, var id) -> inside.range(request, container, id);
      case ResourcePath.ConflictFeed(var container) -> inside.conflicts(request, container);
      case ResourcePath.ScriptFeed(var container, var kind) ->
          inside.scripts(request, container, ScriptAddress.kind(kind));
      case ResourcePath.Script(var container, var kind, var id) ->
          inside.script(request, container, ScriptAddress.kind(kind), id);
      case ResourcePath.UserFeed(var database) ->
          feed(
              request,
              Action.ManageAccount::new,
              () -> users.page(request, database),
              () -> users.create(request, database));
      case ResourcePath.User(var address) -> user(request, address);
      case ResourcePath.PermissionFeed(var user) ->
          feed(
              request,
              Action.HandleSecrets::new,
              () -> permissions.page(request, user),
              () -> permissions.create(request, user));
      case ResourcePath.Permission(var user, var id) -> permission(request, user, id);
      case ResourcePath.OfferFeed _ -> offers(request);
      case ResourcePath.Offer(var rid) -> offer(request, rid);
      case ResourcePath.Explorer(var file) -> explorer(request, file);
      case ResourcePath.EncryptionKeyFeed(var database) ->
          feed(
              request,
              Action.ManageAccount::new,
              () -> encryptionKeys.page(request, database),
              () -> encryptionKeys.create(request, database));
      case ResourcePath.EncryptionKey(var database, var id) -> encryptionKey(request, database, id);
      case ResourcePath.Addresses _ ->
          throw Refusals.notSupported("direct mode; connect in gateway mode");
      case ResourcePath.Conflict _, ResourcePath.Unknown _ ->
          throw new OrreryException(
              ErrorCode.NOT_FOUND, "There is no resource " + request.http().path() + ".");
    };
  }

  private Task account(SqlRequest request) {
    return switch (request.method()) {
      case "GET", "HEAD" ->
          new Task(Action.DescribeAccount::new, () -> account.answer(request.http()));
      default -> throw Refusals.method(request);
    };
  }

  /// Public, and asked for before anybody has a key.
  private Task explorer(SqlRequest request, String file) {
    return switch (request.method()) {
      case "GET", "HEAD" -> new Task(Action.DescribeAccount::new, () -> explorer.answer(file));
      default -> throw Refusals.method(request);
    };
  }

  private Task database(SqlRequest request, DatabaseAddress address) {
    return switch (request.method()) {
      case "GET", "HEAD" -> new Task(manages(Effect.READ), () -> databases.read(request, address));
      case "DELETE" -> new Task(manages(Effect.WRITE), () -> databases.delete(request, address));
      default -> throw Refusals.method(request);
    };
  }

  private Task container(SqlRequest request, ContainerAddress address) {
    return switch (request.method()) {
      case "GET", "HEAD" ->
          inside.whole(Effect.READ, address, DEFINITION, () -> containers.read(request, address));
      case "PUT" ->
          inside.whole(
              Effect.WRITE, address, DEFINITION, () -> containers.replace(request, address));
      case "DELETE" ->
          inside.whole(
              Effect.WRITE, address, DEFINITION, () -> containers.delete(request, address));
      default -> throw Refusals.method(request);
    };
  }

  private Task user(SqlRequest request, UserAddress address) {
    return switch (request.method()) {
      case "GET", "HEAD" -> new Task(manages(Effect.READ), () -> users.read(request, address));
      case "PUT" -> new Task(manages(Effect.WRITE), () -> users.replace(request, address));
      case "DELETE" -> new Task(manages(Effect.WRITE), () -> users.delete(request, address));
      default -> throw Refusals.method(request);
    };
  }

  private Task permission(SqlRequest request, UserAddress user, String id) {
    return switch (request.method()) {
      case "GET", "HEAD" ->
          new Task(secrets(Effect.READ), () -> permissions.read(request, user, id));
      case "PUT" -> new Task(secrets(Effect.WRITE), () -> permissions.replace(request, user, id));
      case "DELETE" -> new Task(secrets(Effect.WRITE), () -> permissions.delete(request, user, id));
      default -> throw Refusals.method(request);
    };
  }

  private Task encryptionKey(SqlRequest request, DatabaseAddress database, String id) {
    return switch (request.method()) {
      case "GET", "HEAD" ->
          new Task(manages(Effect.READ), () -> encryptionKeys.read(request, database, id));
      case "PUT" ->
          new Task(manages(Effect.WRITE), () -> encryptionKeys.replace(request, database, id));
      default -> throw Refusals.method(request);
    };
  }

  private Task offers(SqlRequest request) {
    if (!request.isQuery()) {
      Refusals.requireMethod("GET", request);
    }
    return new Task(manages(Effect.READ), () -> offers.page(request));
  }

  private Task offer(SqlRequest request, String rid) {
    return switch (request.method()) {
      case "GET", "HEAD" -> new Task(manages(Effect.READ), () -> offers.read(rid));
      case "PUT" -> new Task(manages(Effect.WRITE), () -> offers.replace(request, rid));
      default -> throw Refusals.method(request);
    };
  }

  /// A list that can be read, queried and added to.
  private static Task feed(
      SqlRequest request,
      Function<Effect, Action> action,
      Supplier<Answer> page,
      Supplier<Answer> create) {
    return switch (request.method()) {
      case "GET" -> new Task(() -> action.apply(Effect.READ), page);
      case "POST" ->
          request.isQuery()
              ? new Task(() -> action.apply(Effect.READ), page)
              : new Task(() -> action.apply(Effect.WRITE), create);
      default -> throw Refusals.method(request);
    };
  }

  private static Supplier<Action> manages(Effect effect) {
    return () -> new Action.ManageAccount(effect);
  }

  private static Supplier<Action> secrets(Effect effect) {
    return () -> new Action.HandleSecrets(effect);
  }
}
