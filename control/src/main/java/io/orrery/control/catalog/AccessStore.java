// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.ResourceName;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import io.orrery.storage.Store;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;

/// The account's keys, and the users and permissions of its databases, durable. Looking something
/// up never waits; changes are one at a time.
public final class AccessStore {
  private record UserKey(int database, int user) implements Comparable<UserKey> {
    private static final Comparator<UserKey> ORDER =
        Comparator.comparingInt(UserKey::database).thenComparingInt(UserKey::user);

    @Override
    public int compareTo(UserKey other) {
      return ORDER.compare(this, other);
    }
  }

  private record PermissionKey(UserKey user, int permission) implements Comparable<PermissionKey> {
    private static final Comparator<PermissionKey> ORDER =
        Comparator.comparing(PermissionKey::user).thenComparingInt(PermissionKey::permission);

    @Override
    public int compareTo(PermissionKey other) {
      return ORDER.compare(this, other);
    }
  }

  private final Store store;
  private final Limits limits;
  private final InstantSource clock;
  private final ConcurrentNavigableMap<UserKey, User> users = new ConcurrentSkipListMap<>();
  private final ConcurrentNavigableMap<PermissionKey, Permission> permissions =
      new ConcurrentSkipListMap<>();
  private final ReentrantLock changing = new ReentrantLock();
  private volatile AccountKeys keys;
  private int numberNext; // guarded by changing

