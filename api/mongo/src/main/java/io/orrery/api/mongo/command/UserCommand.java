// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Users of databases, and their roles.
public sealed interface UserCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.DEFINE;
  }

  /// The database whose users it is about; empty for those of all databases.
  Optional<String> database();

  /// A role, and the database that knows it.
  record RoleName(String role, String database) {}

  /// What is said of a user; what is not said stays as it is.
  ///
  /// @param mechanisms the names of those that the password may be proved by
  record Description(
      Optional<String> password,
      Optional<List<RoleName>> roles,
      Optional<List<String>> mechanisms,
      Optional<Value.Document> customData) {

    /// Without the password, which belongs into no log.
    @Override
    public String toString() {
      return "Description[roles=%s, mechanisms=%s]".formatted(roles, mechanisms);
    }
  }

  record Create(Optional<String> database, String user, Description description)
      implements UserCommand {}

  record Change(Optional<String> database, String user, Description description)
      implements UserCommand {}

  record DropUser(Optional<String> database, String user) implements UserCommand {}

  record DropAll(Optional<String> database) implements UserCommand {}

  record Grant(Optional<String> database, String user, List<RoleName> roles)
      implements UserCommand {
    public Grant {
      roles = List.copyOf(roles);
    }
  }

  record Revoke(Optional<String> database, String user, List<RoleName> roles)
      implements UserCommand {
    public Revoke {
      roles = List.copyOf(roles);
    }
  }

  /// Tells about users.
  ///
  /// @param users by name and database; empty for all of the database, or of all databases
  record Information(
      Optional<String> database,
      Optional<List<RoleName>> users,
      boolean showsPrivileges,
      boolean showsCustomData,
      Value.Document filter)
      implements UserCommand {}

  /// Tells about roles.
  ///
  /// @param roles empty for all of the database
  record Roles(
      Optional<String> database,
      Optional<List<RoleName>> roles,
      boolean showsBuiltIn,
      boolean showsPrivileges)
      implements UserCommand {
    @Override
    public Right right() {
      return Right.ANY_KEY;
    }
  }
}
