// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Rows with a title for each column: the members of documents that are not the system's own.
///
/// @param titles empty if the rows are plain values
record Table(List<String> titles, List<List<Value>> rows) {
  private static final int CELL_MAX = 60;

  static Table of(List<? extends Value> values) {
    Set<String> titles = new LinkedHashSet<>();
    values.forEach(
        value -> {
          if (value instanceof Value.Document(var members)) {
            members.keySet().stream().filter(name -> !isSystem(name)).forEach(titles::add);
          }
        });
    return new Table(
        List.copyOf(titles), values.stream().map(value -> row(value, titles)).toList());
  }

  private static boolean isSystem(String name) {
    return name.startsWith("_");
  }

  private static List<Value> row(Value value, Set<String> titles) {
    if (!(value instanceof Value.Document(var members))) {
      return List.of(value);
    }
    return titles.stream()
        .map(title -> members.getOrDefault(title, Value.Undefined.UNDEFINED))
        .toList();
  }

  /// For people: columns under their titles, numbers to the right, long cells cut, and of nested
  /// values only that they are there.
  List<String> aligned() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(titles.size());
    List<List<String>> cells = IntStream.range(0, columns).mapToObj(this::alignedColumn).toList();
    int lines = cells.isEmpty() ? 0 : cells.getFirst().size();
    return IntStream.range(0, lines)
        .mapToObj(
            line ->
                cells.stream()
                    .map(column -> column.get(line))
                    .collect(Collectors.joining("  "))
                    .stripTrailing())
        .toList();
  }

  private List<String> alignedColumn(int column) {
    List<String> cells = new ArrayList<>();
    if (!titles.isEmpty()) {
      cells.add(titles.get(column));
    }
    List<Value> values = rows.stream().map(row -> cell(row, column)).toList();
    values.forEach(value -> cells.add(shown(value)));
    int width = cells.stream().mapToInt(String::length).max().orElse(0);
    boolean numbers = !values.isEmpty() && values.stream().allMatch(Table::isNumber);
    return cells.stream().map(cell -> padded(cell, width, numbers)).toList();
  }

  /// Plain values between documents have one cell only.
  private static Value cell(List<Value> row, int column) {
    return column < row.size() ? row.get(column) : Value.Undefined.UNDEFINED;
  }

  private static String padded(String cell, int width, boolean right) {
    String space = " ".repeat(width - cell.length());
    return right ? space + cell : cell + space;
  }

  private static boolean isNumber(Value value) {
    return value instanceof Value.Int32
        || value instanceof Value.Int64
        || value instanceof Value.Float64;
  }

  private static String shown(Value value) {
    return switch (value) {
      case Value.Document _ -> "{…}";
      case Value.Array _ -> "[…]";
      case Value.Scalar _, Value.Mapping _ -> cut(text(value));
    };
  }

  private static String cut(String cell) {
    String oneLine = cell.replaceAll("\\p{Cntrl}+", " ");
    return oneLine.length() <= CELL_MAX ? oneLine : oneLine.substring(0, CELL_MAX - 1) + "…";
  }

  private static String text(Value value) {
    return switch (value) {
      case Value.Undefined _ -> "";
      case Value.Text(String text) -> text;
      case Value.Scalar _, Value.Composite _ -> JsonLayout.compact(value);
    };
  }

  /// For programs: no titles, one tab between cells, whole values.
  List<String> tabbed() {
    return rows.stream()
        .map(
            row ->
                row.stream()
                    .map(Table::text)
                    .map(cell -> cell.replace("\\", "\\\\").replace("\t", "\\t"))
                    .map(cell -> cell.replace("\n", "\\n").replace("\r", "\\r"))
                    .collect(Collectors.joining("\t")))
        .toList();
  }
}
