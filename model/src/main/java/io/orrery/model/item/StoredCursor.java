// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Walks a stored value without making objects of it.
///
/// It stands on one value: first the root, after [#enter] and [#next] a member of the container
/// entered. `next` costs the same however big the member is; only what is entered is looked at.
/// Whatever the bytes are, the answers lie inside them or an [OrreryException] with code CORRUPTED
/// comes.
///
/// ```java
/// cursor.enter();
/// while (cursor.next()) {
///   if (cursor.nameIs(name)) { return cursor.value(); }
/// }
/// cursor.leave();
/// ```
public final class StoredCursor {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /// What is kept of a container while its members are visited.
  private static final int FRAME = 4;

  private final byte[] bytes;
  private final int depthMax;
  private int[] frames = new int[4 * FRAME];
  private int depth;

  private int tag;
  private int valueOffset;
  private int contentOffset;
  private int valueEnd;
  private int nameOffset;
  private int nameLength;
  private boolean namePlain;

  /// Where the next member of the innermost container begins, and where that container ends.
  private int position;

  private int limit;

  private StoredCursor(byte[] bytes, int offset, int end, int depthMax) {
    if (offset < 0 || offset > end || end > bytes.length) {
      throw new IllegalArgumentException(offset + ".." + end + " of " + bytes.length + " bytes");
    }
    this.bytes = bytes;
    this.depthMax = depthMax;
    this.limit = end;
    moveTo(offset);
    if (valueEnd != end) {
      throw OrreryException.corrupted((end - valueEnd) + " bytes follow a stored value");
    }
  }

  public static StoredCursor over(byte[] stored) {
    return over(stored, 0, stored.length);
  }

  public static StoredCursor over(byte[] bytes, int offset, int end) {
    return over(bytes, offset, end, Limits.ITEM_DEPTH);
  }

  static StoredCursor over(byte[] bytes, int offset, int end, int depthMax) {
    return new StoredCursor(bytes, offset, end, depthMax);
  }

  public Value.Kind kind() {
    return StoredTag.kind(tag);
  }

  /// Goes into the current array, object or mapping, before its first member; those of a mapping
  /// are keys and values in turn.
  public void enter() {
    requireContainer();
    if (depth == depthMax) {
      throw OrreryException.corrupted("a stored value nests deeper than " + depthMax + " levels");
    }
    int frame = depth * FRAME;
    if (frame == frames.length) {
      frames = Arrays.copyOf(frames, frames.length * 2);
    }
    frames[frame] = valueOffset;
    frames[frame + 1] = limit;
    frames[frame + 2] = nameOffset;
    frames[frame + 3] = namePlain ? nameLength : ~nameLength;
    depth++;
    position = contentOffset;
    limit = valueEnd;
  }

  /// Moves to the next member of the container entered last; false when there is none.
  public boolean next() {
    if (depth == 0) {
      throw new IllegalStateException("no container was entered");
    }
    if (position == limit) {
      return false;
    }
    int at = position;
    if (bytes[frames[(depth - 1) * FRAME]] == StoredTag.OBJECT) {
      int header = readLength(at);
      nameOffset = position;
      nameLength = header >>> 1;
      namePlain = (header & 1) == 0;
      at = offsetBehind(nameOffset, nameLength);
    }
    moveTo(at);
    return true;
  }

  /// Back to the container entered last, as the current value; its `next` goes on behind it.
  public void leave() {
    if (depth == 0) {
      throw new IllegalStateException("no container was entered");
    }
    int frame = --depth * FRAME;
    limit = frames[frame + 1];
    nameOffset = frames[frame + 2];
    namePlain = frames[frame + 3] >= 0;
    nameLength = namePlain ? frames[frame + 3] : ~frames[frame + 3];
    moveTo(frames[frame]);
  }

  /// The array walked; it is not a copy.
  public byte[] bytes() {
    return bytes;
  }

  /// Where the current property's name begins, in generalised UTF-8.
  public int nameOffset() {
    return nameOffset;
  }

  public int nameLength() {
    return nameLength;
  }

  public boolean nameIs(byte[] utf8) {
    return nameLength == utf8.length
        && Arrays.equals(bytes, nameOffset, nameOffset + nameLength, utf8, 0, utf8.length);
  }

  public String name() {
    return GeneralisedUtf8.decode(bytes, nameOffset, nameLength);
  }

  /// Where the current value begins: from here to [#valueEnd()] it is a stored value by itself.
  public int valueOffset() {
    return valueOffset;
  }

  public int valueEnd() {
    return valueEnd;
  }

  /// Makes the current value, with everything in it.
  public Value value() {
    return StoredDecoding.value(this);
  }

  /// Writes the current value's [KeyEncoding], for the usual scalars straight from the bytes.
  public void writeKey(ByteWriter out) {
    switch (tag) {
      case StoredTag.INT32, StoredTag.INT64 -> KeyEncoding.writeNumber(out, integer());
      case StoredTag.FLOAT64 -> KeyEncoding.writeNumber(out, Double.longBitsToDouble(longAt(0)));
      case StoredTag.PLAIN_TEXT, StoredTag.ESCAPED_TEXT ->
          KeyEncoding.writeText(out, bytes, contentOffset, valueEnd - contentOffset);
      default -> KeyEncoding.write(out, value());
    }
  }

