// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// An item as it is stored: what the engine keeps of it, and its body in the stored form.
///
/// @param version the write that made it what it is
/// @param rid its number, unique in its container and the same all its life; items with equal index
///   terms are ordered by it
/// @param timeMillis when it was last written
/// @param ttlSeconds how long it lives from then on: [#TTL_DEFAULT] as long as the container says,
///   [#TTL_NEVER] for ever
/// @param indexed false if its writer asked to leave it out of the index
/// @param body the stored form, shared: do not change it
/// @param cells the times of its cells, if the container merges rows cell by cell; otherwise empty
public record Item(
    ItemVersion version,
    long rid,
    long timeMillis,
    int ttlSeconds,
    boolean indexed,
    byte[] body,
    byte[] cells)
    implements SourceItem {
  public static final int TTL_DEFAULT = 0;
  public static final int TTL_NEVER = -1;

  private static final int FORMAT = 1;
  private static final int INDEXED = 1;
  private static final int HAS_CELLS = 2;

  public static final byte[] NO_CELLS = new byte[0];

  public Item(
      ItemVersion version,
      long rid,
      long timeMillis,
      int ttlSeconds,
      boolean indexed,
      byte[] body) {
    this(version, rid, timeMillis, ttlSeconds, indexed, body, NO_CELLS);
  }

  public boolean hasCells() {
    return cells.length > 0;
  }

  @Override
  public long writeLsn() {
    return version.lsn();
  }

  @Override
  public int writeIndex() {
    return version.index();
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(body.length + cells.length + 40).writeByte(FORMAT);
    out.writeByte((indexed ? INDEXED : 0) | (hasCells() ? HAS_CELLS : 0));
    version.write(out);
    out.writeVarint(rid).writeVarint(timeMillis).writeSignedVarint(ttlSeconds);
    if (hasCells()) {
      out.writeBlock(cells);
    }
    return out.writeBytes(body).toByteArray();
  }

  public static Item decode(byte[] bytes) {
    return decode(bytes, bytes.length);
  }

  /// Reads the first `length` bytes, and keeps none of them.
  public static Item decode(byte[] bytes, int length) {
    ByteReader in = new ByteReader(bytes, 0, length);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("an item has the unknown format " + format);
    }
    int flags = in.readByte();
    boolean indexed = (flags & INDEXED) != 0;
    ItemVersion version = ItemVersion.read(in);
    long rid = in.readVarint();
    long timeMillis = in.readVarint();
    int ttlSeconds = Math.clamp(in.readSignedVarint(), TTL_NEVER, Integer.MAX_VALUE);
    byte[] cells = (flags & HAS_CELLS) == 0 ? NO_CELLS : in.readBlock();
    return new Item(version, rid, timeMillis, ttlSeconds, indexed, in.readRest(), cells);
  }
}
