// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.util.function.Consumer;

/// The stored form of items, to and from JSON and values.
///
/// From JSON: a number without fraction and exponent that fits becomes an int32 or int64 and is
/// kept exactly; every other number becomes the nearest double, so integers beyond 64 bits lose
/// digits, and one beyond the range of doubles is refused. Of properties with the same name in one
/// object the last wins, at the place of the first. Escaped unpaired surrogates are kept; bytes
/// that are no UTF-8 are refused.
///
/// To JSON: doubles as JavaScript prints them (`1`, `0.1`, `1e+21`; -0 as `0`). What JSON lacks
/// takes a readable form: decimals are numbers; NaN and infinities the strings `"NaN"`,
/// `"Infinity"`, `"-Infinity"`; bytes base64; ids, dates and times their usual ISO or hexadecimal
/// text; timestamps `"seconds:ordinal"`; durations as CQL writes them; symbols and code strings;
/// regular expressions `"/pattern/options"`. What has more parts takes the form of MongoDB's
/// extended JSON: `{"$code":…,"$scope":…}`, `{"$ref":…,"$id":…}`, `{"$minKey":1}`. A mapping is an
/// object, as in CQL's `toJson`: keys that are no text are named by their JSON. An undefined
/// property is left out, an undefined element is null.
public final class StoredItems {
  private StoredItems() {}

  /// The stored form of one JSON value, which must be all there is.
  ///
  /// @throws OrreryException MALFORMED with the place of the error
  public static byte[] fromJson(byte[] json) {
    return fromJson(json, 0, json.length);
  }

  public static byte[] fromJson(byte[] json, int offset, int length) {
    return fromJson(json, offset, length, Limits.ITEM_DEPTH);
  }

  /// With another depth, for what wraps items.
  public static byte[] fromJson(byte[] json, int offset, int length, int depthMax) {
    var out = new ByteWriter(length + length / 8 + 16);
    var input = new JsonInput(out, depthMax);
    input.read(json, offset, length);
    byte[] stored = out.toByteArray();
    return input.hasDuplicates() ? encode(decode(stored, depthMax), depthMax) : stored;
  }

  public static byte[] toJson(byte[] stored) {
    var out = new ByteWriter(stored.length + stored.length / 4 + 16);
    writeJson(stored, out);
    return out.toByteArray();
  }

  public static void writeJson(byte[] stored, ByteWriter out) {
    new JsonOutput(out).write(StoredCursor.over(stored));
  }

  /// The current value of a cursor as JSON.
  public static void writeJson(StoredCursor cursor, ByteWriter out) {
    new JsonOutput(out).write(cursor);
  }

  /// A stored object with further members behind its own, at least one, written as JSON without
  /// braces: `"a":1,"b":2`.
  public static void writeJson(byte[] stored, ByteWriter out, Consumer<ByteWriter> moreMembers) {
    new JsonOutput(out).writeObject(StoredCursor.over(stored), moreMembers);
  }

  /// A value as JSON, as its stored form would be written.
  public static void writeJson(Value value, ByteWriter out) {
    new ValueJson(out, Limits.ITEM_DEPTH).write(value, 0);
  }

  /// A whole number as JSON.
  public static void writeJson(long number, ByteWriter out) {
    JsonNumbers.write(out, number);
  }

  public static byte[] encode(Value value) {
    return encode(value, Limits.ITEM_DEPTH);
  }

  /// With another depth, for what is no item.
  public static byte[] encode(Value value, int depthMax) {
    var out = new ByteWriter(256);
    new StoredEncoding(out, depthMax).write(value);
    return out.toByteArray();
  }

  public static Value decode(byte[] stored) {
    return decode(stored, Limits.ITEM_DEPTH);
  }

  private static Value decode(byte[] stored, int depthMax) {
    return StoredCursor.over(stored, 0, stored.length, depthMax).value();
  }

  /// Checks everything the format promises, down to every text and name.
  ///
  /// @throws OrreryException CORRUPTED at the first promise broken
  public static void verify(byte[] stored) {
    StoredVerification.verify(StoredCursor.over(stored));
  }
}
