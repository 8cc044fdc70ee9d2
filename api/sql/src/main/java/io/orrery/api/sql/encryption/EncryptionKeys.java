// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.encryption;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.catalog.EncryptionKeyStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ClientEncryptionKey;
import io.orrery.model.catalog.Database;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;

/// `/dbs/{db}/clientencryptionkeys` and one of them. As in the service, a key can be wrapped anew
/// but neither renamed nor deleted.
public final class EncryptionKeys {
  private static final double READ_CHARGE = 1;
  private static final double WRITE_CHARGE = 4.95;

  private final Directory directory;
  private final EncryptionKeyStore store;

  public EncryptionKeys(Directory directory) {
    this.directory = directory;
    this.store = directory.administration().encryptionKeys();
  }

  public Answer page(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireOwner(address);
    Rid owner = Rid.database(database.number());
    List<Value.Document> keys =
        store.all(database.number()).stream().map(EncryptionKeys::document).toList();
    return new ResourceFeed(owner.toString(), "ClientEncryptionKeys")
        .page(request, keys, ResourceFeed::id)
        .owner("dbs/" + database.name(), owner)
        .charge(READ_CHARGE);
  }

  public Answer create(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireOwner(address);
    Members body = Members.of(request.json());
    ClientEncryptionKey key =
        store.create(database.number(), body.requireText("id"), WrappedKey.properties(body));
    return answer(201, database, key).charge(WRITE_CHARGE);
  }

  public Answer read(SqlRequest request, DatabaseAddress address, String id) {
    Database database = directory.requireOwner(address);
    ClientEncryptionKey key = require(database, id);
    return tag(key).isKnownTo(request)
        ? Answer.empty(304).etag(tag(key))
        : answer(200, database, key).charge(READ_CHARGE);
  }

  public Answer replace(SqlRequest request, DatabaseAddress address, String id) {
    Database database = directory.requireOwner(address);
    ClientEncryptionKey key = rewrap(request, require(database, id));
    return answer(200, database, key).charge(WRITE_CHARGE);
  }

  private ClientEncryptionKey rewrap(SqlRequest request, ClientEncryptionKey key) {
    Members body = Members.of(request.json());
    if (!body.requireText("id").equals(key.name())) {
      throw Refusals.invalid(
          "The id in the body is not that of the client encryption key %s.".formatted(key.name()));
    }
    byte[] properties = WrappedKey.properties(body);
    return store.rewrap(
        key,
        current -> {
          if (!tag(current).passesIfMatch(request)) {
            throw Refusals.precondition("client encryption key", current.name());
          }
          return properties;
        });
  }

  private ClientEncryptionKey require(Database database, String id) {
    return Rid.parse(id)
        .filter(rid -> rid.length() == 8 && rid.databaseNumber() == database.number())
        .flatMap(rid -> store.find(database.number(), rid.ownedNumber()))
        .or(() -> store.find(database.number(), id))
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.NOT_FOUND, "There is no client encryption key %s.".formatted(id)));
  }

  private static Answer answer(int status, Database database, ClientEncryptionKey key) {
    return Answer.json(status, document(key))
        .etag(tag(key))
        .owner("dbs/" + database.name(), Rid.database(database.number()));
  }

  private static EntityTag tag(ClientEncryptionKey key) {
    return EntityTag.of(key.number(), key.revision(), key.timeMillis());
  }

  private static Value.Document document(ClientEncryptionKey key) {
    Rid rid = Rid.clientEncryptionKey(key.database(), key.number());
    Json document = Json.object().put("id", key.name());
    WrappedKey.read(key.properties()).properties().forEach(document::put);
    return document
        .put("_rid", rid.toString())
        .put(
            "_self", "dbs/%s/clientencryptionkeys/%s/".formatted(Rid.database(key.database()), rid))
        .put("_etag", tag(key).text())
        .put("_ts", key.timeMillis() / 1000)
        .build();
  }
}
