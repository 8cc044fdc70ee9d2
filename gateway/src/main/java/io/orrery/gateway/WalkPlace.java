// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a walk from partition to partition has come. Everything in front of the first part is
/// done, and of each part everything up to some place. There is one part, what the partition served
/// where the walk stopped; if that was split since, each child goes on at the same place, and while
/// the walk is in one of them, the others are parts of their own.
///
/// @param parts in ring order; none at the beginning
public record WalkPlace(List<Part> parts) {
  public static final WalkPlace BEGINNING = new WalkPlace(List.of());

  private static final byte[] NOT_BEGUN = {};

  /// A part of the ring.
  ///
  /// @param place where its partition goes on, as it said itself; null if it was not begun
  public record Part(HashRange range, byte @Nullable [] place) {}

  public WalkPlace {
    parts = List.copyOf(parts);
  }

  /// Where the walk goes on.
  public EffectivePartitionKey start() {
    return parts.isEmpty() ? EffectivePartitionKey.MIN : parts.getFirst().range().min();
  }

  /// Where a partition goes on; null if it was not begun.
  public byte @Nullable [] in(HashRange partition) {
    for (Part part : parts) {
      if (part.place() != null && part.range().overlaps(partition)) {
        return part.place();
      }
    }
    return null;
  }

  /// The place of a partition, when this is where the walk has begun.
  public WalkPlace at(HashRange partition, byte[] place) {
    List<Part> all = new ArrayList<>();
    all.add(new Part(partition, place));
    all.addAll(behind(partition.max()));
    return new WalkPlace(all);
  }

  /// In front of everything from a position on, when this is where the walk has begun.
  public WalkPlace from(EffectivePartitionKey position) {
    List<Part> rest = behind(position);
    EffectivePartitionKey begun =
        rest.isEmpty() ? EffectivePartitionKey.MAX : rest.getFirst().range().min();
    List<Part> all = new ArrayList<>();
    if (position.compareTo(begun) < 0) {
      all.add(new Part(new HashRange(position, begun), null));
    }
    all.addAll(rest);
    return new WalkPlace(all);
  }

  private List<Part> behind(EffectivePartitionKey position) {
    List<Part> rest = new ArrayList<>();
    for (Part part : parts) {
      if (position.compareTo(part.range().max()) < 0) {
        HashRange behind = new HashRange(position, EffectivePartitionKey.MAX);
        rest.add(new Part(part.range().intersect(behind), part.place()));
      }
    }
    return rest;
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(64).writeVarint(parts.size());
    for (Part part : parts) {
      out.writeBlock(part.range().min().bytes()).writeBlock(part.range().max().bytes());
      out.writeBlock(part.place() == null ? NOT_BEGUN : part.place());
    }
    return out.toByteArray();
  }

  /// Reads what [#encode] wrote. Fails with INVALID_ARGUMENT if it did not.
  public static WalkPlace decode(byte[] bytes) {
    try {
      ByteReader in = new ByteReader(bytes);
      List<Part> parts = new ArrayList<>();
      for (int left = in.readLength(); left > 0; left--) {
        EffectivePartitionKey min = EffectivePartitionKey.of(in.readBlock());
        EffectivePartitionKey max = EffectivePartitionKey.of(in.readBlock());
        byte[] place = in.readBlock();
        parts.add(new Part(new HashRange(min, max), place.length == 0 ? null : place));
      }
      in.requireEnd();
      return new WalkPlace(parts);
    } catch (OrreryException | IllegalArgumentException e) {
      throw Continuation.invalid("it is not what was handed out", e);
    }
  }
}
