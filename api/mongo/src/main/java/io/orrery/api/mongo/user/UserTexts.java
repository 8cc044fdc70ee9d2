// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.UserCommand;
import io.orrery.gateway.access.Privilege;
import io.orrery.gateway.access.Privilege.Deed;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Users, roles and privileges in the words of MongoDB.
public final class UserTexts {

  /// What clients call what is allowed: they show by it what somebody can do.
  private static final Map<Deed, List<String>> ACTIONS =
      Map.of(
          Deed.READ_ITEMS, List.of("find", "changeStream", "killCursors"),
          Deed.WRITE_ITEMS, List.of("insert", "update", "remove"),
          Deed.SEE_DEFINITIONS,
              List.of("listCollections", "listIndexes", "collStats", "dbStats", "indexStats"),
          Deed.DEFINE, List.of("createCollection", "dropCollection", "createIndex", "dropIndex"),
          Deed.ADMINISTER, List.of("collMod", "dropDatabase", "validate"),
          Deed.HANDLE_USERS,
              List.of("createUser", "dropUser", "grantRole", "revokeRole", "viewUser", "viewRole"),
          Deed.MONITOR, List.of("serverStatus", "hostInfo", "listDatabases", "inprog"),
          Deed.OPERATE, List.of("killop", "killAnySession", "enableSharding"));

  private UserTexts() {}

  static void write(MongoUser user, UserCommand.Information wanted, BsonBuilder reply) {
    reply
        .beginDocument()
        .put("_id", user.name().database() + "." + user.name().user())
        .put("userId", user.id())
        .put("user", user.name().user())
        .put("db", user.name().database());
    if (wanted.showsCustomData() && !user.customData().properties().isEmpty()) {
      reply.put("customData", user.customData());
    }
    writeRoles("roles", user.roles(), reply);
    reply.beginArray("mechanisms");
    user.secrets().keySet().forEach(each -> reply.add(new Value.Text(each.wireName())));
    reply.end();
    if (wanted.showsPrivileges()) {
      writeRoles("inheritedRoles", user.roles(), reply);
      writePrivileges("inheritedPrivileges", user.privileges(), reply);
    }
    reply.end();
  }

  public static void writeRoles(String field, List<GrantedRole> roles, BsonBuilder reply) {
    reply.beginArray(field);
    for (GrantedRole role : roles) {
      reply.beginDocument().put("role", role.role()).put("db", role.database()).end();
    }
    reply.end();
  }

  public static void writePrivileges(String field, List<Privilege> privileges, BsonBuilder reply) {
    reply.beginArray(field);
    for (Privilege privilege : privileges) {
      reply
          .beginDocument()
          .beginDocument("resource")
          .put("db", privilege.database().orElse(""))
          .put("collection", "")
          .end()
          .beginArray("actions");
      TreeSet<String> actions = new TreeSet<>();
      privilege.deeds().forEach(deed -> actions.addAll(ACTIONS.getOrDefault(deed, List.of())));
      actions.forEach(action -> reply.add(new Value.Text(action)));
      reply.end().end();
    }
    reply.end();
  }

  static void write(BuiltInRole role, String database, boolean showsPrivileges, BsonBuilder reply) {
    reply
        .beginDocument()
        .put("_id", database + "." + role.roleName())
        .put("role", role.roleName())
        .put("db", database)
        .put("isBuiltin", true)
        .beginArray("roles")
        .end()
        .beginArray("inheritedRoles")
        .end();
    if (showsPrivileges) {
      List<Privilege> privileges = List.of(role.privilege(database));
      writePrivileges("privileges", privileges, reply);
      writePrivileges("inheritedPrivileges", privileges, reply);
    }
    reply.end();
  }
}