  private AccessStore(Store store, Limits limits, InstantSource clock, AccountKeys keys) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
    this.keys = keys;
    byte[] number = store.get(Family.META, CatalogKind.ACCESS_NUMBER.key());
    this.numberNext = number == null ? 1 : new ByteReader(number).readLength();
    try (Cursor cursor = CatalogKind.USER.scan(store)) {
      while (cursor.next()) {
        User user = User.decode(cursor.value());
        users.put(new UserKey(user.database(), user.number()), user);
      }
    }
    try (Cursor cursor = CatalogKind.PERMISSION.scan(store)) {
      while (cursor.next()) {
        Permission permission = Permission.decode(cursor.value());
        permissions.put(keyOf(permission), permission);
      }
    }
  }

  /// Reads what there is. A new account gets random keys, and gets them first of all: an account
  /// without keys has lost what was written, and must not look like a new one. Fails with
  /// CORRUPTED.
  public static AccessStore open(Store store, Limits limits, InstantSource clock) {
    byte[] stored = store.get(Family.META, CatalogKind.ACCOUNT_KEYS.key());
    if (stored != null) {
      return new AccessStore(store, limits, clock, AccountKeys.decode(stored));
    }
    if (!store.isBlank()) {
      throw OrreryException.corrupted(
          "The data is damaged: it was written to, but the account's keys, which are written first,"
              + " are missing. Files were lost, such as the log of the last writes. Nothing was"
              + " changed; restore a backup or a checkpoint.");
    }
    AccountKeys keys = AccountKeys.random();
    save(store, keys);
    return new AccessStore(store, limits, clock, keys);
  }

  /// Whether the store has the keys that every account has.
  public static boolean hasKeys(Reader store) {
    return store.get(Family.META, CatalogKind.ACCOUNT_KEYS.key()) != null;
  }

  public AccountKeys keys() {
    return keys;
  }

  /// Replaces a key by a random one; what was signed with the old one is refused from now on.
  public AccountKeys regenerate(AccountKeys.Name name) {
    changing.lock();
    try {
      AccountKeys changed = keys.regenerate(name);
      save(store, changed);
      keys = changed;
      return changed;
    } finally {
      changing.unlock();
    }
  }

  /// The users of a database, oldest first.
  public List<User> users(int database) {
    return users.values().stream().filter(user -> user.database() == database).toList();
  }

  public Optional<User> findUser(int database, String name) {
    return users(database).stream().filter(user -> user.name().equals(name)).findFirst();
  }

  public Optional<User> findUser(int database, int number) {
    return Optional.ofNullable(users.get(new UserKey(database, number)));
  }

  /// Fails with CONFLICT if the database has a user of this name.
  public User createUser(int database, String name) {
    ResourceName.require("user", name, limits);
    changing.lock();
    try {
      requireFree(findUser(database, name).isEmpty(), "user", name);
      User user = new User(database, numberNext, name, clock.millis(), 1);
      Batch batch = store.newBatch();
      takeNumber(batch);
      put(batch, user);
      store.write(batch);
      numberNext++;
      users.put(new UserKey(database, user.number()), user);
      return user;
    } finally {
      changing.unlock();
    }
  }

  /// Fails with CONFLICT if the database has another user of this name.
  public User renameUser(User user, String name) {
    ResourceName.require("user", name, limits);
    changing.lock();
    try {
      UserKey key = new UserKey(user.database(), user.number());
      User current = requireUser(key);
      boolean free =
          findUser(user.database(), name)
              .map(other -> other.number() == user.number())
              .orElse(true);
      requireFree(free, "user", name);
      User renamed = current.renamed(name, clock.millis());
      Batch batch = store.newBatch();
      put(batch, renamed);
      store.write(batch);
      users.put(key, renamed);
      return renamed;
    } finally {
      changing.unlock();
    }
  }

  /// Deletes the user with all permissions.
  public void deleteUser(User user) {
    changing.lock();
    try {
      UserKey key = new UserKey(user.database(), user.number());
      requireUser(key);
      Batch batch = store.newBatch();
      batch.delete(Family.META, CatalogKind.USER.key(user.database(), user.number()));
      List<Permission> gone = permissions(user);
      gone.forEach(each -> delete(batch, each));
      store.write(batch);
      users.remove(key);
      gone.forEach(each -> permissions.remove(keyOf(each)));
    } finally {
      changing.unlock();
    }
  }

  /// The permissions of a user, oldest first.
  public List<Permission> permissions(User user) {
    UserKey key = new UserKey(user.database(), user.number());
    return List.copyOf(
        permissions
            .subMap(new PermissionKey(key, 0), new PermissionKey(key, Integer.MAX_VALUE))
            .values());
  }

  public Optional<Permission> findPermission(User user, String name) {
    return permissions(user).stream().filter(each -> each.name().equals(name)).findFirst();
  }

  public Optional<Permission> findPermission(int database, int user, int number) {
    return Optional.ofNullable(
        permissions.get(new PermissionKey(new UserKey(database, user), number)));
  }

  /// Fails with CONFLICT if the user has a permission of this name.
  public Permission createPermission(User user, String name, Grant grant) {
    ResourceName.require("permission", name, limits);
    changing.lock();
    try {
      requireUser(new UserKey(user.database(), user.number()));
      requireFree(findPermission(user, name).isEmpty(), "permission", name);
      Permission permission =
          new Permission(
              user.database(), user.number(), numberNext, name, clock.millis(), 1, grant);
      Batch batch = store.newBatch();
      takeNumber(batch);
      put(batch, permission);
      store.write(batch);
      numberNext++;
      permissions.put(keyOf(permission), permission);
      return permission;
    } finally {
      changing.unlock();
    }
  }

  /// Fails with CONFLICT if the user has another permission of this name.
  public Permission replacePermission(Permission permission, String name, Grant grant) {
    ResourceName.require("permission", name, limits);
    changing.lock();
    try {
      PermissionKey key = keyOf(permission);
      Permission current = requirePermission(key);
      boolean free =
          permissions.values().stream()
              .filter(each -> keyOf(each).user().equals(key.user()))
              .noneMatch(each -> each.name().equals(name) && each.number() != current.number());
      requireFree(free, "permission", name);
      Permission changed = current.changed(name, grant, clock.millis());
      Batch batch = store.newBatch();
      put(batch, changed);
      store.write(batch);
      permissions.put(key, changed);
      return changed;
    } finally {
      changing.unlock();
    }
  }

  public void deletePermission(Permission permission) {
    changing.lock();
    try {
      requirePermission(keyOf(permission));
      Batch batch = store.newBatch();
      delete(batch, permission);
      store.write(batch);
      permissions.remove(keyOf(permission));
    } finally {
      changing.unlock();
    }
  }

  /// Deletes all users of a database that is being deleted.
  public void forgetDatabase(int database) {
    users(database).forEach(this::deleteUser);
  }

  private User requireUser(UserKey key) {
    User user = users.get(key);
    if (user == null) {
      throw new OrreryException(ErrorCode.NOT_FOUND, "The user does not exist.");
    }
    return user;
  }

  private Permission requirePermission(PermissionKey key) {
    Permission permission = permissions.get(key);
    if (permission == null) {
      throw new OrreryException(ErrorCode.NOT_FOUND, "The permission does not exist.");
    }
    return permission;
  }

  private static void requireFree(boolean free, String what, String name) {
    if (!free) {
      throw new OrreryException(
          ErrorCode.CONFLICT, "There is a %s %s already.".formatted(what, name));
    }
  }

  private static PermissionKey keyOf(Permission permission) {
    return new PermissionKey(
        new UserKey(permission.database(), permission.user()), permission.number());
  }

  private static void save(Store store, AccountKeys keys) {
    Batch batch = store.newBatch();
    batch.put(Family.META, CatalogKind.ACCOUNT_KEYS.key(), keys.encode());
    store.write(batch);
  }

  private void takeNumber(Batch batch) {
    batch.put(
        Family.META,
        CatalogKind.ACCESS_NUMBER.key(),
        new ByteWriter().writeVarint(numberNext + 1L).toByteArray());
  }

  private static void put(Batch batch, User user) {
    batch.put(Family.META, CatalogKind.USER.key(user.database(), user.number()), user.encode());
  }

  private static void put(Batch batch, Permission permission) {
    batch.put(Family.META, key(permission), permission.encode());
  }

  private static void delete(Batch batch, Permission permission) {
    batch.delete(Family.META, key(permission));
  }

  private static byte[] key(Permission permission) {
    return CatalogKind.PERMISSION.key(
        permission.database(), permission.user(), permission.number());
  }
}
