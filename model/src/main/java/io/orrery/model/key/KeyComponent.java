// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/// The bytes of one partition key component that are hashed, as the SQL SDKs write them: a tag for
/// the type, then the value. All numbers are IEEE doubles there.
///
/// Keys that are equal must lie in one place, so -0 is hashed as 0, although the SDKs would put it
/// elsewhere; JSON writers hardly ever produce it.
final class KeyComponent {
  static final int UNDEFINED = 0x00;
  static final int NULL = 0x01;
  static final int FALSE = 0x02;
  static final int TRUE = 0x03;
  static final int NUMBER = 0x05;
  static final int TEXT = 0x08;

  /// Types that JSON does not have: ours, the SDKs do not use this tag.
  private static final int OTHER = 0x0A;

  private KeyComponent() {}

  /// Writes tag and value; a string ends with `terminator`, in which the two hash versions differ.
  static void write(ByteWriter out, Value component, int terminator) {
    switch (component) {
      case Value.Undefined _ -> out.writeByte(UNDEFINED);
      case Value.Null _ -> out.writeByte(NULL);
      case Value.Bool flag -> out.writeByte(flag.isTrue() ? TRUE : FALSE);
      case Value.Int32 _, Value.Int64 _, Value.Float64 _, Value.Decimal128 _, Value.Decimal _ ->
          out.writeByte(NUMBER)
              .writeLong(Long.reverseBytes(Double.doubleToLongBits(number(component))));
      case Value.Text(String value) ->
          out.writeByte(TEXT).writeBytes(utf8(value)).writeByte(terminator);
      case Value.Binary _,
          Value.Uuid _,
          Value.ObjectId _,
          Value.Date _,
          Value.Time _,
          Value.DateTime _,
          Value.Timestamp _,
          Value.TimeUuid _,
          Value.Duration _,
          Value.Symbol _,
          Value.RegularExpression _,
          Value.DbPointer _,
          Value.Code _,
          Value.ScopedCode _,
          Value.Extreme _ ->
          KeyEncoding.write(out.writeByte(OTHER), component);
      case Value.Array _, Value.Document _, Value.Mapping _ -> throw unhashable(component);
    }
  }

  /// The double nearest to a number of any type, never -0.
  static double number(Value component) {
    double nearest =
        switch (component) {
          case Value.Int32(int value) -> value;
          case Value.Int64(long value) -> (double) value;
          case Value.Float64(double value) -> value;
          case Value.Decimal128 decimal -> nearest(decimal);
          case Value.Decimal(BigDecimal decimal) -> decimal.doubleValue();
          case Value.Undefined _,
              Value.Null _,
              Value.Bool _,
              Value.Text _,
              Value.Binary _,
              Value.Uuid _,
              Value.ObjectId _,
              Value.Date _,
              Value.Time _,
              Value.DateTime _,
              Value.Timestamp _,
              Value.TimeUuid _,
              Value.Duration _,
              Value.Symbol _,
              Value.RegularExpression _,
              Value.DbPointer _,
              Value.Code _,
              Value.ScopedCode _,
              Value.Extreme _,
              Value.Array _,
              Value.Document _,
              Value.Mapping _ ->
              throw new IllegalArgumentException(component + " is not a number");
        };
    return nearest + 0.0;
  }

  private static double nearest(Value.Decimal128 decimal) {
    if (decimal.isNaN()) {
      return Double.NaN;
    }
    if (decimal.isInfinite()) {
      return decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return decimal.toBigDecimal().doubleValue();
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
