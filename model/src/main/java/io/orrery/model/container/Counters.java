// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// How much a partition, or one logical partition, holds. Data bytes are those of item keys and
/// records, index bytes those of index entries and their values.
public record Counters(long items, long dataBytes, long indexBytes) {
  public static final Counters ZERO = new Counters(0, 0, 0);

  public Counters plus(Counters other) {
    return new Counters(
        items + other.items, dataBytes + other.dataBytes, indexBytes + other.indexBytes);
  }

  public Counters minus(Counters other) {
    return new Counters(
        items - other.items, dataBytes - other.dataBytes, indexBytes - other.indexBytes);
  }

  public long bytes() {
    return dataBytes + indexBytes;
  }

  public void write(ByteWriter out) {
    out.writeSignedVarint(items).writeSignedVarint(dataBytes).writeSignedVarint(indexBytes);
  }

  public static Counters read(ByteReader in) {
    return new Counters(in.readSignedVarint(), in.readSignedVarint(), in.readSignedVarint());
  }
}
