// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// A refusal in MongoDB's own words.
public final class MongoFailure extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final MongoError error;

  public MongoFailure(MongoError error, String message) {
    super(ErrorCode.INVALID_ARGUMENT, message);
    this.error = error;
  }

  public MongoError error() {
    return error;
  }

  /// What exists in MongoDB and not here yet.
  public static MongoFailure notSupported(String what) {
    return new MongoFailure(MongoError.NOT_IMPLEMENTED, what + " is not supported.");
  }
}
