// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;

/// What values are, and how large.
final class TypeOperators {
  private TypeOperators() {}

  static void addTo(FunctionTable table) {
    table.unary("$type", value -> new Value.Text(Operands.type(value)));
    table.unary("$isNumber", value -> Value.Bool.of(Operands.isNumber(value)));
    table.unary("$bsonSize", TypeOperators::size);
    table.unary("$binarySize", TypeOperators::binarySize);
  }

  private static Value size(Value value) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> Value.Null.NULL;
      case Value.Document document -> new Value.Int32(BsonBuilder.bytes(document).length);
      case Value other ->
          throw MongoFailure.at(
              31393, "$bsonSize requires a document input, found: " + Operands.type(other));
    };
  }

  private static Value binarySize(Value value) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> Value.Null.NULL;
      case Value.Text(String text) -> new Value.Int32(StringOperators.utf8(text).length);
      case Value.Binary(byte[] bytes, int _) -> new Value.Int32(bytes.length);
      case Value other ->
          throw MongoFailure.at(
              51276,
              "$binarySize requires a string or BinData argument, found: " + Operands.type(other));
    };
  }
}
