// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.cells;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.RowRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The deletions of ranges of rows in one logical partition, as tombstones are kept: as long as an
/// earlier write may come late, rows of the range must not come back by it.
///
/// @param all in the order in which they came
public record RowDeletions(List<Deletion> all) {
  /// More than anybody needs within the time that tombstones are kept; merges look through them.
  public static final int DELETIONS_MAX = 256;

  public static final RowDeletions NONE = new RowDeletions(List.of());

  private static final int FORMAT = 1;
  private static final int BOUNDED = 1;
  private static final int UNFINISHED = 2;

  /// Everything in rows of the range that was written up to the timestamp is gone.
  ///
  /// @param deletedMillis when that was
  /// @param next the first row key at which there may be a row that still has to lose what it had;
  ///   null once there is none. Rows written later are seen to when they are written
  public record Deletion(
      RowRange rows, long timestamp, long deletedMillis, byte @Nullable [] next) {

    boolean isSame(RowRange otherRows, long otherTimestamp) {
      return timestamp == otherTimestamp
          && Arrays.equals(rows.from(), otherRows.from())
          && Arrays.equals(rows.to(), otherRows.to());
    }

    boolean covers(Deletion other) {
      return timestamp >= other.timestamp && rows.encloses(other.rows);
    }

    public Deletion withNext(byte @Nullable [] newNext) {
      return new Deletion(rows, timestamp, deletedMillis, newNext);
    }
  }

  public RowDeletions {
    all = List.copyOf(all);
  }

  /// One that was begun before, to be continued.
  public @Nullable Deletion find(RowRange rows, long timestamp) {
    for (Deletion each : all) {
      if (each.isSame(rows, timestamp)) {
        return each;
      }
    }
    return null;
  }

  /// Whether nothing is left to do for a deletion, because others that cover it were completed.
  ///
  /// @param horizonMillis those from before that time count no longer
  public boolean isCovered(Deletion deletion, long horizonMillis) {
    return all.stream()
        .anyMatch(
            each ->
                each.next() == null
                    && each.deletedMillis() > horizonMillis
                    && each.covers(deletion));
  }

  /// The latest that covers a row; null if none does.
  ///
  /// @param horizonMillis those from before that time count no longer
  public @Nullable Deletion covering(byte[] rowKey, long horizonMillis) {
    Deletion latest = null;
    for (Deletion each : all) {
      if (each.deletedMillis() > horizonMillis
          && each.rows().contains(rowKey)
          && (latest == null || each.timestamp() > latest.timestamp())) {
        latest = each;
      }
    }
    return latest;
  }

  /// With a deletion, or with its new state. Those that it covers are forgotten, and those that
  /// were kept long enough.
  public RowDeletions with(Deletion deletion, long horizonMillis) {
    List<Deletion> rest = new ArrayList<>();
    for (Deletion each : all) {
      boolean forgotten = each.deletedMillis() <= horizonMillis;
      if (!forgotten && !deletion.covers(each)) {
        rest.add(each);
      }
    }
    rest.add(deletion);
    return new RowDeletions(rest);
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(64).writeByte(FORMAT).writeVarint(all.size());
    for (Deletion each : all) {
      byte[] to = each.rows().to();
      byte[] next = each.next();
      out.writeByte((to == null ? 0 : BOUNDED) | (next == null ? 0 : UNFINISHED));
      out.writeBlock(each.rows().from());
      if (to != null) {
        out.writeBlock(to);
      }
      out.writeSignedVarint(each.timestamp()).writeVarint(each.deletedMillis());
      if (next != null) {
        out.writeBlock(next);
      }
    }
    return out.toByteArray();
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  ///
  /// @param bytes null where nothing is stored
  public static RowDeletions decode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return NONE;
    }
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("deletions of rows have an unknown format");
    }
    List<Deletion> all = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      int flags = in.readByte();
      RowRange rows = new RowRange(in.readBlock(), (flags & BOUNDED) == 0 ? null : in.readBlock());
      long timestamp = in.readSignedVarint();
      long deletedMillis = CellCodec.readTime(in);
      all.add(
          new Deletion(
              rows, timestamp, deletedMillis, (flags & UNFINISHED) == 0 ? null : in.readBlock()));
    }
    in.requireEnd();
    return new RowDeletions(all);
  }
}
