// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.account.AccountDocument;
import io.orrery.api.sql.account.Explorer;
import io.orrery.api.sql.auth.ResourceTokens;
import io.orrery.api.sql.databases.Databases;
import io.orrery.api.sql.items.Items;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.Gateway;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// Which part of the door answers which address.
final class Dispatch {
  private final AccountDocument account;
  private final Explorer explorer;
  private final Databases databases;
  private final Items items;

  Dispatch(Directory directory, Gateway gateway, SqlSettings settings, ResourceTokens tokens) {
    this.account = new AccountDocument(settings.publicEndpoint());
    this.explorer = new Explorer(settings.certificate());
    this.databases = new Databases(directory);
    this.items = new Items(directory);
  }

  Answer answer(SqlRequest request) {
    return switch (request.path()) {
      case ResourcePath.Account _ -> account(request);
      case ResourcePath.DatabaseFeed _ -> databases.feed(request);
      case ResourcePath.Database(var address) -> databases.database(request, address);
      case ResourcePath.ItemFeed(var container) -> items.feed(request, container);
      case ResourcePath.Item(var container, var id) -> items.item(request, container, id);
      case ResourcePath.PartitionKeyDelete(var container) ->
          items.deletePartitionKey(request, container);
      case ResourcePath.Explorer(var file) -> explorer.answer(request, file);
      case ResourcePath.EncryptionKeys _ -> throw Refusals.notSupported("client encryption keys");
      case ResourcePath.Addresses _ ->
          throw Refusals.notSupported("direct mode; connect in gateway mode");
      case ResourcePath.Unknown _ ->
          throw new OrreryException(
              ErrorCode.NOT_FOUND, "There is no resource " + request.http().path() + ".");
      default -> throw Refusals.notSupported("this resource");
    };
  }

  private Answer account(SqlRequest request) {
    return switch (request.method()) {
      case "GET", "HEAD" -> account.answer(request.http(), "http");
      default -> throw Refusals.method(request);
    };
  }
}
