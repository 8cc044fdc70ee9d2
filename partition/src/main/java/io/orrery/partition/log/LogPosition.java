// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.log;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// The place of one command in its partition's log.
///
/// @param term of the leader that proposed the command; never falls from one index to the next
/// @param index grows from command to command; alone it decides which of two comes first
public record LogPosition(long term, long index) implements Comparable<LogPosition> {

  /// In front of every command.
  public static final LogPosition START = new LogPosition(0, 0);

  public LogPosition {
    if (term < 0 || index < 0) {
      throw new IllegalArgumentException("no such position: " + term + "." + index);
    }
  }

  /// The position so many commands later, in the same term.
  public LogPosition plus(int commands) {
    return new LogPosition(term, index + commands);
  }

  public void write(ByteWriter out) {
    out.writeVarint(term).writeVarint(index);
  }

  public static LogPosition read(ByteReader in) {
    long term = in.readVarint();
    long index = in.readVarint();
    if (term < 0 || index < 0) {
      throw OrreryException.corrupted("a position in a log is negative");
    }
    return new LogPosition(term, index);
  }

  @Override
  public int compareTo(LogPosition other) {
    return Long.compare(index, other.index);
  }

  @Override
  public String toString() {
    return term + "." + index;
  }
}
