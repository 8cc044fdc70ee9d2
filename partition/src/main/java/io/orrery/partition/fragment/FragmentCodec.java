// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.plan.PlanCodec;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.AccessPathCodec;
import io.orrery.plan.access.ValueCodec;
import org.jspecify.annotations.Nullable;

/// What partitions are asked, as bytes.
public final class FragmentCodec {
  private static final int STREAM = 1;
  private static final int INDEX_ORDER = 2;
  private static final int SORTED = 3;
  private static final int GROUPED = 4;
  private static final int FROM_INDEX = 5;

  private static final int ENTRIES = 1;
  private static final int ITEMS = 2;
  private static final int PRESENCE = 3;
  private static final int MULTIPLE = 4;

  private FragmentCodec() {}

  public static byte[] write(Fragment fragment) {
    ByteWriter out = new ByteWriter(256);
    PlanCodec.write(out, fragment.plan());
    AccessPathCodec.write(out, fragment.path());
    fragment.scope().write(out);
    out.writeVarint(fragment.termBytesMax());
    write(out, fragment.stage());
    fragment.bounds().write(out);
    return out.toByteArray();
  }

  /// Fails with CORRUPTED or INVALID_ARGUMENT if it is none.
  public static Fragment readFragment(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    Fragment fragment =
        new Fragment(
            PlanCodec.read(in),
            AccessPathCodec.read(in),
            ItemScope.read(in),
            in.readLength(),
            readStage(in),
            FragmentBounds.read(in));
    in.requireEnd();
    return fragment;
  }

  private static void write(ByteWriter out, FragmentStage stage) {
    switch (stage) {
      case FragmentStage.Stream(byte[] place) -> writePlace(out.writeByte(STREAM), place);
      case FragmentStage.IndexOrder(Start start) -> start.write(out.writeByte(INDEX_ORDER));
      case FragmentStage.Sorted(var rows, byte[] after, boolean newestFirst, long keepable) -> {
        out.writeByte(SORTED).writeByte(ValueCodec.number(rows)).writeByte(newestFirst ? 1 : 0);
        writePlace(out.writeVarint(keepable), after);
      }
      case FragmentStage.Grouped(byte[] after) -> writePlace(out.writeByte(GROUPED), after);
      case FragmentStage.FromIndex _ -> out.writeByte(FROM_INDEX);
    }
  }

  private static FragmentStage readStage(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case STREAM -> new FragmentStage.Stream(readPlace(in));
      case INDEX_ORDER -> new FragmentStage.IndexOrder(Start.read(in));
      case SORTED -> {
        var rows = ValueCodec.constant(FragmentStage.SortedBy.values(), in);
        boolean newestFirst = in.readByte() != 0;
        long keepable = in.readVarint();
        yield new FragmentStage.Sorted(rows, readPlace(in), newestFirst, keepable);
      }
      case GROUPED -> new FragmentStage.Grouped(readPlace(in));
      case FROM_INDEX -> new FragmentStage.FromIndex();
      default -> throw OrreryException.corrupted("there is no stage of kind " + kind);
    };
  }

  private static void writePlace(ByteWriter out, byte @Nullable [] place) {
    out.writeByte(place == null ? 0 : 1);
    if (place != null) {
      out.writeBlock(place);
    }
  }

  private static byte @Nullable [] readPlace(ByteReader in) {
    return in.readByte() == 0 ? null : in.readBlock();
  }

  public static byte[] write(Estimate question) {
    ByteWriter out = new ByteWriter(64);
    switch (question) {
      case Estimate.Entries(var path, int termBytesMax, long enough) -> {
        AccessPathCodec.write(out.writeByte(ENTRIES), path);
        out.writeVarint(termBytesMax).writeVarint(enough);
      }
      case Estimate.Items(ItemScope scope, long enough) -> {
        scope.write(out.writeByte(ITEMS));
        out.writeVarint(enough);
      }
      case Estimate.Presence(var path) -> AccessPathCodec.writePath(out.writeByte(PRESENCE), path);
      case Estimate.Multiple(int index) -> out.writeByte(MULTIPLE).writeVarint(index);
    }
    return out.toByteArray();
  }

  /// Fails with CORRUPTED or INVALID_ARGUMENT if it is none.
  public static Estimate readEstimate(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int kind = in.readByte();
    Estimate question =
        switch (kind) {
          case ENTRIES -> {
            AccessPath path = AccessPathCodec.read(in);
            if (!(path instanceof AccessPath.IndexRanges
                || path instanceof AccessPath.DeclaredRanges)) {
              throw OrreryException.corrupted("entries are counted of index ranges only");
            }
            yield new Estimate.Entries(path, in.readLength(), in.readVarint());
          }
          case ITEMS -> new Estimate.Items(ItemScope.read(in), in.readVarint());
          case MULTIPLE -> new Estimate.Multiple(in.readLength());
          case PRESENCE -> new Estimate.Presence(AccessPathCodec.readPath(in));
          default -> throw OrreryException.corrupted("nothing is estimated of kind " + kind);
        };
    in.requireEnd();
    return question;
  }
}
