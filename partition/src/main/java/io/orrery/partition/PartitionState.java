// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.partition.log.LogPosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a partition knows about itself, written with every group of commands.
///
/// @param applied where in the partition's log the last command stands that changed anything;
///   written in the batch of that command, so that it is never applied twice
/// @param epoch grows with every split on the way here
/// @param lsn the number of the last command that changed anything
/// @param ridNext the number the next created item gets
/// @param timeMillis the highest time any command brought: time never runs backwards here
/// @param historySince history is complete for changes with higher LSNs; [#NO_HISTORY] if there is
///   none
/// @param historyPurged history up to this LSN was looked at and forgotten where it could be
/// @param division how the partition was split: since then it only answers
///   [io.orrery.partition.command.Outcome.Moved]; null while it serves
/// @param inheritance what still lies in the parent's space; null when nothing does
/// @param split a split that is being prepared
/// @param tombstones logical partitions whose items up to some version count as deleted
/// @param sweptMillis no deadline before this time is left, so none is looked for there
public record PartitionState(
    LogPosition applied,
    HashRange range,
    int epoch,
    @Nullable Division division,
    long lsn,
    long ridNext,
    long timeMillis,
    Counters counters,
    long historySince,
    long historyPurged,
    @Nullable Inheritance inheritance,
    @Nullable PendingSplit split,
    List<RangeTombstone> tombstones,
    long sweptMillis) {

  /// How many logical partitions may be deleted and not swept at a time: the list is written with
  /// every group.
  public static final int TOMBSTONES_MAX = 100;

  /// No history is kept, and none is left.
  public static final long NO_HISTORY = -1;

  /// The LSN at which a partition begins, that of the container's own creation: items have higher
  /// ones, as in the service.
  public static final long LSN_START = 1;

  private static final int FORMAT = 2;
  private static final int RID_BITS = 40;

  public PartitionState {
    tombstones = List.copyOf(tombstones);
  }

  /// The state of a partition that was not split off another one.
  public static PartitionState first(int ordinal, HashRange range, boolean keepsHistory) {
    return new PartitionState(
        LogPosition.START,
        range,
        1,
        null,
        LSN_START,
        ridStart(ordinal),
        0,
        Counters.ZERO,
        keepsHistory ? 0 : NO_HISTORY,
        0,
        null,
        null,
        List.of(),
        0);
  }

  /// Whether the partition was split: its children serve.
  public boolean retired() {
    return division != null;
  }

  /// The first state of a child of this partition; null if it has none of that number. It follows
  /// from the last state of the parent alone, so it can be made wherever that is known, and made
  /// again after a crash. The child's log is its own.
  ///
  /// @param ordinal the child's
  @Nullable PartitionState child(int parentOrdinal, int ordinal) {
    if (division == null) {
      return null;
    }
    if (ordinal == division.leftOrdinal()) {
      return child(
          parentOrdinal, ordinal, new HashRange(range.min(), division.at()), division.left());
    }
    return ordinal == division.rightOrdinal()
        ? child(
            parentOrdinal,
            ordinal,
            new HashRange(division.at(), range.max()),
            counters.minus(division.left()))
        : null;
  }

  private PartitionState child(
      int parentOrdinal, int ordinal, HashRange childRange, Counters share) {
    return new PartitionState(
        LogPosition.START,
        childRange,
        epoch + 1,
        null,
        lsn,
        ridStart(ordinal),
        timeMillis,
        share,
        historySince,
        historyPurged,
        Inheritance.of(parentOrdinal, lsn),
        null,
        tombstones.stream()
            .filter(each -> Layout.isInside(each.logicalPartition(), childRange))
            .toList(),
        sweptMillis);
  }

  /// Numbers of items carry the partition that created them, so siblings never give the same one.
  /// They stay below 2^60, which is what the SQL API's rids have room for, and none is 0: its SDKs
  /// take that for "no item".
  static long ridStart(int ordinal) {
    return ((long) ordinal << RID_BITS) + 1;
  }

  /// The partition that created the item with this number.
  public static int ordinalOfRid(long rid) {
    return (int) (rid >>> RID_BITS);
  }

  /// A child's claim on its parent's space. Items with keys below `indexCursor` have their index
  /// entries copied; changes up to `feedCursor` are copied. Both in that order: index first.
  ///
  /// @param lsn the parent's last LSN: whatever has a higher one was written here
  public record Inheritance(
      int parentOrdinal, long lsn, byte[] indexCursor, boolean indexCopied, long feedCursor) {

    /// The claim of a child that has copied nothing yet.
    static Inheritance of(int parentOrdinal, long lsn) {
      return new Inheritance(parentOrdinal, lsn, new byte[0], false, 0);
    }

    public boolean holdsIndexOf(byte[] itemKey, ItemVersion version) {
      return version.lsn() <= lsn && holdsIndexOf(itemKey);
    }

    /// Whether an entry of this item that is found in the parent's space is the valid one.
    public boolean holdsIndexOf(byte[] itemKey) {
      return !indexCopied && Arrays.compareUnsigned(itemKey, indexCursor) >= 0;
    }

    public boolean holdsChange(ItemVersion version) {
      return version.lsn() <= lsn && version.lsn() > feedCursor;
    }
  }

  /// How a partition was divided among two children.
  ///
  /// @param left what the left one has
  public record Division(
      EffectivePartitionKey at, int leftOrdinal, int rightOrdinal, Counters left) {}

  /// A split in preparation, with what changed left of it since.
  public record PendingSplit(EffectivePartitionKey at, Counters leftSince) {
    boolean isLeft(byte[] itemKey) {
      return Layout.compare(itemKey, at) < 0;
    }
  }

  /// A logical partition whose items with LSNs up to `lsn` count as deleted.
  ///
  /// @param cursor sweeping has come up to this item key
  public record RangeTombstone(byte[] logicalPartition, long lsn, byte[] cursor) {
    boolean covers(byte[] itemKey, long itemLsn) {
      return itemLsn <= lsn && ItemKey.isIn(itemKey, logicalPartition);
    }

    /// The LSN of the last change of a logical partition, the deletion of all of it included.
    static long changed(List<RangeTombstone> tombstones, ItemKey key, LogicalPartition partition) {
      long lsn = partition.lsn();
      for (RangeTombstone each : tombstones) {
        if (ItemKey.isIn(key.encoded(), each.logicalPartition())) {
          lsn = Math.max(lsn, each.lsn());
        }
      }
      return lsn;
    }
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(128).writeByte(FORMAT);
    applied.write(out);
    out.writeBlock(range.min().bytes()).writeBlock(range.max().bytes());
    out.writeVarint(epoch);
    writeDivision(out);
    out.writeVarint(lsn).writeVarint(ridNext).writeVarint(timeMillis);
    counters.write(out);
    out.writeSignedVarint(historySince).writeVarint(historyPurged);
    writeInheritance(out);
    writeSplit(out);
    out.writeVarint(tombstones.size());
    for (RangeTombstone each : tombstones) {
      out.writeBlock(each.logicalPartition()).writeVarint(each.lsn()).writeBlock(each.cursor());
    }
    out.writeVarint(sweptMillis);
    return out.toByteArray();
  }

  private void writeDivision(ByteWriter out) {
    out.writeByte(division == null ? 0 : 1);
    if (division != null) {
      out.writeBlock(division.at().bytes());
      out.writeVarint(division.leftOrdinal()).writeVarint(division.rightOrdinal());
      division.left().write(out);
    }
  }

  private void writeInheritance(ByteWriter out) {
    out.writeByte(inheritance == null ? 0 : 1);
    if (inheritance != null) {
      out.writeVarint(inheritance.parentOrdinal()).writeVarint(inheritance.lsn());
      out.writeBlock(inheritance.indexCursor()).writeByte(inheritance.indexCopied() ? 1 : 0);
      out.writeVarint(inheritance.feedCursor());
    }
  }

  private void writeSplit(ByteWriter out) {
    out.writeByte(split == null ? 0 : 1);
    if (split != null) {
      out.writeBlock(split.at().bytes());
      split.leftSince().write(out);
    }
  }

  public static PartitionState decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("a partition's state has the unknown format " + format);
    }
    LogPosition applied = LogPosition.read(in);
    HashRange range = readRange(in);
    int epoch = in.readLength();
    Division division = readDivision(in);
    long lsn = readNumber(in);
    long ridNext = readNumber(in);
    long timeMillis = readNumber(in);
    Counters counters = Counters.read(in);
    long historySince = in.readSignedVarint();
    long historyPurged = readNumber(in);
    Inheritance inheritance = readInheritance(in);
    PendingSplit split = readSplit(in);
    List<RangeTombstone> tombstones = readTombstones(in);
    long sweptMillis = readNumber(in);
    in.requireEnd();
    return new PartitionState(
        applied,
        range,
        epoch,
        division,
        lsn,
        ridNext,
        timeMillis,
        counters,
        historySince,
        historyPurged,
        inheritance,
        split,
        tombstones,
        sweptMillis);
  }

  /// An LSN, a rid, a time: none is ever negative.
  private static long readNumber(ByteReader in) {
    long number = in.readVarint();
    if (number < 0) {
      throw OrreryException.corrupted("a number in a partition's state is negative");
    }
    return number;
  }

  private static HashRange readRange(ByteReader in) {
    var min = EffectivePartitionKey.of(in.readBlock());
    var max = EffectivePartitionKey.of(in.readBlock());
    if (min.compareTo(max) >= 0) {
      throw OrreryException.corrupted("a partition's range is empty");
    }
    return new HashRange(min, max);
  }

  private static @Nullable Division readDivision(ByteReader in) {
    if (in.readByte() == 0) {
      return null;
    }
    return new Division(
        EffectivePartitionKey.of(in.readBlock()),
        in.readLength(),
        in.readLength(),
        Counters.read(in));
  }

  private static @Nullable Inheritance readInheritance(ByteReader in) {
    if (in.readByte() == 0) {
      return null;
    }
    return new Inheritance(
        in.readLength(), readNumber(in), in.readBlock(), in.readByte() != 0, readNumber(in));
  }

  private static @Nullable PendingSplit readSplit(ByteReader in) {
    if (in.readByte() == 0) {
      return null;
    }
    return new PendingSplit(EffectivePartitionKey.of(in.readBlock()), Counters.read(in));
  }

  private static List<RangeTombstone> readTombstones(ByteReader in) {
    int count = in.readLength();
    List<RangeTombstone> tombstones = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tombstones.add(new RangeTombstone(in.readBlock(), readNumber(in), in.readBlock()));
    }
    return tombstones;
  }
}
