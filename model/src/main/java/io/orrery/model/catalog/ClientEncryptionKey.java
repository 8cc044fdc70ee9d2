// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

/// A client encryption key of a database.
///
/// @param properties the wrapped key and how it was wrapped, as the API keeps it; nothing here can
///   unwrap it, or looks inside
public record ClientEncryptionKey(
    int database, int number, String name, long timeMillis, long revision, byte[] properties)
    implements Resource {

  @Override
  public Siblings siblings() {
    return new Siblings.EncryptionKeys(database);
  }

  @Override
  public ResourceContent content() {
    return new ResourceContent.WrappedKey(properties);
  }
}
