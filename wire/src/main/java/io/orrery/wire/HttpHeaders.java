// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.util.List;
import java.util.Optional;

/// The header fields of a message in the order they were sent; names compare without case.
public record HttpHeaders(List<Field> fields) {
  public static final HttpHeaders NONE = new HttpHeaders(List.of());

  /// One header field.
  public record Field(String name, String value) {}

  public HttpHeaders {
    fields = List.copyOf(fields);
  }

  public static HttpHeaders of(String name, String value) {
    return new HttpHeaders(List.of(new Field(name, value)));
  }

  /// The value of the first field with this name.
  public Optional<String> find(String name) {
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }
}
