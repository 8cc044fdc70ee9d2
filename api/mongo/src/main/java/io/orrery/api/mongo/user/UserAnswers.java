// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.access.ScramMechanism;
import io.orrery.api.mongo.access.ScramSecret;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.UserCommand;
import io.orrery.api.mongo.command.UserCommand.Description;
import io.orrery.api.mongo.command.UserCommand.RoleName;
import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/// Makes, changes and drops users, and tells about them.
public final class UserAnswers {
  private static final int UUID_SUBTYPE = 4;
  private static final Value.Document NOTHING = new Value.Document(new LinkedHashMap<>());

  private final MongoUsers users;
  private final Passwords passwords = new Passwords();

  public UserAnswers(MongoUsers users) {
    this.users = users;
  }

  /// Answers a command.
  ///
  /// @param requireGrants fails unless who asks may give and take the roles of a database
  public void answer(UserCommand command, Consumer<String> requireGrants, BsonBuilder reply) {
    switch (command) {
      case UserCommand.Create create -> create(create, requireGrants);
      case UserCommand.Change change -> change(change, requireGrants);
      case UserCommand.DropUser drop -> users.remove(name(drop.database(), drop.user()));
      case UserCommand.DropAll drop ->
          reply.put("n", users.removeAll(drop.database().orElseThrow()));
      case UserCommand.Grant grant -> grant(grant, requireGrants);
      case UserCommand.Revoke revoke -> revoke(revoke, requireGrants);
      case UserCommand.Information information -> tell(information, reply);
      case UserCommand.Roles roles -> tell(roles, reply);
    }
  }

  private static UserName name(Optional<String> database, String user) {
    return new UserName(database.orElseThrow(), user);
  }

  private void create(UserCommand.Create create, Consumer<String> requireGrants) {
    Description said = create.description();
    Set<ScramMechanism> mechanisms = Passwords.mechanisms(said.mechanisms());
    List<GrantedRole> roles = roles(said.roles().orElse(List.of()), requireGrants);
    UUID id = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    users.add(
        new MongoUser(
            name(create.database(), create.user()),
            new Value.Binary(bytes, UUID_SUBTYPE),
            roles,
            passwords.secrets(create.user(), said.password().orElseThrow(), mechanisms),
            said.customData().orElse(NOTHING)));
  }

  private static List<GrantedRole> roles(List<RoleName> names, Consumer<String> requireGrants) {
    List<GrantedRole> roles =
        names.stream().map(GrantedRole::of).map(GrantedRole::requireKnown).distinct().toList();
    roles.forEach(role -> requireGrants.accept(role.database()));
    return roles;
  }

  private void change(UserCommand.Change change, Consumer<String> requireGrants) {
    Description said = change.description();
    Optional<List<GrantedRole>> roles = said.roles().map(names -> roles(names, requireGrants));
    Optional<Map<ScramMechanism, ScramSecret>> fresh =
        said.password()
            .map(
                password ->
                    passwords.secrets(
                        change.user(), password, Passwords.mechanisms(said.mechanisms())));
    users.replace(
        name(change.database(), change.user()),
        old ->
            new MongoUser(
                old.name(),
                old.id(),
                roles.orElse(old.roles()),
                fresh.orElseGet(() -> restricted(old.secrets(), said.mechanisms())),
                said.customData().orElse(old.customData())));
  }

  /// Without the password only mechanisms that are there already can stay.
  private static Map<ScramMechanism, ScramSecret> restricted(
      Map<ScramMechanism, ScramSecret> secrets, Optional<List<String>> wanted) {
    Map<ScramMechanism, ScramSecret> kept = new LinkedHashMap<>(secrets);
    if (wanted.isPresent()) {
      Set<ScramMechanism> mechanisms = Passwords.mechanisms(wanted);
      if (!secrets.keySet().containsAll(mechanisms)) {
        throw new MongoFailure(
            MongoError.BAD_VALUE, "mechanisms field must be a subset of previously set mechanisms");
      }
      kept.keySet().retainAll(mechanisms);
    }
    return kept;
  }

  private void grant(UserCommand.Grant grant, Consumer<String> requireGrants) {
    List<GrantedRole> more = roles(grant.roles(), requireGrants);
    users.replace(
        name(grant.database(), grant.user()),
        user -> {
          List<GrantedRole> all = new ArrayList<>(user.roles());
          more.stream().filter(role -> !all.contains(role)).forEach(all::add);
          return user.with(all);
        });
  }

  private void revoke(UserCommand.Revoke revoke, Consumer<String> requireGrants) {
    List<GrantedRole> fewer = roles(revoke.roles(), requireGrants);
    users.replace(
        name(revoke.database(), revoke.user()),
        user -> user.with(user.roles().stream().filter(role -> !fewer.contains(role)).toList()));
  }

  private void tell(UserCommand.Information information, BsonBuilder reply) {
    if (!information.filter().properties().isEmpty()) {
      throw MongoFailure.notSupported("The argument filter of usersInfo");
    }
    reply.beginArray("users");
    users.all().stream()
        .filter(user -> isWanted(user, information))
        .forEach(user -> UserTexts.write(user, information, reply));
    reply.end();
  }

  private static boolean isWanted(MongoUser user, UserCommand.Information information) {
    return information
        .users()
        .map(names -> names.contains(new RoleName(user.name().user(), user.name().database())))
        .orElseGet(() -> information.database().map(user.name().database()::equals).orElse(true));
  }

  private static void tell(UserCommand.Roles command, BsonBuilder reply) {
    reply.beginArray("roles");
    if (command.roles().isPresent()) {
      for (RoleName name : command.roles().get()) {
        BuiltInRole.find(GrantedRole.of(name))
            .ifPresent(
                role -> UserTexts.write(role, name.database(), command.showsPrivileges(), reply));
      }
    } else if (command.showsBuiltIn()) {
      String database = command.database().orElseThrow();
      for (BuiltInRole role : BuiltInRole.of(database)) {
        UserTexts.write(role, database, command.showsPrivileges(), reply);
      }
    }
    reply.end();
  }
}
