// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// Why an operator lets a field pass or not, in MongoDB's words.
final class Reasons {
  private Reasons() {}

  /// @param passed whether it did
  static String of(String operator, boolean passed) {
    return switch (operator) {
      case "$ne", "$eq", "$lt", "$lte", "$gt", "$gte" ->
          passed ^ operator.equals("$ne") ? "comparison succeeded" : "comparison failed";
      case "$in", "$nin" ->
          passed ^ operator.equals("$nin")
              ? "matching value found in array"
              : "no matching value found in array";
      case "$exists" -> passed ? "path does exist" : "path does not exist";
      case "$type" -> passed ? "type did match" : "type did not match";
      case "$size" ->
          passed
              ? "array length was equal to given size"
              : "array length was not equal to given size";
      case "$mod" ->
          passed
              ? "$mod did evaluate to expected remainder"
              : "$mod did not evaluate to expected remainder";
      case "$regex" -> passed ? "regular expression did match" : "regular expression did not match";
      case "$elemMatch" ->
          passed
              ? "array did satisfy the child predicate"
              : "array did not satisfy the child predicate";
      case "$all" ->
          passed
              ? "array did contain all specified values"
              : "array did not contain all specified values";
      case String bits when bits.startsWith("$bits") ->
          passed ? "bitwise operator matched successfully" : "bitwise operator failed to match";
      case String _ -> passed ? "expression did match" : "expression did not match";
    };
  }

  /// The values that an operator looked at, with their types where it is about these.
  static void putConsidered(String operator, List<Value> values, Map<String, Value> fields) {
    boolean one = values.size() == 1;
    fields.put(
        one ? "consideredValue" : "consideredValues",
        one ? values.getFirst() : new Value.Array(values));
    if (operator.equals("$type")) {
      List<Value> types =
          values.stream()
              .map(BsonType::name)
              .distinct()
              .map(name -> (Value) new Value.Text(name))
              .toList();
      fields.put(
          one ? "consideredType" : "consideredTypes",
          one ? types.getFirst() : new Value.Array(types));
    }
  }
}
