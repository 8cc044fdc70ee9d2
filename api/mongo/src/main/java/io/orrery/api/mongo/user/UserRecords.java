// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.access.ScramMechanism;
import io.orrery.api.mongo.access.ScramSecret;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Users as they lie in the catalog: one BSON document.
final class UserRecords {
  private static final int GENERIC = 0;

  private UserRecords() {}

  static byte[] encode(Iterable<MongoUser> users) {
    BsonBuilder out = new BsonBuilder().beginArray("users");
    users.forEach(user -> write(user, out));
    return out.end().toByteArray();
  }

  private static void write(MongoUser user, BsonBuilder out) {
    out.beginDocument()
        .put("db", user.name().database())
        .put("user", user.name().user())
        .put("id", user.id())
        .beginArray("roles");
    for (GrantedRole role : user.roles()) {
      out.beginDocument().put("role", role.role()).put("db", role.database()).end();
    }
    out.end().beginDocument("secrets");
    user.secrets()
        .forEach(
            (mechanism, secret) ->
                out.beginDocument(mechanism.wireName())
                    .put("salt", new Value.Binary(secret.salt(), GENERIC))
                    .put("storedKey", new Value.Binary(secret.storedKey(), GENERIC))
                    .put("serverKey", new Value.Binary(secret.serverKey(), GENERIC))
                    .end());
    out.end().put("customData", user.customData()).end();
  }

  /// Fails with CORRUPTED if the bytes are anything else.
  static SequencedMap<UserName, MongoUser> decode(byte[] content) {
    SequencedMap<UserName, MongoUser> users = new LinkedHashMap<>();
    if (content.length == 0) {
      return users;
    }
    for (Value each : array(RawDocument.of(content).toValue(), "users")) {
      MongoUser user = user(as(each, Value.Document.class));
      users.put(user.name(), user);
    }
    return users;
  }

  private static MongoUser user(Value.Document stored) {
    List<GrantedRole> roles =
        array(stored, "roles").stream()
            .map(each -> as(each, Value.Document.class))
            .map(role -> new GrantedRole(text(role, "role"), text(role, "db")))
            .toList();
    Map<ScramMechanism, ScramSecret> secrets = new EnumMap<>(ScramMechanism.class);
    Value.Document kept = as(stored.property("secrets"), Value.Document.class);
    for (ScramMechanism mechanism : ScramMechanism.values()) {
      if (kept.property(mechanism.wireName()) instanceof Value.Document secret) {
        secrets.put(
            mechanism,
            new ScramSecret(
                bytes(secret, "salt"), bytes(secret, "storedKey"), bytes(secret, "serverKey")));
      }
    }
    return new MongoUser(
        new UserName(text(stored, "db"), text(stored, "user")),
        as(stored.property("id"), Value.Binary.class),
        roles,
        secrets,
        as(stored.property("customData"), Value.Document.class));
  }

  private static List<Value> array(Value.Document document, String name) {
    return as(document.property(name), Value.Array.class).elements();
  }

  private static String text(Value.Document document, String name) {
    return as(document.property(name), Value.Text.class).value();
  }

  private static byte[] bytes(Value.Document document, String name) {
    return as(document.property(name), Value.Binary.class).bytes();
  }

  private static <T extends Value> T as(Value value, Class<T> type) {
    if (!type.isInstance(value)) {
      throw OrreryException.corrupted("the record of a user has something else in it");
    }
    return type.cast(value);
  }
}
