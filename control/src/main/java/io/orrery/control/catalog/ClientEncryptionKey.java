// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;

/// A client encryption key of a database.
///
/// @param number names it for ever
/// @param revision grows with every change
/// @param properties the wrapped key and how it was wrapped, as the API keeps it
public record ClientEncryptionKey(
    int database, int number, String name, long timeMillis, long revision, byte[] properties) {
  private static final int FORMAT = 1;

  ClientEncryptionKey rewrapped(byte[] newProperties, long nowMillis) {
    return new ClientEncryptionKey(database, number, name, nowMillis, revision + 1, newProperties);
  }

  byte[] encode() {
    return new ByteWriter(properties.length + 64)
        .writeByte(FORMAT)
        .writeVarint(database)
        .writeVarint(number)
        .writeBlock(name.getBytes(StandardCharsets.UTF_8))
        .writeVarint(timeMillis)
        .writeVarint(revision)
        .writeBlock(properties)
        .toByteArray();
  }

  static ClientEncryptionKey decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("a client encryption key's record has an unknown format");
    }
    ClientEncryptionKey key =
        new ClientEncryptionKey(
            in.readLength(),
            in.readLength(),
            new String(in.readBlock(), StandardCharsets.UTF_8),
            in.readVarint(),
            in.readVarint(),
            in.readBlock());
    in.requireEnd();
    return key;
  }
}
