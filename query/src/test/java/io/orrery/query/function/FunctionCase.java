// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One line of a data file: `NAME(argument, …) -> result`.
///
/// Arguments and results are JSON or the word `undefined`. A result may also be `~ number`, for a
/// number that close, or `error CODE`. Lines that begin with `#` are comments.
record FunctionCase(
    String place, String call, String name, List<Value> arguments, String expected) {
  static final Value UNDEFINED = Value.Undefined.UNDEFINED;

  static List<FunctionCase> readAll(Path directory) throws IOException {
    List<FunctionCase> cases = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory).sorted()) {
      for (Path file : files.toList()) {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          String line = lines.get(i).strip();
          if (!line.isEmpty() && !line.startsWith("#")) {
            cases.add(parse(file.getFileName() + ":" + (i + 1), line));
          }
        }
      }
    }
    return cases;
  }

  private static FunctionCase parse(String place, String line) {
    int arrow = line.lastIndexOf(") -> ");
    int opening = line.indexOf('(');
    if (arrow < 0 || opening < 0) {
      throw new IllegalArgumentException(place + " is no case: " + line);
    }
    return new FunctionCase(
        place,
        line.substring(0, arrow + 1),
        line.substring(0, opening),
        arguments(line.substring(opening + 1, arrow)),
        line.substring(arrow + 5).strip());
  }

  private static List<Value> arguments(String text) {
    List<Value> arguments = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '"') {
        quoted = !quoted;
      } else if (quoted) {
        i += character == '\\' ? 1 : 0;
      } else if (character == '[' || character == '{') {
        depth++;
      } else if (character == ']' || character == '}') {
        depth--;
      } else if (character == ',' && depth == 0) {
        arguments.add(value(text.substring(begin, i)));
        begin = i + 1;
      }
    }
    if (!text.isBlank()) {
      arguments.add(value(text.substring(begin)));
    }
    return arguments;
  }

  static Value value(String json) {
    return json.strip().equals("undefined")
        ? UNDEFINED
        : StoredItems.decode(StoredItems.fromJson(json.strip().getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String toString() {
    return place + " " + call;
  }
}
