// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Continuation;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a walk from partition to partition has come. Everything in front of the first part is
/// done, and of each part everything up to some item. There is one part, what the partition served
/// where the walk stopped; if that was split since, each child goes on behind the same item, and
/// while the walk is in one of them, the others are parts of their own.
///
/// @param parts in ring order; none at the beginning
public record WalkPlace(List<Part> parts) {
  public static final WalkPlace BEGINNING = new WalkPlace(List.of());

  private static final int OWN_ORDER = 0;
  private static final int CREATION_ORDER = 1;

  private static final int FRESH = 0;
  private static final int BEHIND = 1;
  private static final int AT = 2;

  /// A part of the ring that was begun.
  ///
  /// @param byCreation whether its items are taken in the order of their creation; it stays so,
  ///   whatever their number becomes
  /// @param last where its items go on
  public record Part(HashRange range, boolean byCreation, Start last) {}

  public WalkPlace {
    parts = List.copyOf(parts);
  }

  /// Where the walk goes on.
  public EffectivePartitionKey start() {
    return parts.isEmpty() ? EffectivePartitionKey.MIN : parts.getFirst().range().min();
  }

  /// How far a partition was walked; null if it was not begun.
  @Nullable Part in(HashRange partition) {
    for (Part part : parts) {
      if (part.last().position() != null && part.range().overlaps(partition)) {
        return part;
      }
    }
    return null;
  }

  /// The place of an item in a partition, when this is where the walk has begun.
  WalkPlace at(HashRange partition, boolean byCreation, Start last) {
    List<Part> all = new ArrayList<>();
    all.add(new Part(partition, byCreation, last));
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
      all.add(new Part(new HashRange(position, begun), false, Start.FIRST));
    }
    all.addAll(rest);
    return new WalkPlace(all);
  }

  private List<Part> behind(EffectivePartitionKey position) {
    List<Part> rest = new ArrayList<>();
    for (Part part : parts) {
      if (position.compareTo(part.range().max()) < 0) {
        HashRange behind = new HashRange(position, EffectivePartitionKey.MAX);
        rest.add(new Part(part.range().intersect(behind), part.byCreation(), part.last()));
      }
    }
    return rest;
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(64).writeVarint(parts.size());
    for (Part part : parts) {
      out.writeByte(part.byCreation() ? CREATION_ORDER : OWN_ORDER);
      write(out, part.range().min().bytes());
      write(out, part.range().max().bytes());
      write(out, part.last());
    }
    return out.toByteArray();
  }

  private static void write(ByteWriter out, Start start) {
    byte[] position = start.position();
    if (position == null) {
      out.writeByte(FRESH);
      return;
    }
    out.writeByte(start.inclusive() ? AT : BEHIND);
    write(out, position);
    out.writeVarint(start.rowsDone());
  }

  private static Start readStart(ByteReader in) {
    int where = in.readByte();
    if (where == FRESH) {
      return Start.FIRST;
    }
    byte[] position = in.readBytes(in.readLength());
    long rowsDone = in.readVarint();
    if ((where != AT && where != BEHIND) || rowsDone < 0) {
      throw Continuation.invalid("it is not what was handed out", null);
    }
    return new Start(position, where == AT, rowsDone);
  }

  private static void write(ByteWriter out, byte[] bytes) {
    out.writeVarint(bytes.length).writeBytes(bytes);
  }

  /// Reads what [#encode] wrote. Fails with INVALID_ARGUMENT if it did not.
  public static WalkPlace decode(byte[] bytes) {
    try {
      ByteReader in = new ByteReader(bytes);
      List<Part> parts = new ArrayList<>();
      for (int left = in.readLength(); left > 0; left--) {
        int order = in.readByte();
        if (order != OWN_ORDER && order != CREATION_ORDER) {
          throw Continuation.invalid("it is not what was handed out", null);
        }
        EffectivePartitionKey min = EffectivePartitionKey.of(in.readBytes(in.readLength()));
        EffectivePartitionKey max = EffectivePartitionKey.of(in.readBytes(in.readLength()));
        parts.add(new Part(new HashRange(min, max), order == CREATION_ORDER, readStart(in)));
      }
      in.requireEnd();
      return new WalkPlace(parts);
    } catch (OrreryException | IllegalArgumentException e) {
      throw Continuation.invalid("it is not what was handed out", e);
    }
  }
}
