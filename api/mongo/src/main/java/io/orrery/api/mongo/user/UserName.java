// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

/// A user by name, and by the database that knows it.
public record UserName(String database, String user) {

  @Override
  public String toString() {
    return user + "@" + database;
  }
}
