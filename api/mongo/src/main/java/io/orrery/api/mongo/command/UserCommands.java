// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.UserCommand.Description;
import io.orrery.api.mongo.command.UserCommand.RoleName;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what is about users and roles.
final class UserCommands {
  /// Roles of one's own, which are not there.
  private static final List<String> REFUSED =
      List.of(
          "createRole",
          "updateRole",
          "dropRole",
          "dropAllRolesFromDatabase",
          "grantPrivilegesToRole",
          "revokePrivilegesFromRole",
          "grantRolesToRole",
          "revokeRolesFromRole");

  private UserCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("createUser", UserCommands::create);
    table.put("updateUser", UserCommands::change);
    table.put("dropUser", body -> new UserCommand.DropUser(database(body), name(body)));
    table.put("dropAllUsersFromDatabase", body -> new UserCommand.DropAll(database(body)));
    table.put(
        "grantRolesToUser",
        body -> new UserCommand.Grant(database(body), name(body), roles(body).orElse(List.of())));
    table.put(
        "revokeRolesFromUser",
        body -> new UserCommand.Revoke(database(body), name(body), roles(body).orElse(List.of())));
    table.put("usersInfo", UserCommands::information);
    table.put("rolesInfo", UserCommands::rolesInformation);
    for (String name : REFUSED) {
      table.put(
          name,
          _ -> {
            throw MongoFailure.notSupported(name + " (only the built-in roles are there: it)");
          });
    }
  }

  private static Optional<String> database(CommandBody body) {
    return Optional.of(Namespace.requireDatabase(body.database()));
  }

  private static String name(CommandBody body) {
    if (body.subject() instanceof Value.Text(String name)) {
      if (name.isEmpty() || name.indexOf('\0') >= 0) {
        throw new MongoFailure(
            MongoError.BAD_VALUE,
            "User document needs 'user' field to be " + "non-empty and without zero bytes");
      }
      return name;
    }
    throw new MongoFailure(
        MongoError.TYPE_MISMATCH, "'%s' must be the name of a user".formatted(body.name()));
  }

  private static MongoCommand create(CommandBody body) {
    Description description = description(body);
    if (description.password().isEmpty()) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "Must provide a 'pwd' field for all user documents");
    }
    if (description.roles().isEmpty()) {
      throw new MongoFailure(
          MongoError.MISSING_FIELD,
          "BSON field 'createUser.roles' is missing but a required field");
    }
    return new UserCommand.Create(database(body), name(body), description);
  }

  private static MongoCommand change(CommandBody body) {
    return new UserCommand.Change(database(body), name(body), description(body));
  }

  private static Description description(CommandBody body) {
    Arguments arguments = body.arguments();
    if (!arguments.flag("digestPassword", true)
        || arguments.findText("passwordDigestor").filter("client"::equals).isPresent()) {
      throw MongoFailure.notSupported("A password that the client has hashed");
    }
    if (!arguments.findArray("authenticationRestrictions").orElse(List.of()).isEmpty()) {
      throw MongoFailure.notSupported("The argument authenticationRestrictions");
    }
    Optional<String> password = arguments.findText("pwd");
    if (password.filter(String::isEmpty).isPresent()) {
      throw new MongoFailure(MongoError.BAD_VALUE, "Password cannot be empty");
    }
    return new Description(
        password,
        roles(body),
        arguments.findArray("mechanisms").map(UserCommands::texts),
        arguments.findDocument("customData"));
  }

  private static List<String> texts(List<Value> values) {
    List<String> texts = new ArrayList<>();
    for (Value value : values) {
      if (!(value instanceof Value.Text(String text))) {
        throw new MongoFailure(MongoError.TYPE_MISMATCH, "mechanism field must be a string");
      }
      texts.add(text);
    }
    return texts;
  }

  /// By name alone a role is one of the command's database.
  private static Optional<List<RoleName>> roles(CommandBody body) {
    return body.arguments()
        .findArray("roles")
        .map(
            roles ->
                roles.stream()
                    .map(role -> named(role, "role", body.database(), "Role names"))
                    .toList());
  }

  private static RoleName named(Value value, String field, String database, String what) {
    return switch (value) {
      case Value.Text(String role) -> new RoleName(role, database);
      case Value.Document document
          when document.property(field) instanceof Value.Text(String role)
              && document.property("db") instanceof Value.Text(String of) ->
          new RoleName(role, of);
      case Value _ ->
          throw new MongoFailure(MongoError.BAD_VALUE, what + " must be either strings or objects");
    };
  }

  private static MongoCommand information(CommandBody body) {
    Arguments arguments = body.arguments();
    if (arguments.flag("showCredentials")) {
      throw MongoFailure.notSupported("The argument showCredentials");
    }
    arguments.ignore("showAuthenticationRestrictions");
    boolean all =
        body.subject() instanceof Value.Document document
            && document.property("forAllDBs") == Value.Bool.TRUE;
    return new UserCommand.Information(
        all ? Optional.empty() : database(body),
        all ? Optional.empty() : names(body, "user", "User names"),
        arguments.flag("showPrivileges"),
        arguments.flag("showCustomData", true),
        arguments.findDocument("filter").orElse(ReadCommands.EMPTY));
  }

  private static MongoCommand rolesInformation(CommandBody body) {
    Arguments arguments = body.arguments();
    arguments.ignore("showAuthenticationRestrictions"); // There are none.
    return new UserCommand.Roles(
        database(body),
        names(body, "role", "Role names"),
        arguments.flag("showBuiltinRoles"),
        arguments.flag("showPrivileges"));
  }

  /// Empty for all: the number 1 stands for them.
  private static Optional<List<RoleName>> names(CommandBody body, String field, String what) {
    return switch (body.subject()) {
      case Value.Array(List<Value> several) ->
          Optional.of(
              several.stream().map(each -> named(each, field, body.database(), what)).toList());
      case Value one when one.kind().isNumber() -> Optional.empty();
      case Value one -> Optional.of(List.of(named(one, field, body.database(), what)));
    };
  }
}
