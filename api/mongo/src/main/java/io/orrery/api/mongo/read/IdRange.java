// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.model.Direction;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The row keys of documents with some ids.
final class IdRange {
  /// In front of receipts, which are behind all ids.
  private static final byte[] END = {(byte) 0xFF};

  private static final List<IndexPath.Segment> ID = List.of(new IndexPath.Name("_id"));

  private final byte[] from;
  private final byte[] to;

  private IdRange(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  static final IdRange ALL = new IdRange(new byte[0], END);

  /// The ids that a condition leaves; empty if it says nothing about them.
  static Optional<IdRange> of(Condition condition) {
    return switch (condition) {
      case Condition.Values(var path, Interval interval, boolean _) when path.equals(ID) ->
          Optional.of(new IdRange(from(interval.lower()), to(interval.upper())));
      case Condition.All(List<Condition> parts) ->
          parts.stream().flatMap(part -> of(part).stream()).reduce(IdRange::intersect);
      case Condition.Any(List<Condition> parts) -> {
        List<Optional<IdRange>> ranges = parts.stream().map(IdRange::of).toList();
        yield ranges.stream().allMatch(Optional::isPresent)
            ? ranges.stream().flatMap(Optional::stream).reduce(IdRange::hull)
            : Optional.empty();
      }
      case Condition.Values _, Condition.Anything _, Condition.Nothing _ -> Optional.empty();
    };
  }

  private IdRange intersect(IdRange other) {
    return new IdRange(later(from, other.from), earlier(to, other.to));
  }

  private IdRange hull(IdRange other) {
    return new IdRange(earlier(from, other.from), later(to, other.to));
  }

  private static byte[] earlier(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) <= 0 ? one : other;
  }

  private static byte[] later(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) >= 0 ? one : other;
  }

  private static byte[] from(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> key(value, !inclusive);
      case Bound.Before(Value.Kind kind) -> tag(KeyEncoding.lowestTag(kind, ValueOrder.BSON));
      case Bound.Behind(Value.Kind kind) -> tag(KeyEncoding.highestTag(kind, ValueOrder.BSON) + 1);
    };
  }

  private static byte[] to(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> key(value, inclusive);
      case Bound.Before(Value.Kind kind) -> tag(KeyEncoding.lowestTag(kind, ValueOrder.BSON));
      case Bound.Behind(Value.Kind kind) -> tag(KeyEncoding.highestTag(kind, ValueOrder.BSON) + 1);
    };
  }

  private static byte[] tag(int tag) {
    return new byte[] {(byte) tag};
  }

  /// @param behind whether the key itself is left in front
  private static byte[] key(Value value, boolean behind) {
    ByteWriter out = new ByteWriter(32);
    KeyEncoding.write(out, value, ValueOrder.BSON);
    return behind ? out.writeByte(0).toByteArray() : out.toByteArray();
  }

  AccessPath.PrimaryRange in(Direction direction) {
    boolean none = Arrays.compareUnsigned(from, to) >= 0;
    return new AccessPath.PrimaryRange(from, none ? from : to, direction);
  }
}
