// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.expression.function.NumberTotal;
import io.orrery.api.mongo.expression.function.ObjectOperators;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;

/// What an accumulator has seen so far.
interface AccumulatorState {
  /// Adds a value of one more document; undefined if it has none.
  ///
  /// @return how many bytes more are kept
  long add(Value value);

  Value result();

  final class Sum implements AccumulatorState {
    private final NumberTotal total = new NumberTotal();

    @Override
    public long add(Value value) {
      total.add(value);
      return 0;
    }

    @Override
    public Value result() {
      return total.sum();
    }
  }

  final class Average implements AccumulatorState {
    private final NumberTotal total = new NumberTotal();

    @Override
    public long add(Value value) {
      total.add(value);
      return 0;
    }

    @Override
    public Value result() {
      return total.average();
    }
  }

  /// The greatest in an order; null and what is missing do not count.
  final class Extreme implements AccumulatorState {
    private final Comparator<Value> order;
    private Value best = Value.Null.NULL;

    Extreme(Comparator<Value> order) {
      this.order = order;
    }

    @Override
    public long add(Value value) {
      if (!Operands.isNullish(value)
          && (best == Value.Null.NULL || order.compare(value, best) > 0)) {
        best = value;
      }
      return 0;
    }

    @Override
    public Value result() {
      return best;
    }
  }

  final class First implements AccumulatorState {
    private boolean seen;
    private Value first = Value.Undefined.UNDEFINED;

    @Override
    public long add(Value value) {
      if (!seen) {
        seen = true;
        first = value;
      }
      return 0;
    }

    @Override
    public Value result() {
      return first == Value.Undefined.UNDEFINED ? Value.Null.NULL : first;
    }
  }

  final class Last implements AccumulatorState {
    private Value last = Value.Undefined.UNDEFINED;

    @Override
    public long add(Value value) {
      last = value;
      return 0;
    }

    @Override
    public Value result() {
      return last == Value.Undefined.UNDEFINED ? Value.Null.NULL : last;
    }
  }

  final class Push implements AccumulatorState {
    private final List<Value> all = new ArrayList<>();

    @Override
    public long add(Value value) {
      if (value == Value.Undefined.UNDEFINED) {
        return 0;
      }
      all.add(value);
      return ValueSize.of(value);
    }

    @Override
    public Value result() {
      return new Value.Array(all);
    }
  }

  final class AddToSet implements AccumulatorState {
    private final TreeSet<Value> all;

    /// @param order says which values are the same
    AddToSet(Comparator<Value> order) {
      this.all = new TreeSet<>(order);
    }

    @Override
    public long add(Value value) {
      return value != Value.Undefined.UNDEFINED && all.add(value) ? ValueSize.of(value) : 0;
    }

    @Override
    public Value result() {
      return new Value.Array(List.copyOf(all));
    }
  }

  final class MergeObjects implements AccumulatorState {
    private final LinkedHashMap<String, Value> fields = new LinkedHashMap<>();

    @Override
    public long add(Value value) {
      if (Operands.isNullish(value)) {
        return 0;
      }
      fields.putAll(ObjectOperators.mergeable(value).properties());
      return ValueSize.of(value);
    }

    @Override
    public Value result() {
      return new Value.Document(fields);
    }
  }

  /// By Welford's method.
  final class Deviation implements AccumulatorState {
    private final boolean sample;
    private long count;
    private double mean;
    private double squares;

    Deviation(boolean sample) {
      this.sample = sample;
    }

    @Override
    public long add(Value value) {
      if (value.kind().isNumber()) {
        double number = BsonNumbers.toDouble(value);
        count++;
        double delta = number - mean;
        mean += delta / count;
        squares += delta * (number - mean);
      }
      return 0;
    }

    @Override
    public Value result() {
      long divisor = count - (sample ? 1 : 0);
      return divisor <= 0 ? Value.Null.NULL : new Value.Float64(Math.sqrt(squares / divisor));
    }
  }
}
