// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.layout;

import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// Names a physical partition for ever: the number of its container, and its ordinal there. Neither
/// is used again, not even after a split or the container's deletion.
public record PartitionId(int container, int ordinal) {
  public PartitionId {
    if (container < 0 || ordinal < 0) {
      throw new IllegalArgumentException("no such partition: " + container + "/" + ordinal);
    }
  }

  public static PartitionId of(Container container, int ordinal) {
    return new PartitionId(container.number(), ordinal);
  }

  public PartitionId sibling(int otherOrdinal) {
    return new PartitionId(container, otherOrdinal);
  }

  public void write(ByteWriter out) {
    out.writeInt(container).writeInt(ordinal);
  }

  public static PartitionId read(ByteReader in) {
    int container = in.readInt();
    int ordinal = in.readInt();
    if (container < 0 || ordinal < 0) {
      throw OrreryException.corrupted("a partition's number is negative");
    }
    return new PartitionId(container, ordinal);
  }

  @Override
  public String toString() {
    return container + "/" + ordinal;
  }
}
