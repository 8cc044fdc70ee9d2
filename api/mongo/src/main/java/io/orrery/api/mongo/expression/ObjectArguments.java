// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The named arguments of an operator, each read once; what is left over is refused.
final class ObjectArguments {
  private final String owner;
  private final Value.Document object;
  private final Set<String> unread;
  private final int unknown;

  private ObjectArguments(String owner, Value.Document object, int unknown) {
    this.owner = owner;
    this.object = object;
    this.unread = new HashSet<>(object.properties().keySet());
    this.unknown = unknown;
  }

  static ObjectArguments of(String owner, Value operand, int notObject, int unknown) {
    if (operand instanceof Value.Document object) {
      return new ObjectArguments(owner, object, unknown);
    }
    throw MongoFailure.at(
        notObject,
        "%s only supports an object as its argument, found: %s"
            .formatted(owner, BsonType.name(operand)));
  }

  @Nullable Value find(String name) {
    return unread.remove(name) ? object.property(name) : null;
  }

  Value require(String name, int missing) {
    Value value = find(name);
    if (value == null) {
      throw MongoFailure.at(missing, "Missing '%s' parameter to %s".formatted(name, owner));
    }
    return value;
  }

  void requireNothingElse() {
    if (!unread.isEmpty()) {
      throw MongoFailure.at(
          unknown, "Unrecognized parameter to %s: %s".formatted(owner, unread.iterator().next()));
    }
  }
}
