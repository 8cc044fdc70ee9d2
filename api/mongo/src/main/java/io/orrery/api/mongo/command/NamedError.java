// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

/// An error by the number and the name that drivers know.
public interface NamedError {

  int code();

  String codeName();

  /// An error by its number, which may have a name.
  static NamedError of(int code) {
    for (MongoError named : MongoError.values()) {
      if (named.code() == code) {
        return named;
      }
    }
    return new Location(code);
  }

  /// An error that has a number only: where MongoDB refuses something nobody gave it a name, and
  /// tells the number as one.
  record Location(int code) implements NamedError {
    @Override
    public String codeName() {
      return "Location" + code;
    }
  }
}
