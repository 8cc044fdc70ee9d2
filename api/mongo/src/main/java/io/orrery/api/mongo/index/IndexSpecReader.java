// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.Arguments;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads what a client wants an index to be. What cannot be is refused with CANNOT_CREATE_INDEX,
/// kinds of indexes that are not there by their names.
public final class IndexSpecReader {
  private static final Set<String> MISSING_KINDS = Set.of("geoHaystack", "columnstore");
  private static final int PATHS_MAX = 32;

  private IndexSpecReader() {}

  /// Reads an index.
  ///
  /// @param otherwise the collation of an index that does not name one
  public static IndexSpec read(Value.Document document, Collation otherwise) {
    Arguments arguments = new Arguments("createIndexes.indexes", document);
    Value.Document key = arguments.document("key");
    requireKey(key);
    arguments.ignore("v", "background", "ns");
    requireKnown(arguments);
    String name = arguments.findText("name").orElseGet(() -> name(key));
    if (name.isEmpty() || name.equals("*")) {
      throw refused("index names cannot be empty or '*'");
    }
    Optional<Value.Document> filter = arguments.findDocument("partialFilterExpression");
    filter.ifPresent(
        each -> {
          byte[] _ = PartialFilters.encode(FilterReader.read(each));
        });
    boolean sparse = arguments.flag("sparse");
    if (sparse && filter.isPresent()) {
      throw refused("cannot mix \"partialFilterExpression\" and \"sparse\" options");
    }
    boolean unique = arguments.flag("unique");
    if (unique && key.properties().containsValue(new Value.Text("hashed"))) {
      throw new MongoFailure(
          MongoError.HASHED_UNIQUE,
          "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
    }
    IndexSpec spec =
        new IndexSpec(
            0,
            name,
            key,
            unique,
            sparse,
            filter,
            expiry(arguments, key),
            arguments.flag("hidden"),
            Collations.find(arguments).orElse(otherwise),
            IndexKinds.read(key, arguments));
    arguments.requireNothingElse();
    return spec;
  }

  private static void requireKnown(Arguments arguments) {
    if (arguments.value("storageEngine") != Value.Undefined.UNDEFINED) {
      throw MongoFailure.notSupported("The index option storageEngine");
    }
  }

  private static Optional<Long> expiry(Arguments arguments, Value.Document key) {
    Optional<Long> seconds = arguments.findWhole("expireAfterSeconds");
    if (seconds.isPresent()
        && (seconds.get() < 0
            || seconds.get() > Integer.MAX_VALUE
            || key.properties().size() != 1
            || key.properties().containsKey("_id"))) {
      throw refused(
          "TTL indexes are single-field indexes other than of _id, and expireAfterSeconds must be"
              + " between 0 and 2147483647");
    }
    return seconds;
  }

  private static void requireKey(Value.Document key) {
    if (key.properties().isEmpty()) {
      throw refused("Index keys cannot be an empty object");
    }
    if (key.properties().size() > PATHS_MAX) {
      throw refused("Index keys cannot have more than %d fields".formatted(PATHS_MAX));
    }
    for (Map.Entry<String, Value> field : key.properties().entrySet()) {
      requireField(field.getKey(), field.getValue());
    }
    long hashed =
        key.properties().values().stream().filter(new Value.Text("hashed")::equals).count();
    if (hashed > 1) {
      throw refused("A maximum of one index field is allowed to be hashed");
    }
  }

  private static void requireField(String path, Value direction) {
    boolean every =
        path.equals(IndexKinds.EVERY_PATH) || path.endsWith("." + IndexKinds.EVERY_PATH);
    if (every && !direction.kind().isNumber() && !direction.equals(new Value.Text("text"))) {
      throw MongoFailure.notSupported("A wildcard index of another kind than by order");
    }
    String names = every ? path.replace("." + IndexKinds.EVERY_PATH, "") : path;
    for (String name :
        every && names.equals(path) ? List.<String>of() : List.of(names.split("\\.", -1))) {
      if (name.isEmpty() || name.startsWith("$")) {
        throw refused("Index key contains an illegal field name: '%s'".formatted(path));
      }
    }
    switch (direction) {
      case Value.Text(String kind) when kind.equals("hashed") -> {
        // Kept in the order of values, which finds equal ones as well.
      }
      case Value.Text(String kind) when kind.equals("text") -> {
        // Kept as the words of texts.
      }
      case Value.Text _ when IndexKinds.isPlace(direction) -> {
        // Kept as the squares that shapes lie in.
      }
      case Value.Text(String kind) when MISSING_KINDS.contains(kind) ->
          throw MongoFailure.notSupported("An index of the kind " + kind);
      case Value.Text(String kind) -> throw refused("Unknown index plugin '%s'".formatted(kind));
      case Value number
          when number.kind().isNumber()
              && BsonNumbers.toDouble(number) != 0
              && !Double.isNaN(BsonNumbers.toDouble(number)) -> {
        // Up or down.
      }
      case Value _ ->
          throw refused("Values in the index key pattern must be numbers other than 0, or strings");
    }
  }

  /// As drivers make them: `a_1_b_-1`.
  static String name(Value.Document key) {
    StringBuilder name = new StringBuilder();
    key.properties()
        .forEach(
            (path, direction) -> {
              String end =
                  direction instanceof Value.Text(String kind)
                      ? kind
                      : BsonNumbers.findWhole(direction)
                          .map(Object::toString)
                          .orElseGet(() -> Double.toString(BsonNumbers.toDouble(direction)));
              name.append(name.isEmpty() ? "" : "_").append(path).append('_').append(end);
            });
    return name.toString();
  }

  static MongoFailure refused(String reason) {
    return new MongoFailure(MongoError.CANNOT_CREATE_INDEX, reason);
  }
}
