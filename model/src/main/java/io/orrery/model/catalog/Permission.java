// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

/// A permission of a user. Its tokens refer to it by its numbers, so that they end when it does.
public record Permission(
    int database, int user, int number, String name, long timeMillis, long revision, Grant grant)
    implements Resource {

  @Override
  public Siblings siblings() {
    return new Siblings.Permissions(database, user);
  }

  @Override
  public ResourceContent content() {
    return grant;
  }
}
