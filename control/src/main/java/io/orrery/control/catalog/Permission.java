// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;

/// A permission of a user. Its tokens refer to it by its numbers, so that they end when it does.
///
/// @param number names it for ever among the permissions of its user
/// @param revision grows with every change
public record Permission(
    int database, int user, int number, String name, long timeMillis, long revision, Grant grant) {
  private static final int FORMAT = 2;

  Permission changed(String newName, Grant newGrant, long nowMillis) {
    return new Permission(database, user, number, newName, nowMillis, revision + 1, newGrant);
  }

  byte[] encode() {
    ByteWriter out =
        new ByteWriter()
            .writeByte(FORMAT)
            .writeVarint(database)
            .writeVarint(user)
            .writeVarint(number)
            .writeBlock(name.getBytes(StandardCharsets.UTF_8))
            .writeVarint(timeMillis)
            .writeVarint(revision);
    grant.write(out);
    return out.toByteArray();
  }

  static Permission decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("a permission's record has an unknown format");
    }
    Permission permission =
        new Permission(
            in.readLength(),
            in.readLength(),
            in.readLength(),
            new String(in.readBlock(), StandardCharsets.UTF_8),
            in.readVarint(),
            in.readVarint(),
            Grant.read(in));
    in.requireEnd();
    return permission;
  }
}
