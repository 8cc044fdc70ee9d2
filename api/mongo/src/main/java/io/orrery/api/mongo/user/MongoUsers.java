// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.access.ProvedIdentity;
import io.orrery.api.mongo.access.ScramMechanism;
import io.orrery.api.mongo.access.ScramSecret;
import io.orrery.api.mongo.access.ScramUsers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.gateway.catalog.ApiPropertyStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The users of all databases, as the catalog has them at this moment. Looking never waits.
public final class MongoUsers implements ScramUsers {
  private final ApiPropertyStore store;
  private final String account;
  private final int countMax;
  private volatile Known known = new Known(-1, new LinkedHashMap<>());

  private record Known(long revision, SequencedMap<UserName, MongoUser> users) {}

  /// @param account the name of the user that the account's keys belong to, in every database
  public MongoUsers(ApiPropertyStore store, String account, int countMax) {
    this.store = store;
    this.account = account;
    this.countMax = countMax;
  }

  public Optional<MongoUser> find(UserName name) {
    return Optional.ofNullable(current().get(name));
  }

  @Override
  public boolean has(ProvedIdentity.Named name) {
    return find(new UserName(name.database(), name.user())).isPresent();
  }

  @Override
  public Optional<ScramSecret> find(ProvedIdentity.Named name, ScramMechanism mechanism) {
    return find(new UserName(name.database(), name.user()))
        .flatMap(user -> Optional.ofNullable(user.secrets().get(mechanism)));
  }

  public List<MongoUser> all() {
    return List.copyOf(current().values());
  }

  private SequencedMap<UserName, MongoUser> current() {
    Known now = known;
    long revision = store.revision();
    if (now.revision() != revision) {
      now = new Known(revision, UserRecords.decode(store.content()));
      known = now;
    }
    return now.users();
  }

  /// Fails with USER_ALREADY_EXISTS if the database has one of this name.
  void add(MongoUser user) {
    change(
        users -> {
          if (user.name().user().equals(account) || users.containsKey(user.name())) {
            throw new MongoFailure(
                MongoError.USER_ALREADY_EXISTS,
                "User \"%s\" already exists".formatted(user.name()));
          }
          if (users.size() >= countMax) {
            throw new MongoFailure(
                MongoError.BAD_VALUE, "There can be no more than %d users".formatted(countMax));
          }
          users.put(user.name(), user);
        });
  }

  /// Fails with USER_NOT_FOUND if there is none of this name.
  void replace(UserName name, UnaryOperator<MongoUser> change) {
    change(users -> users.put(name, change.apply(require(users, name))));
  }

  /// Fails with USER_NOT_FOUND if there is none of this name.
  void remove(UserName name) {
    change(users -> users.remove(require(users, name).name()));
  }

  /// Removes those of a database; how many there were.
  int removeAll(String database) {
    int[] removed = {0};
    change(
        users -> {
          int before = users.size();
          users.keySet().removeIf(name -> name.database().equals(database));
          removed[0] = before - users.size();
        });
    return removed[0];
  }

  private void change(Consumer<SequencedMap<UserName, MongoUser>> change) {
    store.change(
        content -> {
          SequencedMap<UserName, MongoUser> users = UserRecords.decode(content);
          change.accept(users);
          return UserRecords.encode(users.values());
        });
  }

  private static MongoUser require(SequencedMap<UserName, MongoUser> users, UserName name) {
    MongoUser user = users.get(name);
    if (user == null) {
      throw new MongoFailure(MongoError.USER_NOT_FOUND, "User '%s' not found".formatted(name));
    }
    return user;
  }
}
