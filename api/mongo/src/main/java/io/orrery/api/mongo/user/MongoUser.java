// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.access.ScramMechanism;
import io.orrery.api.mongo.access.ScramSecret;
import io.orrery.gateway.access.Privilege;
import io.orrery.model.value.Value;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Somebody with a name, a password and roles.
///
/// @param id told to those who ask, and never given to anybody else
/// @param secrets what is kept of the password, for each mechanism that may be used
/// @param customData whatever was said of the user; an empty document for nothing
public record MongoUser(
    UserName name,
    Value.Binary id,
    List<GrantedRole> roles,
    Map<ScramMechanism, ScramSecret> secrets,
    Value.Document customData) {

  public MongoUser {
    roles = List.copyOf(roles);
    secrets = Collections.unmodifiableMap(new EnumMap<>(secrets));
  }

  /// All that the roles allow.
  public List<Privilege> privileges() {
    return roles.stream().map(GrantedRole::privilege).toList();
  }

  MongoUser with(List<GrantedRole> other) {
    return new MongoUser(name, id, other, secrets, customData);
  }
}
