// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.gateway.access.Privilege;
import io.orrery.gateway.access.Privilege.Deed;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The roles that MongoDB has by itself, and what each allows here.
///
/// @param reach how far it reaches
/// @param deeds what it allows there
public record BuiltInRole(String roleName, Reach reach, Set<Deed> deeds) {
  /// Roles that reach further than a database are roles of this one.
  private static final String ADMIN = "admin";

  /// How far a role reaches.
  public enum Reach {
    DATABASE,
    ALL_DATABASES
  }

  private static final List<BuiltInRole> ALL =
      List.of(
          new BuiltInRole("read", Reach.DATABASE, Deed.READ_ITEMS, Deed.SEE_DEFINITIONS),
          new BuiltInRole(
              "readWrite",
              Reach.DATABASE,
              Deed.READ_ITEMS,
              Deed.WRITE_ITEMS,
              Deed.SEE_DEFINITIONS,
              Deed.DEFINE),
          new BuiltInRole(
              "dbAdmin", Reach.DATABASE, Deed.SEE_DEFINITIONS, Deed.DEFINE, Deed.ADMINISTER),
          new BuiltInRole("userAdmin", Reach.DATABASE, Deed.HANDLE_USERS),
          new BuiltInRole(
              "dbOwner",
              Reach.DATABASE,
              Deed.READ_ITEMS,
              Deed.WRITE_ITEMS,
              Deed.SEE_DEFINITIONS,
              Deed.DEFINE,
              Deed.ADMINISTER,
              Deed.HANDLE_USERS),
          new BuiltInRole(
              "readAnyDatabase", Reach.ALL_DATABASES, Deed.READ_ITEMS, Deed.SEE_DEFINITIONS),
          new BuiltInRole(
              "readWriteAnyDatabase",
              Reach.ALL_DATABASES,
              Deed.READ_ITEMS,
              Deed.WRITE_ITEMS,
              Deed.SEE_DEFINITIONS,
              Deed.DEFINE),
          new BuiltInRole(
              "dbAdminAnyDatabase",
              Reach.ALL_DATABASES,
              Deed.SEE_DEFINITIONS,
              Deed.DEFINE,
              Deed.ADMINISTER),
          new BuiltInRole("userAdminAnyDatabase", Reach.ALL_DATABASES, Deed.HANDLE_USERS),
          new BuiltInRole(
              "clusterMonitor", Reach.ALL_DATABASES, Deed.SEE_DEFINITIONS, Deed.MONITOR),
          new BuiltInRole("clusterManager", Reach.ALL_DATABASES, Deed.MONITOR, Deed.OPERATE),
          new BuiltInRole("hostManager", Reach.ALL_DATABASES, Deed.OPERATE),
          new BuiltInRole(
              "clusterAdmin",
              Reach.ALL_DATABASES,
              Deed.SEE_DEFINITIONS,
              Deed.ADMINISTER,
              Deed.MONITOR,
              Deed.OPERATE),
          new BuiltInRole("root", Reach.ALL_DATABASES, Deed.values()));

  public BuiltInRole {
    deeds = Set.copyOf(deeds);
  }

  private BuiltInRole(String roleName, Reach reach, Deed... deeds) {
    this(roleName, reach, Set.of(deeds));
  }

  /// The role of this name in a database; empty if it has none.
  static Optional<BuiltInRole> find(GrantedRole role) {
    return of(role.database()).stream()
        .filter(each -> each.roleName().equals(role.role()))
        .findFirst();
  }

  /// Those that a database has.
  public static List<BuiltInRole> of(String database) {
    return ALL.stream()
        .filter(each -> each.reach == Reach.DATABASE || database.equals(ADMIN))
        .toList();
  }

  /// What it allows to those who have it in a database.
  Privilege privilege(String database) {
    return new Privilege(reach == Reach.DATABASE ? Optional.of(database) : Optional.empty(), deeds);
  }
}
