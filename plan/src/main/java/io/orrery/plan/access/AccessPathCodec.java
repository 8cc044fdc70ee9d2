// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.access;

import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Access paths and conditions as bytes. Fingerprints are made of these bytes, so they stay the
/// same as long as a continuation is to survive an update.
public final class AccessPathCodec {
  private static final int FULL_SCAN = 0;
  private static final int PRIMARY_RANGE = 1;
  private static final int INDEX_RANGES = 2;
  private static final int INDEX_ORDER = 3;
  private static final int COMPOSITE_ORDER = 4;
  private static final int COMPOSITE_RANGE = 5;
  private static final int DECLARED_RANGES = 6;

  private static final int ANYTHING = 0;
  private static final int NOTHING = 1;
  private static final int VALUES = 2;
  private static final int ALL = 3;
  private static final int ANY = 4;

  /// Deeper than any filter that is read from a text.
  private static final int DEPTH_MAX = 1000;

  private static final int EXCLUDED = 0;
  private static final int INCLUDED = 1;
  private static final int BEFORE_KIND = 2;
  private static final int BEHIND_KIND = 3;

  private static final ValueOrder[] ORDERS = ValueOrder.values();
  private static final Kind[] KINDS = Kind.values();

  private AccessPathCodec() {}

  public static ByteWriter write(ByteWriter out, AccessPath path) {
    switch (path) {
      case AccessPath.FullScan _ -> out.writeByte(FULL_SCAN);
      case AccessPath.PrimaryRange(byte[] from, byte[] to, Direction direction) -> {
        out.writeByte(PRIMARY_RANGE).writeBlock(from).writeByte(to == null ? 0 : 1);
        if (to != null) {
          out.writeBlock(to);
        }
        writeDirection(out, direction);
      }
      case AccessPath.IndexRanges(List<Condition.Values> values) -> {
        out.writeByte(INDEX_RANGES).writeVarint(values.size());
        values.forEach(each -> writeValues(out, each));
      }
      case AccessPath.IndexOrder(var segments, Interval interval, Direction direction) -> {
        writePath(out.writeByte(INDEX_ORDER), segments);
        writeInterval(out, interval);
        writeDirection(out, direction);
      }
      case AccessPath.CompositeOrder(int index, var parts, Direction direction, var leading) -> {
        out.writeByte(leading == null ? COMPOSITE_ORDER : COMPOSITE_RANGE);
        out.writeVarint(index).writeVarint(parts.size());
        for (AccessPath.CompositeOrder.Part part : parts) {
          out.writeBlock(utf8(part.path().toString())).writeByte(part.descending() ? 1 : 0);
        }
        writeDirection(out, direction);
        if (leading != null) {
          writeInterval(out, leading);
        }
      }
      case AccessPath.DeclaredRanges(var ranges, Direction direction, boolean repeating) -> {
        out.writeByte(DECLARED_RANGES).writeVarint(ranges.size());
        ranges.forEach(range -> writeRange(out, range));
        writeDirection(out, direction);
        out.writeByte(repeating ? 1 : 0);
      }
    }
    return out;
  }

  private static void writeRange(ByteWriter out, AccessPath.DeclaredRanges.Range range) {
    out.writeVarint(range.index()).writeVarint(range.descending().size());
    range.descending().forEach(each -> out.writeByte(each ? 1 : 0));
    out.writeVarint(range.intervals().size());
    range.intervals().forEach(interval -> writeInterval(out, interval));
  }

