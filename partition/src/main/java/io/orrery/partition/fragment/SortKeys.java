// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermValue;
import io.orrery.plan.OrderKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/// Keys as bytes, in the order of what they stand for.
final class SortKeys {
  /// Longer than nearly all values that anybody groups by. No key that is cut has the length of one
  /// that is whole.
  private static final int WHOLE_MAX = 2048;

  private static final int DIGEST_BYTES = 32;

  private SortKeys() {}

  /// The place of a row among all: by its values, then by its item, then among the item's rows.
  ///
  /// @param item its place among items that are equal so far, unsigned
  static byte[] of(Value[] values, List<OrderKey> order, TermForm form, long item, long ordinal) {
    ByteWriter out = new ByteWriter(32);
    writeOrdered(out, values, order, form);
    return out.writeLong(item).writeLong(ordinal).toByteArray();
  }

  /// The place of a value among all that are different: by what it is ordered by, then by itself.
  static byte[] of(Value[] values, List<OrderKey> order, TermForm form, byte[] distinct) {
    ByteWriter out = new ByteWriter(32);
    writeOrdered(out, values, order, form);
    return out.writeBytes(distinct).toByteArray();
  }

  private static void writeOrdered(
      ByteWriter out, Value[] values, List<OrderKey> order, TermForm form) {
    for (int i = 0; i < values.length; i++) {
      int start = out.size();
      TermValue.write(out, values[i], form);
      if (order.get(i).descending()) {
        out.invert(start);
      }
    }
  }

  /// Values that are to be told apart. Of long ones the beginning, and a digest of the whole: keys
  /// stand in memory beside their rows, and in continuations.
  static byte[] of(ValueOrder order, Value... values) {
    ByteWriter out = new ByteWriter(32);
    for (Value value : values) {
      KeyEncoding.write(out, value, order);
    }
    if (out.size() <= WHOLE_MAX) {
      return out.toByteArray();
    }
    byte[] key = Arrays.copyOf(out.array(), WHOLE_MAX + DIGEST_BYTES);
    System.arraycopy(digest(out), 0, key, WHOLE_MAX, DIGEST_BYTES);
    return key;
  }

  private static byte[] digest(ByteWriter out) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(out.array(), 0, out.size());
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
