// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

/// A user of a database: a name for a set of permissions.
public record User(int database, int number, String name, long timeMillis, long revision)
    implements Resource {

  @Override
  public Siblings siblings() {
    return new Siblings.Users(database);
  }

  @Override
  public ResourceContent content() {
    return ResourceContent.Nothing.NOTHING;
  }

  /// Those it has.
  public Siblings permissions() {
    return new Siblings.Permissions(database, number);
  }
}
