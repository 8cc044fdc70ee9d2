// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;

/// A user of a database: a name for a set of permissions.
///
/// @param number names it for ever
/// @param revision grows with every change
public record User(int database, int number, String name, long timeMillis, long revision) {
  private static final int FORMAT = 1;

  User renamed(String newName, long nowMillis) {
    return new User(database, number, newName, nowMillis, revision + 1);
  }

  byte[] encode() {
    return new ByteWriter()
        .writeByte(FORMAT)
        .writeVarint(database)
        .writeVarint(number)
        .writeBlock(name.getBytes(StandardCharsets.UTF_8))
        .writeVarint(timeMillis)
        .writeVarint(revision)
        .toByteArray();
  }

  static User decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("a user's record has an unknown format");
    }
    User user =
        new User(
            in.readLength(),
            in.readLength(),
            new String(in.readBlock(), StandardCharsets.UTF_8),
            in.readVarint(),
            in.readVarint());
    in.requireEnd();
    return user;
  }
}
