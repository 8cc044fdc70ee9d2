// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.program.RowProgram;
import org.jspecify.annotations.Nullable;

/// Rows in the order in which the candidates come: that of their items' creation where they were
/// few when the partition was begun, and otherwise that in which they are found.
final class StreamRows {
  /// How many candidates a full page looks at to find out whether there is another row.
  static final int LOOK_AHEAD = 64;

  private static final int OWN_ORDER = 0;
  private static final int CREATION_ORDER = 1;

  private final FragmentRun run;
  private final RowBuffer buffer;
  private final RowProgram.Run program;
  private long rowsDone;

  StreamRows(FragmentRun run) {
    this.run = run;
    this.buffer = new RowBuffer(run.bounds(), run.budget());
    this.program = run.program();
  }

  FragmentPage page(byte @Nullable [] place) {
    AccessOpening.Opened opened = open(place);
    try (Candidates candidates = opened.candidates()) {
      Start rest = fill(candidates);
      return new FragmentPage.Streamed(
          buffer.rows(),
          buffer.skipped(),
          rest == null ? null : encode(opened.byCreation(), rest),
          run.view().usage());
    }
  }

  private AccessOpening.Opened open(byte @Nullable [] place) {
    AccessOpening access = run.access();
    if (place == null) {
      return access.openFirst();
    }
    try {
      ByteReader in = new ByteReader(place);
      int order = in.readByte();
      Start start = Start.read(in);
      in.requireEnd();
      return switch (order) {
        case CREATION_ORDER -> new AccessOpening.Opened(access.openByCreation(start), true);
        case OWN_ORDER -> new AccessOpening.Opened(access.open(start), false);
        default -> throw Start.invalid();
      };
    } catch (OrreryException e) {
      throw e.code() == ErrorCode.CORRUPTED ? Start.invalid() : e;
    }
  }

  private static byte[] encode(boolean byCreation, Start start) {
    ByteWriter out = new ByteWriter(48).writeByte(byCreation ? CREATION_ORDER : OWN_ORDER);
    start.write(out);
    return out.toByteArray();
  }

  /// Adds rows to the page. Gives where the next page goes on; null if the candidates came to their
  /// end, or nobody wants to know.
  private @Nullable Start fill(Candidates candidates) {
    boolean lookAhead = run.bounds().lookAhead();
    int lookedAhead = 0;
    while ((lookAhead || !buffer.isFull()) && candidates.next()) {
      if (!rows(candidates)) {
        return candidates.again(rowsDone);
      }
      if (buffer.isFull()) {
        lookedAhead++;
      }
      if (lookedAhead > LOOK_AHEAD || run.isOver()) {
        return candidates.behind();
      }
    }
    return null;
  }

  /// Takes the rows of an item; false if not all of them found a place.
  private boolean rows(Candidates candidates) {
    KeyedItem item = candidates.item();
    long skip = candidates.rowsDone();
    rowsDone = skip;
    boolean all =
        program.rows(
            item.item(),
            row -> {
              if (row.ordinal() < skip) {
                return true;
              }
              RowValue value = run.value(item, row);
              if (value != null && !buffer.offer(value)) {
                return false;
              }
              rowsDone = row.ordinal() + 1;
              return true;
            });
    if (!all && rowsDone == skip) {
      run.view().uncount(item);
    }
    return all;
  }
}
