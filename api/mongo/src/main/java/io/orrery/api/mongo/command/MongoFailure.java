// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;

/// A refusal in MongoDB's own words.
public final class MongoFailure extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final transient NamedError error;
  private final transient Value.Document details;

  public MongoFailure(NamedError error, String message) {
    this(error, message, new Value.Document(new LinkedHashMap<>()));
  }

  /// @param details what else stands in the answer
  public MongoFailure(NamedError error, String message, Value.Document details) {
    super(ErrorCode.INVALID_ARGUMENT, message, error.code());
    this.error = error;
    this.details = details;
  }

  /// What stands in the answer besides number, name and sentence.
  public Value.Document details() {
    return details;
  }

  public NamedError error() {
    return error;
  }

  /// The same with more in the answer; undefined adds nothing.
  public MongoFailure with(String name, Value value) {
    if (value == Value.Undefined.UNDEFINED) {
      return this;
    }
    LinkedHashMap<String, Value> all = new LinkedHashMap<>(details.properties());
    all.put(name, value);
    return new MongoFailure(error, String.valueOf(getMessage()), new Value.Document(all));
  }

  /// A refusal by its number, which may have a name.
  public static MongoFailure at(int code, String message) {
    return at(code, message, new Value.Document(new LinkedHashMap<>()));
  }

  public static MongoFailure at(int code, String message, Value.Document details) {
    return new MongoFailure(NamedError.of(code), message, details);
  }

  /// What exists in MongoDB and not here yet.
  public static MongoFailure notSupported(String what) {
    return new MongoFailure(MongoError.NOT_IMPLEMENTED, what + " is not supported.");
  }
}
