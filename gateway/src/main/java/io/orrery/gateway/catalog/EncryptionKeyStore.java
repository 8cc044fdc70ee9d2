// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.ResourceName;
import io.orrery.model.catalog.ClientEncryptionKey;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The client encryption keys of all databases. A key goes only with its database: items that
/// cannot be decrypted without it may be anywhere.
public final class EncryptionKeyStore {
  private final NamedResources<ClientEncryptionKey> keys;
  private final Limits limits;

  public EncryptionKeyStore(CatalogClient catalog, Limits limits) {
    this.keys = new NamedResources<>(catalog, ClientEncryptionKey.class, "client encryption key");
    this.limits = limits;
  }

  /// The keys of a database, by name.
  public List<ClientEncryptionKey> all(int database) {
    return keys.all(new Siblings.EncryptionKeys(database)).stream()
        .sorted(Comparator.comparing(ClientEncryptionKey::name))
        .toList();
  }

  public Optional<ClientEncryptionKey> find(int database, String name) {
    return keys.find(new Siblings.EncryptionKeys(database), name);
  }

  public Optional<ClientEncryptionKey> find(int database, int number) {
    return keys.find(new Siblings.EncryptionKeys(database), number);
  }

  /// Fails with CONFLICT if the database has a key of this name, with LIMIT_EXCEEDED if it has as
  /// many as it may.
  public ClientEncryptionKey create(int database, String name, byte[] properties) {
    ResourceName.require("client encryption key", name, limits);
    return keys.create(
        new Siblings.EncryptionKeys(database),
        name,
        new ResourceContent.WrappedKey(properties),
        limits.clientEncryptionKeys());
  }

  /// Stores a key wrapped anew.
  ///
  /// @param properties those it has from now on, made from the present key; called again if that
  ///   was changed meanwhile. What the function throws is passed on, and nothing is changed then
  public ClientEncryptionKey rewrap(
      ClientEncryptionKey key, Function<ClientEncryptionKey, byte[]> properties) {
    while (true) {
      ClientEncryptionKey current =
          find(key.database(), key.number())
              .orElseThrow(
                  () ->
                      new OrreryException(
                          ErrorCode.NOT_FOUND,
                          "The client encryption key does not exist any more."));
      var content = new ResourceContent.WrappedKey(properties.apply(current));
      Optional<ClientEncryptionKey> changed = keys.replaceIfUnchanged(current, content);
      if (changed.isPresent()) {
        return changed.get();
      }
    }
  }
}
