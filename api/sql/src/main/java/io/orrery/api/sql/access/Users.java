// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.access;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.ResourcePath.UserAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.catalog.AccessStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.User;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// `/dbs/{db}/users` and `/dbs/{db}/users/{user}`.
public final class Users {
  private static final double READ_CHARGE = 1;
  private static final double WRITE_CHARGE = 4.95;

  private final Directory directory;
  private final AccessStore access;

  public Users(Directory directory) {
    this.directory = directory;
    this.access = directory.administration().access();
  }

  public Answer page(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireOwner(address);
    return page(request, database, all(database));
  }

  private List<Value.Document> all(Database database) {
    return access.users(database.number()).stream()
        .map(Users::document)
        .sorted(Comparator.comparing(ResourceFeed::id))
        .toList();
  }

  private static Answer page(
      SqlRequest request, Database database, List<Value.Document> documents) {
    Rid owner = Rid.database(database.number());
    return new ResourceFeed(owner.toString(), "Users")
        .page(request, documents, ResourceFeed::id)
        .owner("dbs/" + database.name(), owner)
        .charge(READ_CHARGE);
  }

  public Answer create(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireOwner(address);
    String name = Members.of(request.json()).requireText("id");
    Optional<User> old = access.findUser(database.number(), name);
    if (old.isPresent() && request.flag(Names.IS_UPSERT)) {
      requireUnchanged(request, old.get());
      return answer(200, database, access.renameUser(old.get(), name)).charge(WRITE_CHARGE);
    }
    return answer(201, database, access.createUser(database.number(), name)).charge(WRITE_CHARGE);
  }

  public Answer read(SqlRequest request, UserAddress address) {
    Database database = directory.requireOwner(address.database());
    User user = directory.requireUser(address, ErrorCode.NOT_FOUND);
    return tag(user).isKnownTo(request)
        ? Answer.empty(304).etag(tag(user))
        : answer(200, database, user).charge(READ_CHARGE);
  }

  public Answer replace(SqlRequest request, UserAddress address) {
    Database database = directory.requireOwner(address.database());
    User user = directory.requireUser(address, ErrorCode.NOT_FOUND);
    requireUnchanged(request, user);
    String name = Members.of(request.json()).requireText("id");
    return answer(200, database, access.renameUser(user, name)).charge(WRITE_CHARGE);
  }

  public Answer delete(SqlRequest request, UserAddress address) {
    User user = directory.requireUser(address, ErrorCode.NOT_FOUND);
    requireUnchanged(request, user);
    access.deleteUser(user);
    return Answer.empty(204).charge(WRITE_CHARGE);
  }

  private static void requireUnchanged(SqlRequest request, User user) {
    if (!tag(user).passesIfMatch(request)) {
      throw Refusals.precondition("user", user.name());
    }
  }

  private static Answer answer(int status, Database database, User user) {
    return Answer.json(status, document(user))
        .etag(tag(user))
        .owner("dbs/" + database.name(), Rid.database(database.number()));
  }

  private static EntityTag tag(User user) {
    return EntityTag.of(user.number(), user.revision(), user.timeMillis());
  }

  private static Value.Document document(User user) {
    Rid rid = Rid.user(user.database(), user.number());
    return Json.object()
        .put("id", user.name())
        .put("_rid", rid.toString())
        .put("_self", "dbs/" + Rid.database(user.database()) + "/users/" + rid + "/")
        .put("_etag", tag(user).text())
        .put("_permissions", "permissions/")
        .put("_ts", user.timeMillis() / 1000)
        .build();
  }
}