  private static AccessPath.DeclaredRanges.Range readRange(ByteReader in) {
    int index = in.readLength();
    List<Boolean> descending = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      descending.add(in.readByte() != 0);
    }
    List<Interval> intervals = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      intervals.add(readInterval(in));
    }
    if (intervals.size() > descending.size()) {
      throw OrreryException.corrupted("a declared index has more bounds than paths");
    }
    return new AccessPath.DeclaredRanges.Range(index, descending, intervals);
  }

  public static AccessPath read(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case FULL_SCAN -> AccessPath.FullScan.FULL_SCAN;
      case PRIMARY_RANGE -> {
        byte[] from = in.readBlock();
        byte[] to = in.readByte() == 0 ? null : in.readBlock();
        yield new AccessPath.PrimaryRange(from, to, readDirection(in));
      }
      case INDEX_RANGES -> {
        List<Condition.Values> values = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
          values.add(readValues(in));
        }
        yield new AccessPath.IndexRanges(values);
      }
      case INDEX_ORDER ->
          new AccessPath.IndexOrder(readPath(in), readInterval(in), readDirection(in));
      case COMPOSITE_ORDER, COMPOSITE_RANGE -> {
        int index = in.readLength();
        List<AccessPath.CompositeOrder.Part> parts = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
          PropertyPath path = path(() -> PropertyPath.parse(text(in.readBlock())));
          parts.add(new AccessPath.CompositeOrder.Part(path, in.readByte() != 0));
        }
        Direction direction = readDirection(in);
        Interval leading = kind == COMPOSITE_RANGE ? readInterval(in) : null;
        if (leading != null && (parts.isEmpty() || parts.getFirst().descending())) {
          throw OrreryException.corrupted("there is no such composite index");
        }
        yield new AccessPath.CompositeOrder(index, parts, direction, leading);
      }
      case DECLARED_RANGES -> {
        List<AccessPath.DeclaredRanges.Range> ranges = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
          ranges.add(readRange(in));
        }
        yield new AccessPath.DeclaredRanges(ranges, readDirection(in), in.readByte() != 0);
      }
      default -> throw OrreryException.corrupted("there is no access path of kind " + kind);
    };
  }

  public static ByteWriter write(ByteWriter out, Condition condition) {
    switch (condition) {
      case Condition.Anything _ -> out.writeByte(ANYTHING);
      case Condition.Nothing _ -> out.writeByte(NOTHING);
      case Condition.Values values -> writeValues(out.writeByte(VALUES), values);
      case Condition.All(List<Condition> parts) -> writeAll(out.writeByte(ALL), parts);
      case Condition.Any(List<Condition> parts) -> writeAll(out.writeByte(ANY), parts);
    }
    return out;
  }

  private static void writeAll(ByteWriter out, List<Condition> parts) {
    out.writeVarint(parts.size());
    parts.forEach(part -> write(out, part));
  }

  public static Condition readCondition(ByteReader in) {
    return readCondition(in, DEPTH_MAX);
  }

  private static Condition readCondition(ByteReader in, int depthLeft) {
    if (depthLeft == 0) {
      throw OrreryException.corrupted("a condition nests too deep");
    }
    int kind = in.readByte();
    return switch (kind) {
      case ANYTHING -> Condition.Anything.ANYTHING;
      case NOTHING -> Condition.Nothing.NOTHING;
      case VALUES -> readValues(in);
      case ALL -> new Condition.All(readAll(in, depthLeft));
      case ANY -> new Condition.Any(readAll(in, depthLeft));
      default -> throw OrreryException.corrupted("there is no condition of kind " + kind);
    };
  }

  private static List<Condition> readAll(ByteReader in, int depthLeft) {
    List<Condition> parts = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      parts.add(readCondition(in, depthLeft - 1));
    }
    return parts;
  }

  private static void writeValues(ByteWriter out, Condition.Values values) {
    writePath(out, values.path());
    writeInterval(out, values.interval());
    out.writeByte(values.exact() ? 1 : 0);
  }

  private static Condition.Values readValues(ByteReader in) {
    return new Condition.Values(readPath(in), readInterval(in), in.readByte() != 0);
  }

  public static void writePath(ByteWriter out, List<IndexPath.Segment> path) {
    out.writeBlock(utf8(new IndexPath(path, IndexPath.Ending.SCALAR).toString()));
  }

  /// Fails with CORRUPTED if it is none.
  public static List<IndexPath.Segment> readPath(ByteReader in) {
    return path(() -> IndexPath.parse(text(in.readBlock())).segments());
  }

  /// What is no path here is damaged, whoever made it.
  private static <T> T path(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (OrreryException e) {
      throw OrreryException.corrupted("a path cannot be read: " + e.getMessage());
    }
  }

  private static void writeInterval(ByteWriter out, Interval interval) {
    out.writeBlock(utf8(interval.order().name()));
    writeBound(out, interval.lower());
    writeBound(out, interval.upper());
  }

  private static Interval readInterval(ByteReader in) {
    return new Interval(readConstant(ORDERS, in), readBound(in), readBound(in));
  }

  private static void writeBound(ByteWriter out, Bound bound) {
    switch (bound) {
      case Bound.At(Value value, boolean inclusive) ->
          ValueCodec.write(out.writeByte(inclusive ? INCLUDED : EXCLUDED), value);
      case Bound.Before(Kind kind) -> out.writeByte(BEFORE_KIND).writeBlock(utf8(kind.name()));
      case Bound.Behind(Kind kind) -> out.writeByte(BEHIND_KIND).writeBlock(utf8(kind.name()));
    }
  }

  private static Bound readBound(ByteReader in) {
    int form = in.readByte();
    return switch (form) {
      case EXCLUDED, INCLUDED -> new Bound.At(ValueCodec.read(in), form == INCLUDED);
      case BEFORE_KIND -> new Bound.Before(readConstant(KINDS, in));
      case BEHIND_KIND -> new Bound.Behind(readConstant(KINDS, in));
      default -> throw OrreryException.corrupted("there is no bound of form " + form);
    };
  }

  /// By name: the numbers of constants change when there is a new one.
  private static <T extends Enum<T>> T readConstant(T[] constants, ByteReader in) {
    String name = text(in.readBlock());
    for (T constant : constants) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw OrreryException.corrupted("a plan names a constant that there is not");
  }

  private static void writeDirection(ByteWriter out, Direction direction) {
    out.writeByte(direction == Direction.FORWARD ? 0 : 1);
  }

  private static Direction readDirection(ByteReader in) {
    return in.readByte() == 0 ? Direction.FORWARD : Direction.REVERSE;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
