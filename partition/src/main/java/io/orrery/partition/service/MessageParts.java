// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What requests and answers are made of, as bytes. Whatever is read is checked: it may come from
/// anywhere.
final class MessageParts {
  private MessageParts() {}

  static void writeFlag(ByteWriter out, boolean flag) {
    out.writeByte(flag ? 1 : 0);
  }

  static boolean readFlag(ByteReader in) {
    int flag = in.readByte();
    if (flag > 1) {
      throw OrreryException.corrupted("a message has a flag " + flag);
    }
    return flag == 1;
  }

  /// A number that is never negative.
  static long readNumber(ByteReader in) {
    long number = in.readVarint();
    if (number < 0) {
      throw OrreryException.corrupted("a message has the number " + number);
    }
    return number;
  }

  static <T> void writeList(ByteWriter out, List<T> list, BiConsumer<ByteWriter, T> each) {
    out.writeVarint(list.size());
    list.forEach(value -> each.accept(out, value));
  }

  /// Every entry takes a byte at least, so a count alone reserves nothing.
  static <T> List<T> readList(ByteReader in, Function<ByteReader, T> each) {
    int count = in.readLength();
    if (count > in.remaining()) {
      throw OrreryException.corrupted("a message has a list of " + count);
    }
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(each.apply(in));
    }
    return list;
  }

  static <T> void writeNullable(
      ByteWriter out, @Nullable T value, BiConsumer<ByteWriter, T> write) {
    writeFlag(out, value != null);
    if (value != null) {
      write.accept(out, value);
    }
  }

  static <T> @Nullable T readNullable(ByteReader in, Function<ByteReader, T> read) {
    return readFlag(in) ? read.apply(in) : null;
  }

  static void writeKey(ByteWriter out, ItemKey key) {
    out.writeBlock(key.encoded());
  }

  static ItemKey readKey(ByteReader in) {
    return ItemKey.decode(in.readBlock());
  }

  static void writeItem(ByteWriter out, Item item) {
    out.writeBlock(item.encode());
  }

  static Item readItem(ByteReader in) {
    return Item.decode(in.readBlock());
  }

  static void writeOptionalItem(ByteWriter out, Optional<Item> item) {
    writeNullable(out, item.orElse(null), MessageParts::writeItem);
  }

  static Optional<Item> readOptionalItem(ByteReader in) {
    return Optional.ofNullable(readNullable(in, MessageParts::readItem));
  }

  static void writePosition(ByteWriter out, EffectivePartitionKey position) {
    out.writeBlock(position.bytes());
  }

  static EffectivePartitionKey readPosition(ByteReader in) {
    return EffectivePartitionKey.of(in.readBlock());
  }

  static void writeRange(ByteWriter out, HashRange range) {
    writePosition(out, range.min());
    writePosition(out, range.max());
  }

  static HashRange readRange(ByteReader in) {
    EffectivePartitionKey min = readPosition(in);
    EffectivePartitionKey max = readPosition(in);
    if (min.compareTo(max) >= 0) {
      throw OrreryException.corrupted("a message has an empty range");
    }
    return new HashRange(min, max);
  }

  static void writeCharge(ByteWriter out, RequestCharge charge) {
    out.writeVarint(charge.thousandths());
  }

  static RequestCharge readCharge(ByteReader in) {
    return new RequestCharge(readNumber(in));
  }

  static void writeText(ByteWriter out, String text) {
    out.writeBlock(text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(ByteReader in) {
    return new String(in.readBlock(), StandardCharsets.UTF_8);
  }
}
