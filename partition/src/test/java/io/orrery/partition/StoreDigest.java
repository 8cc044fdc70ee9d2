// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.orrery.model.Direction;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Reader;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/// All bytes of a store, as one digest or as a text that shows where two stores differ.
public final class StoreDigest {
  private StoreDigest() {}

  public static byte[] of(Reader store) {
    MessageDigest digest = sha256();
    for (Family family : Family.values()) {
      try (Cursor cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
        while (cursor.next()) {
          ByteWriter entry = new ByteWriter().writeBlock(family.name().getBytes(US_ASCII));
          digest.update(entry.writeBlock(cursor.key()).writeBlock(cursor.value()).toByteArray());
        }
      }
    }
    return digest.digest();
  }

  static SortedMap<String, String> dump(Reader store) {
    HexFormat hex = HexFormat.of();
    SortedMap<String, String> all = new TreeMap<>();
    for (Family family : Family.values()) {
      try (Cursor cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
        while (cursor.next()) {
          all.put(family + " " + hex.formatHex(cursor.key()), hex.formatHex(cursor.value()));
        }
      }
    }
    return all;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
