// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.value.Value;
import java.util.List;

/// A part of a row with the time of its writing, which alone decides between two writes.
///
/// Paths lead through objects: `[column]`, or `[column, element]` where each element of a column is
/// a cell of its own. The empty path is the row itself.
public sealed interface Cell {

  /// How long a path may be.
  int SEGMENTS_MAX = 8;

  /// The time no cell reaches.
  long NEVER = Long.MAX_VALUE;

  List<String> path();

  /// In whatever unit the writers of a container agree on.
  long timestamp();

  /// A value. At the empty path it has none, and just says that there is a row: one whose other
  /// cells all go stays there then.
  ///
  /// @param value undefined at the empty path
  /// @param expiresMillis when the cell is over, in milliseconds since the epoch, or [#NEVER]
  record Live(List<String> path, long timestamp, Value value, long expiresMillis) implements Cell {
    public Live {
      path = checked(path);
      if (path.isEmpty() != (value == Value.Undefined.UNDEFINED) || expiresMillis < 0) {
        throw new IllegalArgumentException("no such cell: " + path + ", " + expiresMillis);
      }
    }
  }

  /// A tombstone: everything at the path and below it that was written up to this time is gone.
  ///
  /// @param deletedMillis when that was, in milliseconds since the epoch; a tombstone is kept for
  ///   some time after
  record Deleted(List<String> path, long timestamp, long deletedMillis) implements Cell {
    public Deleted {
      path = checked(path);
      if (deletedMillis < 0) {
        throw new IllegalArgumentException("deleted at " + deletedMillis);
      }
    }
  }

  private static List<String> checked(List<String> path) {
    if (path.size() > SEGMENTS_MAX) {
      throw new IllegalArgumentException("a path of " + path.size() + " segments");
    }
    return List.copyOf(path);
  }
}
