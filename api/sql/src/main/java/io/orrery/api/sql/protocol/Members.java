// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The members of a JSON object that a client sent, read with their types. JSON null counts as
/// absent. Everything fails with INVALID_ARGUMENT and the member's name if a value has another
/// type.
///
/// @param where the way to the object, for messages: empty, or ending with a dot
public record Members(Value.Document document, String where) {

  public static Members of(Value.Document document) {
    return new Members(document, "");
  }

  public boolean has(String name) {
    return find(name).isPresent();
  }

  public Optional<Value> find(String name) {
    return switch (document.property(name)) {
      case Value.Undefined _, Value.Null _ -> Optional.empty();
      case Value value -> Optional.of(value);
    };
  }

  public Optional<String> text(String name) {
    return find(name)
        .map(
            value -> {
              if (value instanceof Value.Text(String text)) {
                return text;
              }
              throw wrong(name, "a string");
            });
  }

  public String requireText(String name) {
    return text(name).orElseThrow(() -> missing(name));
  }

  /// A text that must be one of those given, in any case; returns it as given.
  public Optional<String> choice(String name, List<String> choices) {
    return text(name)
        .map(
            text ->
                choices.stream()
                    .filter(each -> each.equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> wrong(name, "one of " + String.join(", ", choices))));
  }

  public Optional<Boolean> truth(String name) {
    return find(name)
        .map(
            value -> {
              if (value instanceof Value.Bool truth) {
                return truth.isTrue();
              }
              throw wrong(name, "true or false");
            });
  }

  public Optional<Long> integer(String name) {
    return find(name).map(value -> integerOf(name, value));
  }

  private long integerOf(String name, Value value) {
    return switch (value) {
      case Value.Int32(int number) -> number;
      case Value.Int64(long number) -> number;
      case Value.Float64(double number)
          when number == Math.rint(number) && Math.abs(number) < 1e15 ->
          (long) number;
      case Value.Scalar _, Value.Composite _ -> throw wrong(name, "a whole number");
    };
  }

  public Optional<Members> object(String name) {
    return find(name).map(value -> objectOf(name, value));
  }

  private Members objectOf(String name, Value value) {
    if (value instanceof Value.Document object) {
      return new Members(object, where + name + ".");
    }
    throw wrong(name, "an object");
  }

  /// The elements of an array; none if it is absent.
  public List<Value> array(String name) {
    return switch (find(name).orElse(null)) {
      case null -> List.of();
      case Value.Array(List<Value> elements) -> elements;
      case Value.Scalar _, Value.Composite _ -> throw wrong(name, "an array");
    };
  }

  /// An array of objects.
  public List<Members> objects(String name) {
    List<Value> elements = array(name);
    List<Members> objects = new ArrayList<>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      objects.add(objectOf(name + "[" + i + "]", elements.get(i)));
    }
    return objects;
  }

  /// An array of strings.
  public List<String> texts(String name) {
    return array(name).stream()
        .map(
            value -> {
              if (value instanceof Value.Text(String text)) {
                return text;
              }
              throw wrong(name, "an array of strings");
            })
        .toList();
  }

  private OrreryException missing(String name) {
    return Refusals.invalid("The property '%s%s' is missing.".formatted(where, name));
  }

  private OrreryException wrong(String name, String expected) {
    return Refusals.invalid("The property '%s%s' must be %s.".formatted(where, name, expected));
  }
}
