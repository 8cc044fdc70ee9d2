// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

/// What an address leads to. Each id in it is a name or a rid, as the client has it; which of the
/// two is found out when it is looked up.
public sealed interface ResourcePath {

  /// A database of this name or rid.
  record DatabaseAddress(String id) {}

  /// A container of a database, both by name or both by rid.
  record ContainerAddress(DatabaseAddress database, String id) {}

  /// A user of a database.
  record UserAddress(DatabaseAddress database, String id) {}

  /// What a permission can be for.
  sealed interface Grantable extends ResourcePath {}

  /// `/`
  record Account() implements ResourcePath {}

  /// `/dbs`
  record DatabaseFeed() implements ResourcePath {}

  /// `/dbs/{db}`
  record Database(DatabaseAddress address) implements ResourcePath {}

  /// `/dbs/{db}/colls`
  record ContainerFeed(DatabaseAddress database) implements ResourcePath {}

  /// `/dbs/{db}/colls/{coll}`
  record Container(ContainerAddress address) implements Grantable {}

  /// `…/docs`
  record ItemFeed(ContainerAddress container) implements ResourcePath {}

  /// `…/docs/{id}`
  record Item(ContainerAddress container, String id) implements Grantable {}

  /// `…/pkranges`
  record RangeFeed(ContainerAddress container) implements ResourcePath {}

  /// `…/pkranges/{id}`
  record Range(ContainerAddress container, String id) implements ResourcePath {}

  /// `…/sprocs`, `…/triggers`, `…/udfs`
  record ScriptFeed(ContainerAddress container, ScriptKind kind) implements ResourcePath {}

  /// `…/sprocs/{id}` and so on
  record Script(ContainerAddress container, ScriptKind kind, String id) implements Grantable {}

  /// `…/conflicts`
  record ConflictFeed(ContainerAddress container) implements ResourcePath {}

  /// `…/conflicts/{id}`
  record Conflict(ContainerAddress container, String id) implements ResourcePath {}

  /// `…/operations/partitionkeydelete`
  record PartitionKeyDelete(ContainerAddress container) implements ResourcePath {}

  /// `/dbs/{db}/users`
  record UserFeed(DatabaseAddress database) implements ResourcePath {}

  /// `/dbs/{db}/users/{user}`
  record User(UserAddress address) implements ResourcePath {}

  /// `…/users/{user}/permissions`
  record PermissionFeed(UserAddress user) implements ResourcePath {}

  /// `…/users/{user}/permissions/{id}`
  record Permission(UserAddress user, String id) implements ResourcePath {}

  /// `/dbs/{db}/clientencryptionkeys`
  record EncryptionKeyFeed(DatabaseAddress database) implements ResourcePath {}

  /// `/dbs/{db}/clientencryptionkeys/{id}`
  record EncryptionKey(DatabaseAddress database, String id) implements ResourcePath {}

  /// `/offers`
  record OfferFeed() implements ResourcePath {}

  /// `/offers/{rid}`
  record Offer(String rid) implements ResourcePath {}

  /// `/addresses`: where direct mode finds replicas.
  record Addresses() implements ResourcePath {}

  /// `/_explorer/{file}`
  record Explorer(String file) implements ResourcePath {}

  /// Anything else.
  record Unknown() implements ResourcePath {}

  /// The kinds of server-side scripts.
  enum ScriptKind {
    STORED_PROCEDURE,
    TRIGGER,
    USER_DEFINED_FUNCTION
  }
}
