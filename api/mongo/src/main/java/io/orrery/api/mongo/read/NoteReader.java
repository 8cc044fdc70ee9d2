// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Reads what [NoteWriter] wrote. Fails with CORRUPTED if it is anything else.
public record NoteReader(Value.Document note) {

  public Namespace namespace() {
    return new Namespace(text(NoteWriter.DATABASE), text(NoteWriter.COLLECTION));
  }

  private String text(String name) {
    return as(name, Value.Text.class).value();
  }

  /// Undefined if there is none.
  public Value value(String name) {
    return note.property(name);
  }

  public Value.Document document(String name) {
    return as(name, Value.Document.class);
  }

  public List<Value> array(String name) {
    return as(name, Value.Array.class).elements();
  }

  public long number(String name) {
    return as(name, Value.Int64.class).value();
  }

  public Optional<String> findText(String name) {
    return note.property(name) instanceof Value.Text(String text)
        ? Optional.of(text)
        : Optional.empty();
  }

  public <T extends Value> T as(String name, Class<T> type) {
    Value value = note.property(name);
    if (!type.isInstance(value)) {
      throw OrreryException.corrupted("the note of a cursor has no " + name);
    }
    return type.cast(value);
  }
}
