// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;

/// Puts the note of a cursor together, for [NoteReader].
public final class NoteWriter {
  static final String DATABASE = "db";
  static final String COLLECTION = "collection";

  private final LinkedHashMap<String, Value> fields = new LinkedHashMap<>();

  public NoteWriter put(Namespace namespace) {
    return put(DATABASE, new Value.Text(namespace.database()))
        .put(COLLECTION, new Value.Text(namespace.collection()));
  }

  /// What is undefined is left out.
  public NoteWriter put(String name, Value value) {
    if (value != Value.Undefined.UNDEFINED) {
      fields.put(name, value);
    }
    return this;
  }

  public NoteWriter put(String name, long number) {
    return put(name, new Value.Int64(number));
  }

  public NoteWriter put(String name, Optional<String> text) {
    text.ifPresent(each -> put(name, new Value.Text(each)));
    return this;
  }

  public Value.Document written() {
    return new Value.Document(fields);
  }
}
