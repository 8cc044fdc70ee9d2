// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.syntax.Source.Element;
import io.orrery.query.syntax.Source.Name;
import io.orrery.query.syntax.Source.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way from a value to one inside it: `.a["b"][0]`. The empty path leads to the value itself.
public final class ItemPath {
  private final List<Step> steps;

  /// The names as stored items hold them, so that finding a property converts nothing; empty where
  /// the step is an index.
  private final byte[][] names;

  public ItemPath(List<Step> steps) {
    this.steps = List.copyOf(steps);
    this.names = new byte[steps.size()][];
    for (int i = 0; i < names.length; i++) {
      names[i] = encodedName(steps.get(i));
    }
  }

  private static byte[] encodedName(Step step) {
    return step instanceof Name(String name, _) ? GeneralisedUtf8.encode(name) : new byte[0];
  }

  public List<Step> steps() {
    return steps;
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /// The value at this path inside another; [Undefined] if there is none.
  public Value in(Value value) {
    return in(value, 0);
  }

  /// The value that the path has behind its first `from` steps, inside what those lead to.
  Value in(Value value, int from) {
    Value current = value;
    for (int i = from; i < steps.size(); i++) {
      current = step(current, steps.get(i));
    }
    return current;
  }

  static Value step(Value value, Step step) {
    return switch (step) {
      case Name(String name, _) -> member(value, name);
      case Element(long index) -> element(value, index);
    };
  }

  static Value member(Value value, String name) {
    return value instanceof Document document ? document.property(name) : Undefined.UNDEFINED;
  }

  static Value element(Value value, long index) {
    return value instanceof Array(List<Value> elements) && index >= 0 && index < elements.size()
        ? elements.get((int) index)
        : Undefined.UNDEFINED;
  }

  /// Moves a cursor that stands on a value to the one at this path; false if there is none, and the
  /// cursor then stands anywhere.
  public boolean seek(StoredCursor cursor) {
    for (int i = 0; i < names.length; i++) {
      boolean found =
          steps.get(i) instanceof Element(long index)
              ? element(cursor, index)
              : member(cursor, names[i]);
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private static boolean member(StoredCursor cursor, byte[] name) {
    if (cursor.kind() != Value.Kind.OBJECT) {
      return false;
    }
    cursor.enter();
    while (cursor.next()) {
      if (cursor.nameIs(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean element(StoredCursor cursor, long index) {
    if (cursor.kind() != Value.Kind.ARRAY || index < 0) {
      return false;
    }
    long left = index;
    cursor.enter();
    while (cursor.next()) {
      if (left-- == 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemPath that && steps.equals(that.steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Step step : steps) {
      switch (step) {
        case Name(String name, _) -> text.append("[\"").append(name).append("\"]");
        case Element(long index) -> text.append('[').append(index).append(']');
      }
    }
    return text.toString();
  }
}
