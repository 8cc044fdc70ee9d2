// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The fields of a command, or of a part of one, each read once by whoever knows what it means.
/// [#requireNothingElse] refuses the rest.
public final class Arguments {
  /// What may stand in every command. Those that mean something are read by whom they concern.
  private static final Set<String> GENERIC =
      Set.of(
          "$db",
          "$readPreference",
          "$clusterTime",
          "$audit",
          "$client",
          "$configServerState",
          "$oplogQueryData",
          "$replData",
          "lsid",
          "readConcern",
          "writeConcern",
          "comment",
          "maxTimeMS",
          "apiVersion",
          "apiStrict",
          "apiDeprecationErrors",
          "databaseVersion",
          "shardVersion",
          "help");

  private final String owner;
  private final Value.Document fields;

  /// Those of the fields that somebody has read.
  private final Set<String> known = new HashSet<>();

  /// @param owner the command, for messages
  public Arguments(String owner, Value.Document fields) {
    this.owner = owner;
    this.fields = fields;
  }

  /// The field as it is; undefined if there is none.
  public Value value(String name) {
    know(name);
    return fields.property(name);
  }

  /// Names fields that are accepted whatever they say, because here nothing hangs on them.
  public void ignore(String... names) {
    for (String name : names) {
      know(name);
    }
  }

  /// Most of what may be said is not.
  private void know(String name) {
    if (fields.properties().containsKey(name)) {
      known.add(name);
    }
  }

  public Optional<String> findText(String name) {
    return switch (value(name)) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Text(String text) -> Optional.of(text);
      case Value other -> throw mismatch(name, other, "string");
    };
  }

  public String text(String name) {
    return findText(name).orElseThrow(() -> missing(name));
  }

  public Optional<Value.Document> findDocument(String name) {
    return switch (value(name)) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Null _ -> Optional.empty();
      case Value.Document document -> Optional.of(document);
      case Value other -> throw mismatch(name, other, "object");
    };
  }

  public Value.Document document(String name) {
    return findDocument(name).orElseThrow(() -> missing(name));
  }

  public Optional<List<Value>> findArray(String name) {
    return switch (value(name)) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Array(List<Value> elements) -> Optional.of(elements);
      case Value other -> throw mismatch(name, other, "array");
    };
  }

  public Optional<Value.Timestamp> findTimestamp(String name) {
    return switch (value(name)) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Timestamp time -> Optional.of(time);
      case Value other -> throw mismatch(name, other, "timestamp");
    };
  }

  /// A switch that is off if it is not there. BsonNumbers count, as in all of MongoDB.
  public boolean flag(String name) {
    return flag(name, false);
  }

  public boolean flag(String name, boolean otherwise) {
    return switch (value(name)) {
      case Value.Undefined _ -> otherwise;
      case Value.Null _ -> otherwise;
      case Value.Bool bool -> bool.isTrue();
      case Value number when number.kind().isNumber() -> BsonNumbers.toDouble(number) != 0;
      case Value other -> throw mismatch(name, other, "bool");
    };
  }

  /// A whole number, of whatever type.
  public Optional<Long> findWhole(String name) {
    Value value = value(name);
    if (value == Value.Undefined.UNDEFINED || value == Value.Null.NULL) {
      return Optional.empty();
    }
    if (!value.kind().isNumber()) {
      throw mismatch(name, value, "number");
    }
    return Optional.of(
        BsonNumbers.findWhole(value)
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.BAD_VALUE,
                        "Field '%s.%s' must be a whole number.".formatted(owner, name))));
  }

  /// A whole number that counts something.
  public Optional<Long> findCount(String name) {
    Optional<Long> number = findWhole(name);
    if (number.isPresent() && number.get() < 0) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "BSON field '%s' value must be >= 0, actual value '%d'".formatted(name, number.get()));
    }
    return number;
  }

  /// The fields that nobody has read.
  public List<String> unknownNames() {
    List<String> unknown = List.of();
    for (String name : fields.properties().keySet()) {
      if (!known.contains(name) && !GENERIC.contains(name)) {
        unknown = unknown.isEmpty() ? new ArrayList<>() : unknown;
        unknown.add(name);
      }
    }
    return unknown;
  }

  /// Refuses what nobody has read.
  public void requireNothingElse() {
    List<String> unknown = unknownNames();
    if (!unknown.isEmpty()) {
      throw new MongoFailure(
          MongoError.UNKNOWN_FIELD,
          "BSON field '%s.%s' is an unknown field.".formatted(owner, unknown.getFirst()));
    }
  }

  private MongoFailure missing(String name) {
    return new MongoFailure(
        MongoError.MISSING_FIELD,
        "BSON field '%s.%s' is missing but a required field".formatted(owner, name));
  }

  private MongoFailure mismatch(String name, Value value, String expected) {
    return new MongoFailure(
        MongoError.TYPE_MISMATCH,
        "BSON field '%s.%s' is the wrong type '%s', expected type '%s'"
            .formatted(owner, name, BsonType.name(value), expected));
  }
}
