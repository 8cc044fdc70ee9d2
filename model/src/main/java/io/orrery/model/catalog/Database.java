// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Throughput;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// A database: a name for a set of containers, and perhaps a throughput they share.
///
/// @param number names it for ever, also after it was deleted
/// @param timeMillis when it was last changed
/// @param revision grows with every change
/// @param throughput what its containers without own throughput share; null if there is none
public record Database(
    int number, String name, long timeMillis, long revision, @Nullable Throughput throughput)
    implements CatalogRecord {

  private static final int FORMAT = 1;

  public Database withThroughput(@Nullable Throughput newThroughput, long nowMillis) {
    return new Database(number, name, nowMillis, revision + 1, newThroughput);
  }

  @Override
  public byte[] encode() {
    ByteWriter out = new ByteWriter().writeByte(FORMAT).writeVarint(number);
    CatalogText.write(out, name);
    Throughput.writeOptional(out.writeVarint(timeMillis).writeVarint(revision), throughput);
    return out.toByteArray();
  }

  public static Database decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("a database's record has an unknown format");
    }
    Database database =
        new Database(
            in.readLength(),
            CatalogText.read(in),
            in.readVarint(),
            in.readVarint(),
            Throughput.readOptional(in));
    in.requireEnd();
    return database;
  }
}
