// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// One entry of the commit history. It does not hold the item: the latest version is among the
/// items, an earlier one is an image under its own version.
///
/// @param previous the version this change superseded; null for a create, and where the container
///   kept no history
public record Change(
    Operation operation, long timeMillis, byte[] itemKey, @Nullable ItemVersion previous) {

  /// What a change did to its item.
  public enum Operation {
    CREATE(0),
    /// The item was written as a whole.
    REPLACE(1),
    DELETE(2),
    /// A delete because the time to live was over.
    EXPIRE(3),
    /// Parts of the item were changed.
    EDIT(4);

    /// Stands in stored changes, so it never changes.
    private final int code;

    Operation(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    public boolean removes() {
      return this == DELETE || this == EXPIRE;
    }

    /// Fails with CORRUPTED if there is none.
    public static Operation ofCode(int code) {
      for (Operation operation : OPERATIONS) {
        if (operation.code == code) {
          return operation;
        }
      }
      throw OrreryException.corrupted("a change has the unknown operation " + code);
    }
  }

  private static final Operation[] OPERATIONS = Operation.values();
  private static final int HAS_PREVIOUS = 0x80;

  public byte[] encode() {
    ByteWriter out = new ByteWriter(itemKey.length + 32);
    out.writeByte(operation.code | (previous == null ? 0 : HAS_PREVIOUS));
    out.writeVarint(timeMillis);
    if (previous != null) {
      previous.write(out);
    }
    return out.writeBytes(itemKey).toByteArray();
  }

  public static Change decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int head = in.readByte();
    Operation operation = Operation.ofCode(head & ~HAS_PREVIOUS);
    long timeMillis = in.readVarint();
    ItemVersion previous = (head & HAS_PREVIOUS) == 0 ? null : ItemVersion.read(in);
    return new Change(operation, timeMillis, in.readRest(), previous);
  }

  public ItemKey key() {
    return ItemKey.decode(itemKey);
  }
}
