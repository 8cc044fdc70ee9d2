// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.access.ValueCodec;
import io.orrery.plan.aggregate.Accumulator;
import io.orrery.plan.aggregate.AggregateFunction;
import java.util.ArrayList;
import java.util.List;

/// What partitions answer to fragments, as bytes.
public final class FragmentPageCodec {
  private static final int STREAMED = 1;
  private static final int ORDERED = 2;
  private static final int ANSWERED = 3;
  private static final int UNANSWERED = 4;

  private static final int STORED = 1;
  private static final int COMPUTED = 2;
  private static final int PARTIAL = 3;

  private FragmentPageCodec() {}

  public static byte[] write(FragmentPage page) {
    ByteWriter out = new ByteWriter(1024);
    switch (page) {
      case FragmentPage.Streamed(var rows, long skipped, byte[] place, _) -> {
        out.writeByte(STREAMED).writeVarint(rows.size());
        rows.forEach(row -> write(out, row));
        out.writeVarint(skipped).writeByte(place == null ? 0 : 1);
        if (place != null) {
          out.writeBlock(place);
        }
      }
      case FragmentPage.Ordered(var rows, Start rest, _) -> {
        out.writeByte(ORDERED).writeVarint(rows.size());
        for (KeyedRow row : rows) {
          write(out.writeBlock(row.key()).writeVarint(row.ordinal()), row.value());
        }
        out.writeByte(rest == null ? 0 : 1);
        if (rest != null) {
          rest.write(out);
        }
      }
      case FragmentPage.Answered(RowValue.Partial group, _) ->
          write(out.writeByte(ANSWERED), group);
      case FragmentPage.Unanswered _ -> out.writeByte(UNANSWERED);
    }
    page.usage().write(out);
    return out.toByteArray();
  }

  /// Fails with CORRUPTED if it is none.
  public static FragmentPage read(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int kind = in.readByte();
    FragmentPage page =
        switch (kind) {
          case STREAMED -> {
            List<RowValue> rows = new ArrayList<>();
            for (int left = in.readLength(); left > 0; left--) {
              rows.add(readValue(in));
            }
            long skipped = in.readVarint();
            byte[] place = in.readByte() == 0 ? null : in.readBlock();
            yield new FragmentPage.Streamed(rows, skipped, place, FragmentUsage.read(in));
          }
          case ORDERED -> {
            List<KeyedRow> rows = new ArrayList<>();
            for (int left = in.readLength(); left > 0; left--) {
              rows.add(new KeyedRow(in.readBlock(), in.readVarint(), readValue(in)));
            }
            Start rest = in.readByte() == 0 ? null : Start.read(in);
            yield new FragmentPage.Ordered(rows, rest, FragmentUsage.read(in));
          }
          case ANSWERED -> {
            if (!(readValue(in) instanceof RowValue.Partial group)) {
              throw OrreryException.corrupted("an index answers with a group");
            }
            yield new FragmentPage.Answered(group, FragmentUsage.read(in));
          }
          case UNANSWERED -> new FragmentPage.Unanswered(FragmentUsage.read(in));
          default -> throw OrreryException.corrupted("there is no page of kind " + kind);
        };
    in.requireEnd();
    return page;
  }

  private static void write(ByteWriter out, RowValue row) {
    switch (row) {
      case RowValue.Stored(KeyedItem(ItemKey key, Item item)) ->
          out.writeByte(STORED).writeBlock(key.encoded()).writeBlock(item.encode());
      case RowValue.Computed(Value value) -> ValueCodec.write(out.writeByte(COMPUTED), value);
      case RowValue.Partial(Value[] keys, Accumulator[] states, long size) -> {
        out.writeByte(PARTIAL).writeVarint(size).writeVarint(keys.length);
        for (Value key : keys) {
          ValueCodec.write(out, key);
        }
        out.writeVarint(states.length);
        for (Accumulator state : states) {
          out.writeByte(ValueCodec.number(state.function()))
              .writeByte(ValueCodec.number(state.order()));
          ValueCodec.write(out, state.state());
        }
      }
    }
  }

  private static RowValue readValue(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case STORED -> {
        ItemKey key = ItemKey.decode(in.readBlock());
        yield new RowValue.Stored(new KeyedItem(key, Item.decode(in.readBlock())));
      }
      case COMPUTED -> new RowValue.Computed(ValueCodec.read(in));
      case PARTIAL -> readPartial(in);
      default -> throw OrreryException.corrupted("there is no row of kind " + kind);
    };
  }

  private static RowValue readPartial(ByteReader in) {
    long size = in.readVarint();
    List<Value> keys = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      keys.add(ValueCodec.read(in));
    }
    List<Accumulator> states = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      AggregateFunction function = ValueCodec.constant(AggregateFunction.values(), in);
      ValueOrder order = ValueCodec.constant(ValueOrder.values(), in);
      states.add(function.restore(ValueCodec.read(in), order));
    }
    return new RowValue.Partial(
        keys.toArray(Value[]::new), states.toArray(Accumulator[]::new), size);
  }
}
