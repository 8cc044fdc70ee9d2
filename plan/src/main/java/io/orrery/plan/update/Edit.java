// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.PlanExpression;
import java.util.List;

/// One step of an [Update]. A segment of a path is a name inside an object, and an index inside an
/// array; `-` is the place behind an array's last element.
public sealed interface Edit {
  List<String> path();

  /// What happens where a path leads through something that is not there.
  enum Parents {
    /// The edit fails.
    REQUIRED,
    /// Objects are made, and arrays are filled up with null.
    CREATED
  }

  /// By which rules numbers are added.
  enum Arithmetic {
    /// JSON has one kind of number: exact while it is whole and fits 64 bits, otherwise a double. A
    /// sum that is no number of JSON's fails.
    JSON,
    /// The wider kind of the two wins: int32, int64, double, decimal. An int32 grows into an int64;
    /// beyond that the edit fails.
    TYPED
  }

  /// In which form [CurrentTime] gives the time of the command.
  enum TimeForm {
    DATE_TIME,
    TIMESTAMP
  }

  /// Sets a property or an element.
  record Set(List<String> path, Value value, Parents parents) implements Edit {
    public Set {
      path = checked(path);
    }
  }

  /// As [Set], but only in an item that did not exist before.
  record SetOnInsert(List<String> path, Value value) implements Edit {
    public SetOnInsert {
      path = checked(path);
    }
  }

  /// Sets a property, or inserts an element in front of the one at an index.
  record Add(List<String> path, Value value) implements Edit {
    public Add {
      path = checked(path);
    }
  }

  /// Sets what must be there already.
  record Replace(List<String> path, Value value) implements Edit {
    public Replace {
      path = checked(path);
    }
  }

  /// Takes a property or an element away.
  ///
  /// @param required whether the edit fails if there is none; otherwise it leaves things as they
  ///   are, and an element becomes null, since those behind it keep their places
  record Remove(List<String> path, boolean required) implements Edit {
    public Remove {
      path = checked(path);
    }
  }

  /// Adds to a number; a property that is not there counts as 0.
  record Increment(List<String> path, Value by, Arithmetic arithmetic, Parents parents)
      implements Edit {
    public Increment {
      path = checked(path);
    }
  }

  /// Sets what is not there, or is greater in the order.
  record Minimum(List<String> path, Value value, ValueOrder order) implements Edit {
    public Minimum {
      path = checked(path);
    }
  }

  /// Sets what is not there, or is less in the order.
  record Maximum(List<String> path, Value value, ValueOrder order) implements Edit {
    public Maximum {
      path = checked(path);
    }
  }

  /// Takes what is at one place and adds it at another, as [Add] does.
  ///
  /// @param required whether the edit fails if there is nothing; otherwise it leaves things as they
  ///   are, and makes objects on the way to the other place
  record Move(List<String> from, List<String> path, boolean required) implements Edit {
    public Move {
      from = checked(from);
      path = checked(path);
    }
  }

  /// Inserts elements into an array, which is made if there is none.
  ///
  /// @param position in front of which element; negative ones count from the end, and
  ///   [Integer#MAX_VALUE] is the end
  record Push(List<String> path, List<Value> values, int position) implements Edit {
    public Push {
      path = checked(path);
      values = List.copyOf(values);
    }
  }

  /// Appends those values to an array that it does not have; the array is made if there is none.
  ///
  /// @param order says which values are the same
  record AddToSet(List<String> path, List<Value> values, ValueOrder order) implements Edit {
    public AddToSet {
      path = checked(path);
      values = List.copyOf(values);
    }
  }

  /// Removes the elements of an array for which the condition is true; a path to nothing is left
  /// alone.
  ///
  /// @param condition of the [PlanExpression.Root.Element]
  record Pull(List<String> path, PlanExpression condition) implements Edit {
    public Pull {
      path = checked(path);
    }
  }

  /// Sets the time of the command.
  record CurrentTime(List<String> path, TimeForm form) implements Edit {
    public CurrentTime {
      path = checked(path);
    }
  }

  /// Changes nothing, but fails if the item as a whole has come to exceed limits.
  record KeepWithin(MemberLimits limits) implements Edit {
    @Override
    public List<String> path() {
      return List.of();
    }
  }

  private static List<String> checked(List<String> path) {
    if (path.isEmpty()) {
      throw new IllegalArgumentException("an edit needs a path");
    }
    return List.copyOf(path);
  }
}
