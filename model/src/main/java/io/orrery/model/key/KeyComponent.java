// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;

/// The bytes of one partition key component that are hashed, as the SQL SDKs write them: a tag for
/// the type, then the value. All numbers are IEEE doubles there.
final class KeyComponent {
  static final int UNDEFINED = 0x00;
  static final int NULL = 0x01;
  static final int FALSE = 0x02;
  static final int TRUE = 0x03;
  static final int NUMBER = 0x05;
  static final int TEXT = 0x08;

  private KeyComponent() {}

  /// Writes tag and value; a string ends with `terminator`, in which the two hash versions differ.
  static void write(ByteWriter out, Value component, int terminator) {
    switch (component) {
      case Value.Undefined _ -> out.writeByte(UNDEFINED);
      case Value.Null _ -> out.writeByte(NULL);
      case Value.Bool flag -> out.writeByte(flag.isTrue() ? TRUE : FALSE);
      case Value.Text(String value) -> writeText(out, utf8(value), terminator);
      case Value.Int32(int value) -> writeNumber(out, value);
      case Value.Int64(long value) -> writeNumber(out, (double) value);
      case Value.Float64(double value) -> writeNumber(out, value);
      // New kinds of values may come; hashing them wrongly would be worse than not at all.
      default -> throw unhashable(component);
    }
  }

  private static void writeText(ByteWriter out, byte[] utf8, int terminator) {
    out.writeByte(TEXT).writeBytes(utf8).writeByte(terminator);
  }

  private static void writeNumber(ByteWriter out, double value) {
    out.writeByte(NUMBER).writeLong(Long.reverseBytes(Double.doubleToLongBits(value)));
  }

  /// UTF-8; half a surrogate pair becomes a question mark, as in the Java SDK.
  static byte[] utf8(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  static OrreryException unhashable(Value component) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "A value of kind " + component.kind() + " cannot be part of this partition key.");
  }
}
