// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Code;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.Duration;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.RegularExpression;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.Timestamp;

/// What follows the first byte of scalars that look the same in every order.
final class ScalarKeys {
  private ScalarKeys() {}

  static void writeText(ByteWriter out, String text) {
    byte[] utf8 = GeneralisedUtf8.encode(text);
    EscapedBytes.write(out, utf8, 0, utf8.length);
  }

  static String readText(ByteReader in) {
    byte[] utf8 = EscapedBytes.read(in);
    return GeneralisedUtf8.decode(utf8, 0, utf8.length);
  }

  static void write(ByteWriter out, ObjectId id) {
    out.writeLong(id.high()).writeInt(id.low());
  }

  static ObjectId readObjectId(ByteReader in) {
    return new ObjectId(in.readLong(), in.readInt());
  }

  static void write(ByteWriter out, Date date) {
    out.writeInt(date.epochDay() ^ Integer.MIN_VALUE);
  }

  static Value readDate(ByteReader in) {
    return new Date(in.readInt() ^ Integer.MIN_VALUE);
  }

  static void write(ByteWriter out, Time time) {
    out.writeLong(time.nanoOfDay());
  }

  static Value readTime(ByteReader in) {
    long nanoOfDay = in.readLong();
    if (!Time.isValid(nanoOfDay)) {
      throw OrreryException.corrupted("a time in a key is out of range");
    }
    return new Time(nanoOfDay);
  }

  static void write(ByteWriter out, DateTime time) {
    out.writeLong(time.epochMilli() ^ Long.MIN_VALUE).writeInt(time.nanoOfMilli());
  }

  static Value readDateTime(ByteReader in) {
    long epochMilli = in.readLong() ^ Long.MIN_VALUE;
    int nanoOfMilli = in.readInt();
    if (!DateTime.isValid(nanoOfMilli)) {
      throw OrreryException.corrupted("a date in a key is out of range");
    }
    return new DateTime(epochMilli, nanoOfMilli);
  }

  static void write(ByteWriter out, Timestamp timestamp) {
    out.writeLong(timestamp.bits());
  }

  static Value readTimestamp(ByteReader in) {
    return new Timestamp(in.readLong());
  }

  static void write(ByteWriter out, Duration duration) {
    out.writeInt(duration.months() ^ Integer.MIN_VALUE)
        .writeInt(duration.days() ^ Integer.MIN_VALUE)
        .writeLong(duration.nanos() ^ Long.MIN_VALUE);
  }

  static Value readDuration(ByteReader in) {
    int months = in.readInt() ^ Integer.MIN_VALUE;
    int days = in.readInt() ^ Integer.MIN_VALUE;
    return new Duration(months, days, in.readLong() ^ Long.MIN_VALUE);
  }

  static void write(ByteWriter out, RegularExpression expression) {
    writeText(out, expression.pattern());
    writeText(out, expression.options());
  }

  static Value readExpression(ByteReader in) {
    String pattern = readText(in);
    return new RegularExpression(pattern, readText(in));
  }

  static void write(ByteWriter out, Code code) {
    writeText(out, code.source());
  }

  static Value readCode(ByteReader in) {
    return new Code(readText(in));
  }
}
