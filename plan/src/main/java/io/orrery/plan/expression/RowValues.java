// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// What expressions see of the current row: its item, the elements that unwinds stand on, or its
/// group.
public final class RowValues {
  private static final Value[] NONE = {};

  private Value item = Value.Undefined.UNDEFINED;
  private final List<Value> unwound = new ArrayList<>();
  private Value[] keys = NONE;
  private Value[] results = NONE;

  /// Stands on another item, and on no element.
  public void enter(Value newItem) {
    item = newItem;
    unwound.clear();
  }

  public void push(Value element) {
    unwound.add(element);
  }

  public void pop() {
    unwound.removeLast();
  }

  public void enterGroup(Value[] groupKeys, Value[] aggregateResults) {
    keys = groupKeys;
    results = aggregateResults;
  }

  public Value item() {
    return item;
  }

  Value unwound(int number) {
    return number < unwound.size() ? unwound.get(number) : Value.Undefined.UNDEFINED;
  }

  Value key(int number) {
    return number < keys.length ? keys[number] : Value.Undefined.UNDEFINED;
  }

  Value result(int number) {
    return number < results.length ? results[number] : Value.Undefined.UNDEFINED;
  }
}
