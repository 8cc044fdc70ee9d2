// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;

/// A document that is there already. Programs read the sentence, so it is MongoDB's to the letter.
final class DuplicateKey {
  private DuplicateKey() {}

  static MongoFailure failure(Value id) {
    return new MongoFailure(
        MongoError.DUPLICATE_KEY,
        "E11000 duplicate key error dup key: { _id: %s }".formatted(text(id)));
  }

  static void write(Namespace namespace, Value id, BsonBuilder error) {
    error
        .put("code", MongoError.DUPLICATE_KEY.code())
        .put(
            "errmsg",
            "E11000 duplicate key error collection: %s index: _id_ dup key: { _id: %s }"
                .formatted(namespace, text(id)))
        .beginDocument("keyPattern")
        .put("_id", 1)
        .end()
        .beginDocument("keyValue")
        .put("_id", id)
        .end();
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
