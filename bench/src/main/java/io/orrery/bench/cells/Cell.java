// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import java.util.Arrays;
import java.util.List;

/// One line of a table: an operation by so many callers at some moment.
public record Cell(Operation operation, int callers, Moment moment) {

  /// By as many callers as there usually are, between writes.
  public static Cell many(Operation operation) {
    return new Cell(operation, operation.callers(), Moment.BETWEEN_WRITES);
  }

  /// By one caller, between writes.
  public static Cell one(Operation operation) {
    return new Cell(operation, Operation.ONE_CALLER, Moment.BETWEEN_WRITES);
  }

  public Cell at(Moment when) {
    return new Cell(operation, callers, when);
  }

  /// A list such as `READ,READ1,BY_KEY`: the name alone stands for many callers.
  public static List<Cell> parse(String names) {
    return Arrays.stream(names.split(",", -1)).map(Cell::parseOne).toList();
  }

  private static Cell parseOne(String text) {
    for (Operation operation : Operation.values()) {
      if (text.equals(operation.name())) {
        return many(operation);
      }
      if (text.equals(operation.name() + Operation.ONE_CALLER)) {
        return one(operation);
      }
    }
    throw new IllegalArgumentException(
        "No cell " + text + "; there are " + Arrays.toString(Operation.values()));
  }

  /// What it is called in a list.
  public String code() {
    return operation + (callers == Operation.ONE_CALLER ? "1" : "");
  }

  public String title() {
    return operation.isQuery() ? operation.title() + ", " + moment.title() : operation.title();
  }
}
