// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// A refusal in MongoDB's own words.
public final class MongoFailure extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final NamedError error;

  public MongoFailure(NamedError error, String message) {
    super(ErrorCode.INVALID_ARGUMENT, message);
    this.error = error;
  }

  public NamedError error() {
    return error;
  }

  /// A refusal by its number, which may have a name.
  public static MongoFailure at(int code, String message) {
    for (MongoError named : MongoError.values()) {
      if (named.code() == code) {
        return new MongoFailure(named, message);
      }
    }
    return new MongoFailure(new NamedError.Location(code), message);
  }

  /// What exists in MongoDB and not here yet.
  public static MongoFailure notSupported(String what) {
    return new MongoFailure(MongoError.NOT_IMPLEMENTED, what + " is not supported.");
  }
}
