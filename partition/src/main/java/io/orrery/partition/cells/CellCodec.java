// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.cells;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Cell;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.plan.access.ValueCodec;
import java.util.ArrayList;
import java.util.List;

/// Cells as bytes, as they stand in commands.
public final class CellCodec {
  private static final int LIVE = 1;
  private static final int EXPIRING = 2;
  private static final int DELETED = 3;

  private CellCodec() {}

  public static void writeAll(ByteWriter out, List<Cell> cells) {
    out.writeVarint(cells.size());
    cells.forEach(cell -> write(out, cell));
  }

  private static void write(ByteWriter out, Cell cell) {
    switch (cell) {
      case Cell.Live(var path, long timestamp, Value value, long expiresMillis) -> {
        boolean expires = expiresMillis != Cell.NEVER;
        writePath(out.writeByte(expires ? EXPIRING : LIVE), path);
        out.writeSignedVarint(timestamp);
        if (expires) {
          out.writeVarint(expiresMillis);
        }
        ValueCodec.write(out, value);
      }
      case Cell.Deleted(var path, long timestamp, long deletedMillis) -> {
        writePath(out.writeByte(DELETED), path);
        out.writeSignedVarint(timestamp).writeVarint(deletedMillis);
      }
    }
  }

  /// Reads what [#writeAll] wrote; fails with CORRUPTED if it is anything else.
  public static List<Cell> readAll(ByteReader in, int countMax) {
    int count = in.readLength();
    if (count > countMax) {
      throw OrreryException.corrupted("there are " + count + " cells");
    }
    // Grows with what is really there: a count alone reserves nothing.
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cells.add(read(in));
    }
    return cells;
  }

  private static Cell read(ByteReader in) {
    int kind = in.readByte();
    List<String> path = readPath(in);
    long timestamp = in.readSignedVarint();
    return switch (kind) {
      case LIVE -> live(path, timestamp, in, Cell.NEVER);
      case EXPIRING -> live(path, timestamp, in, readTime(in));
      case DELETED -> new Cell.Deleted(path, timestamp, readTime(in));
      default -> throw OrreryException.corrupted("there is no cell of the kind " + kind);
    };
  }

  private static Cell live(List<String> path, long timestamp, ByteReader in, long expiresMillis) {
    Value value = ValueCodec.read(in);
    if (path.isEmpty() != (value == Value.Undefined.UNDEFINED)) {
      throw OrreryException.corrupted("a cell's value does not fit its path");
    }
    return new Cell.Live(path, timestamp, value, expiresMillis);
  }

  static void writePath(ByteWriter out, List<String> path) {
    out.writeVarint(path.size());
    path.forEach(segment -> out.writeBlock(GeneralisedUtf8.encode(segment)));
  }

  static List<String> readPath(ByteReader in) {
    int size = in.readLength();
    if (size > Cell.SEGMENTS_MAX) {
      throw OrreryException.corrupted("the path of a cell has " + size + " segments");
    }
    List<String> path = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      byte[] name = in.readBlock();
      if (!GeneralisedUtf8.isValid(name, 0, name.length)) {
        throw OrreryException.corrupted("a name in the path of a cell is no text");
      }
      path.add(GeneralisedUtf8.decode(name, 0, name.length));
    }
    return path;
  }

  static long readTime(ByteReader in) {
    long millis = in.readVarint();
    if (millis < 0) {
      throw OrreryException.corrupted("the time of a cell is negative");
    }
    return millis;
  }
}
