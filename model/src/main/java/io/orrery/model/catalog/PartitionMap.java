// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The partitions of a container, as the catalog remembers them.
///
/// @param online those that serve, tiling the ring
/// @param retired those that were split and whose space their children still read
/// @param ordinalNext the ordinal the next partition gets; none is given twice
/// @param intent a split that was begun: the next start completes or undoes it
public record PartitionMap(
    List<Entry> online, List<Retired> retired, int ordinalNext, @Nullable SplitIntent intent) {

  /// A partition that serves.
  ///
  /// @param parents the ordinals of all ancestors, oldest first
  public record Entry(int ordinal, HashRange range, List<Integer> parents) {
    public Entry {
      parents = List.copyOf(parents);
    }
  }

  /// A partition that was split, and its children.
  public record Retired(int ordinal, int leftOrdinal, int rightOrdinal) {}

  /// A partition that is to be split at a point, and the ordinals its children will have.
  public record SplitIntent(
      int ordinal, EffectivePartitionKey at, int leftOrdinal, int rightOrdinal) {}

  public PartitionMap {
    online = List.copyOf(online);
    retired = List.copyOf(retired);
  }

  public static PartitionMap of(List<HashRange> ranges) {
    List<Entry> online = new ArrayList<>();
    for (HashRange range : ranges) {
      online.add(new Entry(online.size(), range, List.of()));
    }
    return new PartitionMap(online, List.of(), online.size(), null);
  }

  public Entry require(int ordinal) {
    return online.stream()
        .filter(entry -> entry.ordinal() == ordinal)
        .findFirst()
        .orElseThrow(() -> OrreryException.corrupted("partition " + ordinal + " is not online"));
  }

  /// How often partitions were split: each split made one an ancestor of some that are online.
  public int splits() {
    return (int) online.stream().flatMap(entry -> entry.parents().stream()).distinct().count();
  }

  /// Whether there is such a partition, and the point leaves something on both of its sides.
  public boolean isDivided(int ordinal, EffectivePartitionKey at) {
    return online.stream()
        .filter(entry -> entry.ordinal() == ordinal)
        .anyMatch(entry -> entry.range().contains(at) && !at.equals(entry.range().min()));
  }

  public PartitionMap intend(int ordinal, EffectivePartitionKey at) {
    SplitIntent planned = new SplitIntent(ordinal, at, ordinalNext, ordinalNext + 1);
    return new PartitionMap(online, retired, ordinalNext + 2, planned);
  }

  public PartitionMap abandon() {
    return new PartitionMap(online, retired, ordinalNext, null);
  }

  /// The children take the parent's place.
  public PartitionMap complete(SplitIntent split) {
    Entry parent = require(split.ordinal());
    List<Integer> parents =
        Stream.concat(parent.parents().stream(), Stream.of(parent.ordinal())).toList();
    HashRange range = parent.range();
    List<Entry> next = new ArrayList<>(online);
    int at = next.indexOf(parent);
    next.set(at, new Entry(split.rightOrdinal(), new HashRange(split.at(), range.max()), parents));
    next.add(at, new Entry(split.leftOrdinal(), new HashRange(range.min(), split.at()), parents));
    List<Retired> gone = new ArrayList<>(retired);
    gone.add(new Retired(parent.ordinal(), split.leftOrdinal(), split.rightOrdinal()));
    return new PartitionMap(next, gone, ordinalNext, null);
  }

  /// Nobody needs the retired partition's space any more.
  public PartitionMap forget(Retired gone) {
    return new PartitionMap(
        online, retired.stream().filter(each -> !each.equals(gone)).toList(), ordinalNext, intent);
  }

  /// The partitions that were split, and those of a split that was begun: the items they can reach
  /// are in the ranges of those [#online].
  public List<Integer> withoutItems() {
    List<Integer> ordinals = new ArrayList<>();
    retired.forEach(each -> ordinals.add(each.ordinal()));
    if (intent != null) {
      ordinals.add(intent.leftOrdinal());
      ordinals.add(intent.rightOrdinal());
    }
    return ordinals;
  }

  public void write(ByteWriter out) {
    out.writeVarint(online.size());
    for (Entry entry : online) {
      out.writeVarint(entry.ordinal());
      writeRange(out, entry.range());
      out.writeVarint(entry.parents().size());
      entry.parents().forEach(out::writeVarint);
    }
    out.writeVarint(retired.size());
    for (Retired each : retired) {
      out.writeVarint(each.ordinal());
      out.writeVarint(each.leftOrdinal()).writeVarint(each.rightOrdinal());
    }
    out.writeVarint(ordinalNext).writeByte(intent == null ? 0 : 1);
    if (intent != null) {
      out.writeVarint(intent.ordinal()).writeBlock(intent.at().bytes());
      out.writeVarint(intent.leftOrdinal()).writeVarint(intent.rightOrdinal());
    }
  }

  public static PartitionMap read(ByteReader in) {
    List<Entry> online = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      online.add(readEntry(in));
    }
    List<Retired> retired = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      retired.add(new Retired(in.readLength(), in.readLength(), in.readLength()));
    }
    int ordinalNext = in.readLength();
    SplitIntent intent = null;
    if (in.readByte() != 0) {
      intent =
          new SplitIntent(
              in.readLength(),
              EffectivePartitionKey.of(in.readBlock()),
              in.readLength(),
              in.readLength());
    }
    return new PartitionMap(online, retired, ordinalNext, intent);
  }

  private static Entry readEntry(ByteReader in) {
    int ordinal = in.readLength();
    HashRange range = readRange(in);
    List<Integer> parents = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      parents.add(in.readLength());
    }
    return new Entry(ordinal, range, parents);
  }

  public static void writeRange(ByteWriter out, HashRange range) {
    out.writeBlock(range.min().bytes()).writeBlock(range.max().bytes());
  }

  public static HashRange readRange(ByteReader in) {
    var min = EffectivePartitionKey.of(in.readBlock());
    var max = EffectivePartitionKey.of(in.readBlock());
    if (min.compareTo(max) >= 0) {
      throw OrreryException.corrupted("a partition's range is empty");
    }
    return new HashRange(min, max);
  }
}
