// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand.ReplaceAccountKey;
import io.orrery.model.Limits;
import io.orrery.model.ResourceName;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.Permission;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.User;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// The account's keys, and the users and permissions of its databases.
public final class AccessStore {
  private final CatalogClient catalog;
  private final Limits limits;
  private final SecureRandom random;
  private final NamedResources<User> users;
  private final NamedResources<Permission> permissions;

  public AccessStore(CatalogClient catalog, Limits limits, SecureRandom random) {
    this.catalog = catalog;
    this.limits = limits;
    this.random = random;
    this.users = new NamedResources<>(catalog, User.class, "user");
    this.permissions = new NamedResources<>(catalog, Permission.class, "permission");
  }

  public AccountKeys keys() {
    return catalog
        .view()
        .accountKeys()
        .orElseThrow(() -> new IllegalStateException("the account has no keys yet"));
  }

  /// Replaces a key by a random one; what was signed with the old one is refused from now on.
  public AccountKeys regenerate(AccountKeys.Name name) {
    var command = new ReplaceAccountKey(catalog.now(), name, AccountKeys.randomKey(random));
    return catalog.store(
        AccountKeys.class, command, reason -> CatalogClient.unexpected(command, reason));
  }

  /// The users of a database, oldest first.
  public List<User> users(int database) {
    return users.all(new Siblings.Users(database));
  }

  public Optional<User> findUser(int database, String name) {
    return users.find(new Siblings.Users(database), name);
  }

  public Optional<User> findUser(int database, int number) {
    return users.find(new Siblings.Users(database), number);
  }

  /// Fails with CONFLICT if the database has a user of this name.
  public User createUser(int database, String name) {
    ResourceName.require("user", name, limits);
    return users.create(
        new Siblings.Users(database), name, ResourceContent.Nothing.NOTHING, Integer.MAX_VALUE);
  }

  /// Fails with CONFLICT if the database has another user of this name.
  public User renameUser(User user, String name) {
    ResourceName.require("user", name, limits);
    return users.replace(user, name, user.content());
  }

  /// Deletes the user with all permissions.
  public void deleteUser(User user) {
    users.delete(user);
  }

  /// The permissions of a user, oldest first.
  public List<Permission> permissions(User user) {
    return permissions.all(user.permissions());
  }

  public Optional<Permission> findPermission(User user, String name) {
    return permissions.find(user.permissions(), name);
  }

  public Optional<Permission> findPermission(int database, int user, int number) {
    return permissions.find(new Siblings.Permissions(database, user), number);
  }

  /// Fails with CONFLICT if the user has a permission of this name.
  public Permission createPermission(User user, String name, Grant grant) {
    ResourceName.require("permission", name, limits);
    return permissions.create(user.permissions(), name, grant, Integer.MAX_VALUE);
  }

  /// Fails with CONFLICT if the user has another permission of this name.
  public Permission replacePermission(Permission permission, String name, Grant grant) {
    ResourceName.require("permission", name, limits);
    return permissions.replace(permission, name, grant);
  }

  public void deletePermission(Permission permission) {
    permissions.delete(permission);
  }
}
