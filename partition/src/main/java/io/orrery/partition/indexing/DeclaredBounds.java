// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.partition.layout.Layout;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Interval;
import io.orrery.storage.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Where in a declared index the entries of some values stand.
public final class DeclaredBounds {
  private DeclaredBounds() {}

  /// The marks of items with several entries.
  public static TermRange multiples(int index) {
    return prefix(Layout.relativeMultiple(index).toByteArray());
  }

  public static TermRange range(AccessPath.DeclaredRanges.Range range, TermForm form) {
    ByteWriter out = Layout.relativeComposite(range.index());
    List<Interval> intervals = range.intervals();
    for (int i = 0; i < intervals.size(); i++) {
      Interval interval = intervals.get(i);
      boolean descending = range.descending().get(i);
      boolean last = i == intervals.size() - 1;
      if (last || !interval.isPoint() || !(interval.lower() instanceof Bound.At(Value value, _))) {
        return between(out, interval, descending, form);
      }
      int start = out.size();
      boolean cut = TermValue.write(out, value, form);
      if (cut) {
        out.truncate(
            start); // Behind a value of which only the beginning stands there, anything may.
        return between(out, interval, descending, form);
      }
      if (descending) {
        out.invert(start);
      }
    }
    return prefix(out.toByteArray());
  }

  /// What stands behind a prefix. Downwards all bytes are inverted: so is the range, from behind
  /// what was its end up to behind what was its beginning.
  private static TermRange between(
      ByteWriter prefix, Interval interval, boolean descending, TermForm form) {
    byte[] from = TermRange.edge(copy(prefix), interval.lower(), false, form);
    byte[] to = TermRange.edge(copy(prefix), interval.upper(), true, form);
    return descending
        ? new TermRange(behindInverted(to, prefix.size()), behindInverted(from, prefix.size()))
        : new TermRange(from, to);
  }

  private static ByteWriter copy(ByteWriter out) {
    return new ByteWriter(out.size() + 32).writeBytes(out.array(), 0, out.size());
  }

  private static byte[] behindInverted(byte[] edge, int start) {
    byte[] inverted = Arrays.copyOf(edge, edge.length);
    for (int i = start; i < inverted.length; i++) {
      inverted[i] = (byte) ~inverted[i];
    }
    return Objects.requireNonNull(KeyRange.afterPrefix(inverted));
  }

  private static TermRange prefix(byte[] prefix) {
    return new TermRange(prefix, Objects.requireNonNull(KeyRange.afterPrefix(prefix)));
  }
}
