// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The header fields of a message in the order they were sent; names compare without case.
public sealed interface HttpHeaders permits HeaderList, ReceivedHeaders {
  HttpHeaders NONE = builder().build();

  /// One header field.
  record Field(String name, String value) {}

  /// The value of the first field with this name.
  Optional<String> find(String name);

  List<Field> fields();

  static HttpHeaders of(String name, String value) {
    return builder().add(name, value).build();
  }

  static Builder builder() {
    return new Builder(null);
  }

  /// Starts with fields that many answers share. Kept in a constant, they are checked and encoded
  /// once and not with every answer.
  static Builder builder(HttpHeaders shared) {
    return new Builder(HeaderList.copyOf(shared));
  }

  /// Collects fields. A name or value that could smuggle in another field is an
  /// [IllegalArgumentException].
  final class Builder {
    private final @Nullable HeaderList shared;
    private final List<String> texts = new ArrayList<>(24);

    private Builder(@Nullable HeaderList shared) {
      this.shared = shared;
    }

    public Builder add(String name, String value) {
      texts.add(HeaderSyntax.requireName(name));
      texts.add(HeaderSyntax.requireValue(value));
      return this;
    }

    public HttpHeaders build() {
      return new HeaderList(shared, texts.toArray(String[]::new));
    }
  }
}
