// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ValueOrderTest {
  @Test
  void kindsFollowOneAnother() {
    assertAscending(
        Undefined.UNDEFINED,
        Null.NULL,
        Bool.FALSE,
        Bool.TRUE,
        new Int32(7),
        new Text(""),
        new Binary(new byte[0], 0),
        new Uuid(new UUID(0, 0)),
        new ObjectId(0, 0),
        new Date(-1),
        new Time(0),
        new DateTime(-1, 0),
        new Timestamp(0),
        new Array(List.of()),
        new Document(new LinkedHashMap<>()));
  }

  @Test
  void numbersCompareExactlyAcrossTypes() {
    long big = 1L << 53;
    assertAscending(
        new Float64(Double.NaN),
        new Float64(Double.NEGATIVE_INFINITY),
        decimal("-1E+400"),
        new Float64(-Double.MAX_VALUE),
        new Float64(-0x1.0000000000001p63),
        new Int64(Long.MIN_VALUE),
        new Int64(Long.MIN_VALUE + 1),
        decimal("-1.5"),
        new Int32(-1),
        new Float64(-Double.MIN_VALUE),
        decimal("-1E-6000"),
        new Int32(0),
        decimal("1E-6176"),
        new Float64(Double.MIN_VALUE),
        decimal("0.1"),
        new Float64(0.1), // a little more than 0.1
        decimal("0.2"),
        new Int64(1),
        new Float64(big - 1),
        new Float64(big),
        decimal("9007199254740992.5"),
        new Int64(big + 1),
        new Float64(big + 2),
        decimal("9223372036854775806.5"),
        new Int64(Long.MAX_VALUE),
        new Float64(0x1p63),
        new Float64(Double.MAX_VALUE),
        decimal("9.999999999999999999999999999999999E+6144"),
        Decimal128.POSITIVE_INFINITY);
  }

  @Test
  void equalNumbersOfDifferentTypesCompareEqual() {
    assertEqual(new Int32(1), new Float64(1.0));
    assertEqual(new Int64(1), decimal("1.000"));
    assertEqual(new Float64(-0.0), new Int32(0));
    assertEqual(Decimal128.NEGATIVE_ZERO, new Float64(0.0));
    assertEqual(new Float64(Double.NaN), Decimal128.NAN);
    assertEqual(new Float64(Double.POSITIVE_INFINITY), Decimal128.POSITIVE_INFINITY);
    assertEqual(new Float64(-0x1p63), new Int64(Long.MIN_VALUE));
  }

  @Test
  void textsCompareByCodePoints() {
    assertAscending(
        new Text(""),
        new Text("\0"),
        new Text("a"),
        new Text("a\0"),
        new Text("ä"),
        new Text("\ud7ff"),
        new Text("\ud800"),
        new Text("\ud800a"),
        new Text("\ud800\uffff"),
        new Text("\udc00"),
        new Text("\ue000"),
        new Text("\uffff"),
        new Text("\ud800\udc00"),
        new Text("\udbff\udfff"));
  }

  @Test
  void unsignedKindsCompareUnsigned() {
    assertAscending(new Uuid(new UUID(1, -1)), new Uuid(new UUID(-1, 0)));
    assertAscending(new Timestamp(1), new Timestamp(-1));
    assertAscending(new ObjectId(0, 1), new ObjectId(0, -1), new ObjectId(-1, 0));
    assertAscending(binary(1, 0), binary(1, 2), binary(0, 2, 0), binary(0, 0x80));
  }

  @Test
  void containersCompareMemberByMember() {
    assertAscending(
        new Array(List.of(new Int32(1))),
        new Array(List.of(new Int32(1), Undefined.UNDEFINED)),
        new Array(List.of(new Int32(2))));
    assertAscending(document("a", 1), document("a", 1, "b", 0), document("a", 2), document("b", 0));
    assertEqual(document("a", 1, "b", 2), document("b", 2, "a", 1));
  }

  private static void assertAscending(Value... values) {
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        assertThat(Integer.signum(ValueOrder.SQL.compare(values[i], values[j])))
            .as("%s and %s", values[i], values[j])
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  private static void assertEqual(Value left, Value right) {
    assertThat(ValueOrder.SQL.compare(left, right)).as("%s, %s", left, right).isZero();
    assertThat(ValueOrder.SQL.compare(right, left)).as("%s, %s", right, left).isZero();
  }

  private static Binary binary(int subtype, int... bytes) {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    return new Binary(content, subtype);
  }

  private static Document document(Object... namesAndNumbers) {
    var properties = new LinkedHashMap<String, Value>();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      properties.put((String) namesAndNumbers[i], new Int32((Integer) namesAndNumbers[i + 1]));
    }
    return new Document(properties);
  }

  private static Decimal128 decimal(String text) {
    return Decimal128.of(new BigDecimal(text));
  }
}
