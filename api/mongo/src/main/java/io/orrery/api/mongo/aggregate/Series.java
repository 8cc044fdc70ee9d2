// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Values one after the other, with what is missing filled in or with what varies smoothed.
final class Series {
  private Series() {}

  /// What was there last.
  static List<Value> carried(List<Value> values) {
    List<Value> carried = new ArrayList<>();
    Value last = Value.Null.NULL;
    for (Value each : values) {
      last = Operands.isNullish(each) ? last : each;
      carried.add(last);
    }
    return carried;
  }

  /// On straight lines between what is there.
  static List<Value> interpolated(List<Value> values, List<Value> keys) {
    List<Value> filled = new ArrayList<>();
    int before = -1;
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      if (!Operands.isNullish(value)) {
        requireNumber(value);
        before = i;
        filled.add(value);
        continue;
      }
      int after = i;
      while (after < values.size() && Operands.isNullish(values.get(after))) {
        after++;
      }
      filled.add(
          before < 0 || after == values.size()
              ? Value.Null.NULL
              : between(values, keys, before, i, after));
    }
    return filled;
  }

  private static void requireNumber(Value value) {
    if (!value.kind().isNumber()) {
      throw MongoFailure.at(5371001, "Value to be filled must be numeric or nullish: $linearFill");
    }
  }

  private static Value between(
      List<Value> values, List<Value> keys, int before, int at, int after) {
    requireNumber(values.get(after));
    double from = Slopes.position(keys.get(before));
    double until = Slopes.position(keys.get(after));
    double share = until == from ? 0 : (Slopes.position(keys.get(at)) - from) / (until - from);
    double low = BsonNumbers.toDouble(values.get(before));
    double high = BsonNumbers.toDouble(values.get(after));
    return new Value.Float64(low + (high - low) * share);
  }

  /// The more weight the later.
  static List<Value> smoothed(List<Value> values, double alpha) {
    List<Value> smoothed = new ArrayList<>();
    double average = Double.NaN;
    for (Value each : values) {
      if (!each.kind().isNumber()) {
        smoothed.add(Value.Null.NULL);
        continue;
      }
      double number = BsonNumbers.toDouble(each);
      average = Double.isNaN(average) ? number : number * alpha + average * (1 - alpha);
      smoothed.add(new Value.Float64(average));
    }
    return smoothed;
  }
}
