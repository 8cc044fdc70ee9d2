// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A half-open range of index terms, `[from, to)`, in the same bytes in every partition of a
/// container. A term is path, value and the item's rid; so terms are in the order of values, and of
/// rids where these are equal.
public record TermRange(byte[] from, byte[] to) {

  /// All terms of a path.
  public static TermRange of(List<IndexPath.Segment> path) {
    return prefix(start(path));
  }

  /// All terms of a composite index.
  public static TermRange of(CompositeIndex composite) {
    return prefix(Layout.relativeComposite(composite.id()).toByteArray());
  }

  /// The terms of a path with values between two bounds; null means no bound. A bound that is
  /// longer than a term may be includes everything it cannot be told apart from.
  public static TermRange between(
      List<IndexPath.Segment> path, @Nullable Bound lower, @Nullable Bound upper, TermForm form) {
    TermRange whole = of(path);
    byte[] from = lower == null ? whole.from() : edge(path, lower, false, form);
    byte[] to = upper == null ? whole.to() : edge(path, upper, true, form);
    return new TermRange(from, to);
  }

  /// The terms of a composite index whose first path is ascending and has values between two
  /// bounds.
  public static TermRange between(
      CompositeIndex composite, Bound lower, Bound upper, TermForm form) {
    return new TermRange(
        edge(Layout.relativeComposite(composite.id()), lower, false, form),
        edge(Layout.relativeComposite(composite.id()), upper, true, form));
  }

  /// One end of a range: in front of the terms with the bound's value or kind, or behind them.
  private static byte[] edge(
      List<IndexPath.Segment> path, Bound bound, boolean upper, TermForm form) {
    ByteWriter out = Layout.relativeTerm();
    TermPath.write(out, path);
    return edge(out, bound, upper, form);
  }

  /// @param out what stands in front of the value
  static byte[] edge(ByteWriter out, Bound bound, boolean upper, TermForm form) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> {
        boolean cut = TermValue.write(out, value, form);
        yield (inclusive || cut) == upper ? after(out.toByteArray()) : out.toByteArray();
      }
      case Bound.Before(Kind kind) ->
          out.writeByte(TermValue.lowestTag(kind, form.order())).toByteArray();
      case Bound.Behind(Kind kind) ->
          after(out.writeByte(TermValue.highestTag(kind, form.order())).toByteArray());
    };
  }

  /// The terms of a path with exactly this value (or one it cannot be told apart from).
  public static TermRange equal(List<IndexPath.Segment> path, Value value, TermForm form) {
    Bound bound = new Bound.At(value, true);
    return between(path, bound, bound, form);
  }

  /// What is left of the range behind a term, which may lie outside it, in the given direction.
  public TermRange behind(byte[] term, Direction direction) {
    return direction == Direction.FORWARD ? from(KeyRange.after(term)) : upTo(term);
  }

  /// What is left of the range from a term on, which may lie outside it, in the given direction.
  public TermRange startingAt(byte[] term, Direction direction) {
    return direction == Direction.FORWARD ? from(term) : upTo(KeyRange.after(term));
  }

  private TermRange from(byte[] term) {
    return Arrays.compareUnsigned(term, from) <= 0 ? this : new TermRange(term, to);
  }

  private TermRange upTo(byte[] term) {
    return Arrays.compareUnsigned(term, to) >= 0 ? this : new TermRange(from, term);
  }

  public boolean contains(byte[] term) {
    return Arrays.compareUnsigned(from, term) <= 0 && Arrays.compareUnsigned(term, to) < 0;
  }

  public boolean isEmpty() {
    return Arrays.compareUnsigned(from, to) >= 0;
  }

  private static byte[] start(List<IndexPath.Segment> path) {
    ByteWriter out = Layout.relativeTerm();
    TermPath.write(out, path);
    return out.toByteArray();
  }

  private static TermRange prefix(byte[] prefix) {
    return new TermRange(prefix, after(prefix));
  }

  /// Behind everything that starts with these bytes; they start with a kind far below FF.
  private static byte[] after(byte[] prefix) {
    return Objects.requireNonNull(KeyRange.afterPrefix(prefix));
  }
}