  /// The same in any order, except that of a container there may be only the beginning.
  ///
  /// @param bytesMax how many bytes of a container somebody wants to see
  public void writeKey(ByteWriter out, ValueOrder order, int bytesMax) {
    if (order == ValueOrder.SQL) {
      writeKey(out);
    } else {
      new StoredKeys(out, order, Math.clamp((long) out.size() + bytesMax, 0, Integer.MAX_VALUE))
          .write(this);
    }
  }

  /// A cursor over a stored value inside the current scalar.
  StoredCursor inside(int offset) {
    return over(bytes, offset, valueEnd, depthMax - depth);
  }

  int tag() {
    return tag;
  }

  /// Whether the current property's name is UTF-8 without anything that JSON escapes: no control
  /// character and no half of a surrogate pair.
  public boolean namePlain() {
    return namePlain;
  }

  /// The same of a text that is the current value.
  public boolean isPlainText() {
    return tag == StoredTag.PLAIN_TEXT;
  }

  /// Where the content of a text, binary or container begins, behind tag and length.
  public int contentOffset() {
    return contentOffset;
  }

  /// The signed varint of an int32 or int64.
  long integer() {
    long zigzag = 0;
    for (int at = contentOffset, shift = 0; at < valueEnd; at++, shift += 7) {
      zigzag |= (bytes[at] & 0x7FL) << shift;
    }
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  int intAt(int index) {
    return (int) INT.get(bytes, contentOffset + index);
  }

  long longAt(int index) {
    return (long) LONG.get(bytes, contentOffset + index);
  }

  /// Makes the value that begins at an offset the current one; afterwards `position` is its end.
  private void moveTo(int offset) {
    if (offset >= limit) {
      throw endsTooEarly();
    }
    tag = bytes[offset];
    valueOffset = offset;
    int content = offset + 1;
    int length =
        switch (tag) {
          case StoredTag.UNDEFINED,
              StoredTag.NULL,
              StoredTag.FALSE,
              StoredTag.TRUE,
              StoredTag.MIN_KEY,
              StoredTag.MAX_KEY ->
              0;
          case StoredTag.INT32 -> varintLength(content, 5);
          case StoredTag.INT64 -> varintLength(content, 10);
          case StoredTag.FLOAT64, StoredTag.TIME, StoredTag.TIMESTAMP -> Long.BYTES;
          case StoredTag.DECIMAL128, StoredTag.UUID, StoredTag.TIME_UUID, StoredTag.DURATION ->
              2 * Long.BYTES;
          case StoredTag.OBJECT_ID, StoredTag.DATE_TIME -> Long.BYTES + Integer.BYTES;
          case StoredTag.DATE -> Integer.BYTES;
          case StoredTag.PLAIN_TEXT,
              StoredTag.ESCAPED_TEXT,
              StoredTag.DECIMAL,
              StoredTag.SYMBOL,
              StoredTag.CODE,
              StoredTag.REGULAR_EXPRESSION,
              StoredTag.DB_POINTER,
              StoredTag.SCOPED_CODE -> {
            int textLength = readLength(content);
            content = position;
            yield textLength;
          }
          case StoredTag.BINARY -> {
            int binaryLength = readLength(content);
            content = offsetBehind(position, 1);
            yield binaryLength;
          }
          case StoredTag.ARRAY, StoredTag.OBJECT, StoredTag.MAPPING -> {
            content = offsetBehind(content, Integer.BYTES);
            yield (int) INT.get(bytes, content - Integer.BYTES);
          }
          default -> throw StoredTag.unknown(tag);
        };
    contentOffset = content;
    valueEnd = offsetBehind(content, length);
    position = valueEnd;
  }

  private int offsetBehind(int offset, int length) {
    if (length < 0 || length > limit - offset) {
      throw endsTooEarly();
    }
    return offset + length;
  }

  /// A varint that must fit an int; leaves `position` behind it.
  private int readLength(int offset) {
    if (offset < limit && bytes[offset] >= 0) {
      position = offset + 1;
      return bytes[offset];
    }
    int end = offsetBehind(offset, varintLength(offset, 5));
    long value = 0;
    for (int at = offset, shift = 0; at < end; at++, shift += 7) {
      value |= (bytes[at] & 0x7FL) << shift;
    }
    if (value > Integer.MAX_VALUE) {
      throw OrreryException.corrupted("a length in a stored value is out of range");
    }
    position = end;
    return (int) value;
  }

  private int varintLength(int offset, int lengthMax) {
    int at = offset;
    while (at < limit && bytes[at] < 0 && at - offset < lengthMax) {
      at++;
    }
    int length = at + 1 - offset;
    if (at == limit || length > lengthMax) {
      throw OrreryException.corrupted("a number in a stored value is cut off or too long");
    }
    return length;
  }

  private void requireContainer() {
    if (tag != StoredTag.ARRAY && tag != StoredTag.OBJECT && tag != StoredTag.MAPPING) {
      throw new IllegalStateException("a stored " + kind() + " has no members to enter");
    }
  }

  private static OrreryException endsTooEarly() {
    return OrreryException.corrupted("a stored value ends too early");
  }
}
