// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.UserCommand;
import io.orrery.gateway.access.Privilege;

/// A role of a database.
public record GrantedRole(String role, String database) {

  static GrantedRole of(UserCommand.RoleName name) {
    return new GrantedRole(name.role(), name.database());
  }

  /// Fails with ROLE_NOT_FOUND if there is no such role.
  GrantedRole requireKnown() {
    BuiltInRole _ = builtIn();
    return this;
  }

  Privilege privilege() {
    return builtIn().privilege(database);
  }

  private BuiltInRole builtIn() {
    return BuiltInRole.find(this)
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.ROLE_NOT_FOUND,
                    "Could not find role: %s@%s".formatted(role, database)));
  }
}
