// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Rows of text with a title for each column: the members of documents that are neither the
/// system's own nor longer than a cell can be.
///
/// @param titles empty if the rows are plain values
record Table(List<String> titles, List<List<String>> rows) {
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

  private static List<String> row(Value value, Set<String> titles) {
    if (!(value instanceof Value.Document(var members))) {
      return List.of(text(value));
    }
    return titles.stream()
        .map(title -> text(members.getOrDefault(title, Value.Undefined.UNDEFINED)))
        .toList();
  }

  private static String text(Value value) {
    return switch (value) {
      case Value.Undefined _ -> "";
      case Value.Text(String text) -> text;
      default -> JsonText.compact(value);
    };
  }

  /// For people: columns under their titles, long cells cut.
  List<String> aligned() {
    List<List<String>> all = new ArrayList<>();
    if (!titles.isEmpty()) {
      all.add(titles);
    }
    rows.forEach(row -> all.add(row.stream().map(Table::cut).toList()));
    int columns = all.stream().mapToInt(List::size).max().orElse(0);
    List<Integer> widths =
        IntStream.range(0, columns).mapToObj(column -> width(all, column)).toList();
    return all.stream().map(row -> line(row, widths)).toList();
  }

  private static String cut(String cell) {
    String oneLine = cell.replaceAll("\\p{Cntrl}+", " ");
    return oneLine.length() <= CELL_MAX ? oneLine : oneLine.substring(0, CELL_MAX - 1) + "…";
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      line.append(column == 0 ? "" : "  ").append(row.get(column));
      line.repeat(" ", widths.get(column) - row.get(column).length());
    }
    return line.toString().stripTrailing();
  }

  /// For programs: no titles, one tab between cells, whole values.
  List<String> tabbed() {
    return rows.stream()
        .map(
            row ->
                row.stream()
                    .map(cell -> cell.replace("\\", "\\\\").replace("\t", "\\t"))
                    .map(cell -> cell.replace("\n", "\\n").replace("\r", "\\r"))
                    .collect(Collectors.joining("\t")))
        .toList();
  }
}
