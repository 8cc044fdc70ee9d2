// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.value.Value;
import org.jspecify.annotations.Nullable;

/// What happens to the member that a path leads to.
@FunctionalInterface
interface Leaf {

  /// Which places of an array a leaf knows.
  enum Place {
    /// An element that is there.
    ELEMENT,
    /// Likewise, or the end.
    ELEMENT_OR_END,
    /// In front of an element, or the end: it makes the array longer.
    BETWEEN
  }

  /// What a property becomes: undefined for nothing, null if it cannot be told.
  ///
  /// @param before undefined where there was none
  @Nullable Value inObject(Value before);

  default @Nullable Value inArray(Value before) {
    return inObject(before);
  }

  default Place place() {
    return Place.ELEMENT;
  }

  /// Sets a member, or appends it.
  record SetTo(Value value) implements Leaf {
    @Override
    public Value inObject(Value before) {
      return value;
    }

    @Override
    public Place place() {
      return Place.ELEMENT_OR_END;
    }
  }

  /// Sets a property, or inserts an element.
  record Put(Value value) implements Leaf {
    @Override
    public Value inObject(Value before) {
      return value;
    }

    @Override
    public Place place() {
      return Place.BETWEEN;
    }
  }

  /// Takes a property away, and empties an element.
  record Vacate() implements Leaf {
    @Override
    public Value inObject(Value before) {
      return Value.Undefined.UNDEFINED;
    }

    @Override
    public Value inArray(Value before) {
      return Value.Null.NULL;
    }
  }
}
