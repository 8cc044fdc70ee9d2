// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys and values as text, where tests are easier to read that way.
final class Bytes {
  private Bytes() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static KeyRange range(String from, String to) {
    return new KeyRange(bytes(from), bytes(to));
  }

  static void put(Store store, Family family, String key, String value) {
    Batch batch = store.newBatch();
    batch.put(family, bytes(key), bytes(value));
    store.write(batch);
  }

  static @Nullable String get(Reader reader, Family family, String key) {
    return text(reader.get(family, bytes(key)));
  }

  /// What is left of a cursor, as `key=value`; closes it.
  static List<String> rest(Cursor cursor) {
    try (cursor) {
      List<String> entries = new ArrayList<>();
      while (cursor.next()) {
        entries.add(text(cursor.key()) + "=" + text(cursor.value()));
      }
      return entries;
    }
  }

  static List<String> forward(Reader reader, Family family, KeyRange range) {
    return rest(reader.scan(family, range, Direction.FORWARD));
  }

  static List<String> reverse(Reader reader, Family family, KeyRange range) {
    return rest(reader.scan(family, range, Direction.REVERSE));
  }
}
