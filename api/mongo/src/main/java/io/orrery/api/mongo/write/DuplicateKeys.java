// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.TakenUniqueKey;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;

/// Says which index does not let a document in. Programs read the sentence, so it is MongoDB's to
/// the letter.
final class DuplicateKeys {
  private final MongoCollections collections;

  DuplicateKeys(MongoCollections collections) {
    this.collections = collections;
  }

  /// What a document cannot be written for; any other failure as it is.
  ///
  /// @param body the document in the stored form
  OrreryException explain(ContainerHandle collection, OrreryException reason, byte[] body) {
    CollectionIndexes indexes = CollectionIndexes.of(collection.container());
    if (reason instanceof TakenUniqueKey taken) {
      return indexes
          .find(taken.number())
          .map(spec -> (OrreryException) failure(collection, spec, body))
          .orElse(reason);
    }
    return reason.code() == ErrorCode.CONFLICT
        ? failure(collection, indexes.listed().getFirst(), body)
        : reason;
  }

  private MongoFailure failure(ContainerHandle collection, IndexSpec spec, byte[] body) {
    Value document = StoredItems.decode(body);
    LinkedHashMap<String, Value> values = new LinkedHashMap<>();
    spec.paths().forEach(path -> values.put(path, value(document, path)));
    LinkedHashMap<String, Value> details = new LinkedHashMap<>();
    details.put("keyPattern", spec.key());
    details.put("keyValue", new Value.Document(values));
    String text =
        values.entrySet().stream()
            .map(each -> each.getKey() + ": " + text(each.getValue()))
            .collect(Collectors.joining(", "));
    return new MongoFailure(
        MongoError.DUPLICATE_KEY,
        "E11000 duplicate key error collection: %s index: %s dup key: { %s }"
            .formatted(collections.name(collection), spec.name(), text),
        new Value.Document(details));
  }

  /// The first value at a path; null if there is none.
  private static Value value(Value document, String path) {
    Value[] first = {Value.Null.NULL};
    boolean _ =
        DocumentPath.of(path)
            .any(
                document,
                value -> {
                  first[0] = value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
                  return true;
                });
    return first[0];
  }

  private static String text(Value id) {
    return switch (id) {
      case Value.Text(String text) -> "\"" + text + "\"";
      case Value.Int32(int number) -> Integer.toString(number);
      case Value.Int64(long number) -> Long.toString(number);
      case Value.Float64(double number) -> Double.toString(number);
      case Value.ObjectId objectId -> "ObjectId('" + objectId + "')";
      case Value.Bool bool -> Boolean.toString(bool.isTrue());
      case Value.Null _ -> "null";
      case Value other -> BsonType.name(other);
    };
  }
}
