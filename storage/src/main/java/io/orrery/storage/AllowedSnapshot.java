// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A snapshot of which no more is read than an [Allowance] has.
record AllowedSnapshot(Snapshot all, Allowance allowance) implements Snapshot {

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    allowance.takeKeys(1);
    return counted(all.get(family, key));
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    allowance.takeKeys(keys.size());
    List<byte @Nullable []> values =
        all.getAll(family, keys, Math.min(bytesMax, allowance.bytesLeft()));
    values.forEach(this::counted);
    return values;
  }

  private byte @Nullable [] counted(byte @Nullable [] value) {
    allowance.takeBytes(value == null ? 0 : value.length);
    return value;
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    return new AllowedCursor(all.scan(family, range, direction), allowance);
  }

  @Override
  public void close() {
    all.close();
  }
}
