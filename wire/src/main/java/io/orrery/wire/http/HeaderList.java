// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.model.encoding.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Headers made here: names and values in turn, checked, behind those of a shared list.
final class HeaderList implements HttpHeaders {
  private final @Nullable HeaderList shared;
  private final String[] texts;

  /// The fields as lines of HTTP/1; made when first needed as somebody's shared list. Threads may
  /// race to it, they write the same bytes.
  private byte @Nullable [] lines;

  HeaderList(@Nullable HeaderList shared, String[] texts) {
    this.shared = shared;
    this.texts = texts;
  }

  static HeaderList copyOf(HttpHeaders headers) {
    return switch (headers) {
      case HeaderList list -> list;
      case ReceivedHeaders received ->
          new HeaderList(
              null,
              received.fields().stream()
                  .flatMap(field -> Stream.of(field.name(), field.value()))
                  .toArray(String[]::new));
    };
  }

  @Override
  public Optional<String> find(String name) {
    for (int i = 0; i < texts.length; i += 2) {
      if (texts[i].equalsIgnoreCase(name)) {
        return Optional.of(texts[i + 1]);
      }
    }
    return shared == null ? Optional.empty() : shared.find(name);
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(shared == null ? List.of() : shared.fields());
    for (int i = 0; i < texts.length; i += 2) {
      fields.add(new Field(texts[i], texts[i + 1]));
    }
    return List.copyOf(fields);
  }

  /// Appends the fields as lines of HTTP/1.
  void writeLines(ByteWriter out) {
    if (shared != null) {
      out.writeBytes(shared.lines());
    }
    for (int i = 0; i < texts.length; i += 2) {
      HeadWriter.writeLine(out, texts[i], texts[i + 1]);
    }
  }

  private byte[] lines() {
    byte[] made = lines;
    if (made == null) {
      var out = new ByteWriter();
      writeLines(out);
      made = out.toByteArray();
      lines = made;
    }
    return made;
  }
}
