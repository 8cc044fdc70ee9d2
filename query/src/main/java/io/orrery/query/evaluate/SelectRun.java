// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.ValueSize;
import java.util.ArrayList;
import java.util.List;

/// Runs one SELECT from its rows to its results: groups, order, DISTINCT, window, in this order.
/// Whatever it keeps in between is accounted, and given back at the end.
final class SelectRun {
  private record Row(Value[] keys, Value value) {}

  private final Select select;
  private final Frame frame;
  private final ValueSink results;

  private SelectRun(Select select, Frame frame, ValueSink results) {
    this.select = select;
    this.frame = frame;
    this.results = results;
  }

  /// Runs a subquery in the row that the frame stands on.
  static boolean run(Select select, Frame frame, ValueSink results) {
    return run(select, select.rows(), frame, results);
  }

  /// Runs the whole query.
  ///
  /// @param rows all rows, of one item or many
  /// @return false if the sink wanted no more
  static boolean run(Select select, RowStep rows, Frame frame, ValueSink results) {
    if (!select.distinct() && select.window().isAll()) {
      return new SelectRun(select, frame, results).run(rows);
    }
    Distinct distinct = new Distinct(frame.budget());
    WindowSink window = new WindowSink(select, distinct, results);
    try {
      if (window.isFull()) {
        return true;
      }
      new SelectRun(select, frame, window).run(rows);
      return !window.refused;
    } finally {
      distinct.clear();
    }
  }

  private boolean run(RowStep rows) {
    if (select.grouping() != null) {
      return runGroups(rows, select.grouping());
    }
    if (select.ordered()) {
      return sorted(
          collected ->
              rows.run(
                  frame,
                  row -> collected.row(select.orderKeys(row), select.projection().evaluate(row))));
    }
    return rows.run(frame, row -> emit(select.projection().evaluate(row)));
  }

  private boolean runGroups(RowStep rows, GroupLayout grouping) {
    Groups groups = new Groups(grouping, frame.budget());
    try {
      rows.run(
          frame,
          row -> {
            groups.add(row);
            return true;
          });
      return select.ordered()
          ? sorted(collected -> emitGroups(groups, collected))
          : emitGroups(groups, (_, value) -> emit(value));
    } finally {
      groups.clear();
    }
  }

  private boolean emitGroups(Groups groups, KeyedSink sink) {
    for (Group group : groups.groups()) {
      group.enter(frame);
      if (!sink.row(select.orderKeys(frame), select.projection().evaluate(frame))) {
        return false;
      }
    }
    return true;
  }

  private interface KeyedSink {
    boolean row(Value[] keys, Value value);
  }

  private interface KeyedRows {
    boolean run(KeyedSink sink);
  }

  private boolean sorted(KeyedRows rows) {
    List<Row> collected = new ArrayList<>();
    long[] bytes = new long[1];
    try {
      rows.run(
          (keys, value) -> {
            long size = Distinct.ENTRY + ValueSize.of(keys) + ValueSize.of(value);
            frame.budget().take(size);
            bytes[0] += size;
            return collected.add(new Row(keys, value));
          });
      collected.sort((left, right) -> select.ordering().compare(left.keys, right.keys));
      for (Row row : collected) {
        if (!emit(row.value)) {
          return false;
        }
      }
      return true;
    } finally {
      frame.budget().give(bytes[0]);
    }
  }

  /// `SELECT VALUE undefined` gives no row.
  private boolean emit(Value value) {
    return value == Undefined.UNDEFINED || results.value(value);
  }

  /// Lets through what is new and inside the window.
  private static final class WindowSink implements ValueSink {
    private final Select select;
    private final Distinct distinct;
    private final ValueSink results;
    private long skip;
    private long left;
    private boolean refused;

    WindowSink(Select select, Distinct distinct, ValueSink results) {
      this.select = select;
      this.distinct = distinct;
      this.results = results;
      this.skip = select.window().offset();
      this.left = select.window().count();
    }

    boolean isFull() {
      return left == 0;
    }

    @Override
    public boolean value(Value value) {
      if (select.distinct() && !distinct.add(value)) {
        return true;
      }
      if (skip > 0) {
        skip--;
        return true;
      }
      left--;
      refused = !results.value(value);
      return !refused && left > 0;
    }
  }
}
