// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// JSON documents: given by the user as an argument, and made for requests.
final class JsonArguments {
  private JsonArguments() {}

  /// What an argument gives: JSON itself, `@file`, or `-` for standard input.
  static byte[] bytes(String argument) {
    try {
      if (argument.equals("-")) {
        return System.in.readAllBytes();
      }
      return argument.startsWith("@")
          ? Files.readAllBytes(Path.of(argument.substring(1)))
          : argument.getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE, "%s cannot be read (%s).".formatted(argument, e), e);
    }
  }

  static Value parse(String argument) {
    try {
      return StoredItems.decode(StoredItems.fromJson(bytes(argument)));
    } catch (OrreryException e) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE,
          "%s is not JSON: %s".formatted(argument, e.getMessage()),
          e);
    }
  }

  static Value.Document of(String name, Value value) {
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    members.put(name, value);
    return new Value.Document(members);
  }

  /// The same document with one member set.
  static Value.Document with(Value.Document document, String name, Value value) {
    SequencedMap<String, Value> members = new LinkedHashMap<>(document.properties());
    members.put(name, value);
    return new Value.Document(members);
  }

  static Value.Document without(Value.Document document, String name) {
    SequencedMap<String, Value> members = new LinkedHashMap<>(document.properties());
    members.remove(name);
    return new Value.Document(members);
  }

  static Optional<String> text(Value.Document document, String name) {
    return document.properties().get(name) instanceof Value.Text(String text)
        ? Optional.of(text)
        : Optional.empty();
  }

  /// A whole number in an answer; 0 if it is not there.
  static long number(Value.Document document, String name) {
    return switch (document.property(name)) {
      case Value.Int32(int number) -> number;
      case Value.Int64(long number) -> number;
      case Value.Float64(double number) -> Math.round(number);
      case Value.Scalar _, Value.Composite _ -> 0;
    };
  }

  static String requireText(Value.Document document, String name) {
    return text(document, name)
        .orElseThrow(
            () ->
                new CommandFailure(
                    CommandFailure.Kind.FAILED, "The server's answer has no %s.".formatted(name)));
  }
}
