// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.gateway.access.Privilege;
import io.orrery.gateway.access.Privilege.Deed;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The roles that MongoDB has by itself, and what each allows here.
public enum BuiltInRole {
  READ("read", Reach.DATABASE, Deed.READ_ITEMS, Deed.SEE_DEFINITIONS),
  READ_WRITE(
      "readWrite",
      Reach.DATABASE,
      Deed.READ_ITEMS,
      Deed.WRITE_ITEMS,
      Deed.SEE_DEFINITIONS,
      Deed.DEFINE),
  DB_ADMIN("dbAdmin", Reach.DATABASE, Deed.SEE_DEFINITIONS, Deed.DEFINE, Deed.ADMINISTER),
  USER_ADMIN("userAdmin", Reach.DATABASE, Deed.HANDLE_USERS),
  DB_OWNER(
      "dbOwner",
      Reach.DATABASE,
      Deed.READ_ITEMS,
      Deed.WRITE_ITEMS,
      Deed.SEE_DEFINITIONS,
      Deed.DEFINE,
      Deed.ADMINISTER,
      Deed.HANDLE_USERS),
  READ_ANY("readAnyDatabase", Reach.ALL_DATABASES, Deed.READ_ITEMS, Deed.SEE_DEFINITIONS),
  READ_WRITE_ANY(
      "readWriteAnyDatabase",
      Reach.ALL_DATABASES,
      Deed.READ_ITEMS,
      Deed.WRITE_ITEMS,
      Deed.SEE_DEFINITIONS,
      Deed.DEFINE),
  DB_ADMIN_ANY(
      "dbAdminAnyDatabase",
      Reach.ALL_DATABASES,
      Deed.SEE_DEFINITIONS,
      Deed.DEFINE,
      Deed.ADMINISTER),
  USER_ADMIN_ANY("userAdminAnyDatabase", Reach.ALL_DATABASES, Deed.HANDLE_USERS),
  CLUSTER_MONITOR("clusterMonitor", Reach.ALL_DATABASES, Deed.SEE_DEFINITIONS, Deed.MONITOR),
  CLUSTER_MANAGER("clusterManager", Reach.ALL_DATABASES, Deed.MONITOR, Deed.OPERATE),
  HOST_MANAGER("hostManager", Reach.ALL_DATABASES, Deed.OPERATE),
  CLUSTER_ADMIN(
      "clusterAdmin",
      Reach.ALL_DATABASES,
      Deed.SEE_DEFINITIONS,
      Deed.ADMINISTER,
      Deed.MONITOR,
      Deed.OPERATE),
  ROOT("root", Reach.ALL_DATABASES, Deed.values());

  /// Roles that reach further than a database are roles of this one.
  private static final String ADMIN = "admin";

  private enum Reach {
    DATABASE,
    ALL_DATABASES
  }

  private final String roleName;
  private final Reach reach;
  private final Set<Deed> deeds;

  BuiltInRole(String roleName, Reach reach, Deed... deeds) {
    this.roleName = roleName;
    this.reach = reach;
    this.deeds = EnumSet.copyOf(List.of(deeds));
  }

  public String roleName() {
    return roleName;
  }

  /// The role of this name in a database; empty if it has none.
  static Optional<BuiltInRole> find(GrantedRole role) {
    return of(role.database()).stream()
        .filter(each -> each.roleName.equals(role.role()))
        .findFirst();
  }

  /// Those that a database has.
  public static List<BuiltInRole> of(String database) {
    return Arrays.stream(values())
        .filter(each -> each.reach == Reach.DATABASE || database.equals(ADMIN))
        .toList();
  }

  /// What it allows to those who have it in a database.
  Privilege privilege(String database) {
    return new Privilege(reach == Reach.DATABASE ? Optional.of(database) : Optional.empty(), deeds);
  }
}
