// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.RandomValues;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredItemsTest {
  private static final long SEED = 20_260_102;

  @Test
  void everyValueComesBackFromItsStoredForm() {
    var values = new RandomValues(SEED);
    for (int i = 0; i < 50_000; i++) {
      Value value = values.next();
      byte[] stored = StoredItems.encode(value);
      assertThat(StoredItems.decode(stored)).as("seed %d, value %d", SEED, i).isEqualTo(value);
      StoredItems.verify(stored);
    }
  }

  /// The short way from a value to JSON, and the one through its stored form.
  @Test
  void everyValueHasTheJsonOfItsStoredForm() {
    var values = new RandomValues(SEED);
    for (int i = 0; i < 20_000; i++) {
      Value value = values.next();
      assertThat(json(value))
          .as("seed %d, value %d", SEED, i)
          .isEqualTo(StoredItems.toJson(StoredItems.encode(value)));
    }
  }

  private static byte[] json(Value value) {
    ByteWriter out = new ByteWriter();
    StoredItems.writeJson(value, out);
    return out.toByteArray();
  }

  @Test
  void textsOfEveryLengthComeBack() {
    for (int length = 0; length < 300; length++) {
      Value value = new Value.Text("\u00e4" + "x".repeat(length));
      assertThat(StoredItems.decode(StoredItems.encode(value))).isEqualTo(value);
    }
  }

  @Test
  void propertiesKeepTheirOrder() {
    String json = "{\"z\":1,\"a\":{\"y\":[],\"b\":{}},\"m\":[1,[2,{\"c\":null}],true,false]}";
    assertThat(roundTrip(json)).isEqualTo(json);
  }

  @Test
  void lastOfDuplicatesWinsAtThePlaceOfTheFirst() {
    assertThat(roundTrip("{\"a\":1,\"b\":2,\"a\":{\"c\":1,\"c\":[2]}}"))
        .isEqualTo("{\"a\":{\"c\":[2]},\"b\":2}");
    assertThat(roundTrip("[{\"a\":1},{\"a\":2,\"\\u0061\":3}]")).isEqualTo("[{\"a\":1},{\"a\":3}]");
    assertThat(roundTrip("{\"a\":{\"a\":1},\"b\":{\"a\":2}}"))
        .isEqualTo("{\"a\":{\"a\":1},\"b\":{\"a\":2}}");
  }

  @Test
  void duplicatesAreFoundInLargeObjects() {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      members.add("\"p" + i + "\":" + i);
    }
    String distinct = "{" + String.join(",", members) + "}";
    assertThat(roundTrip(distinct)).isEqualTo(distinct);
    String twice = "{" + String.join(",", members) + ",\"p0\":0,\"p999\":999,\"p5\":5}";
    assertThat(roundTrip(twice)).isEqualTo(distinct);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0, 0",
    "1, 1",
    "1.0, 1",
    "1e2, 100",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "9007199254740993, 9007199254740993",
    "9223372036854775808, 9223372036854776000",
    "123456789012345678901234567890, 1.2345678901234568e+29",
    "0.1, 0.1",
    "1e21, 1e+21",
    "1e20, 100000000000000000000",
    "123456789012345680000.0, 123456789012345680000",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "1.5e-10, 1.5e-10",
    "4.9e-324, 5e-324",
    "9.9e-324, 1e-323",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "2.2250738585072014E-308, 2.2250738585072014e-308",
    "2e-3, 0.002",
    "1e23, 1e+23",
    "-12.25, -12.25",
  })
  void numbersPrintAsInJavaScript(String json, String expected) {
    assertThat(roundTrip(json)).isEqualTo(expected);
  }

  @Test
  void numbersTakeTheNarrowestType() {
    assertThat(StoredItems.decode(fromJson("2147483647"))).isEqualTo(new Int32(Integer.MAX_VALUE));
    assertThat(StoredItems.decode(fromJson("2147483648"))).isEqualTo(new Int64(2147483648L));
    assertThat(StoredItems.decode(fromJson("1.0"))).isEqualTo(new Float64(1));
  }

  @Test
  void doublesReadBackAsTheSameDouble() {
    var values = new RandomValues(SEED + 1);
    for (int i = 0; i < 50_000; i++) {
      double value = values.edgeDouble();
      if (Double.isFinite(value)) {
        byte[] json = StoredItems.toJson(StoredItems.encode(new Float64(value)));
        assertThat(Double.parseDouble(new String(json, UTF_8)))
            .as("seed %d, number %d", SEED, i)
            .isEqualTo(value + 0.0);
      }
    }
  }

  @Test
  void textsAreEscapedAsInJavaScript() {
    assertThat(roundTrip("\"\\u0000\\b\\t\\n\\f\\r\\u001f\\\"\\\\\\/\\u007f\""))
        .isEqualTo("\"\\u0000\\b\\t\\n\\f\\r\\u001f\\\"\\\\/\u007f\"");
    assertThat(roundTrip("\"\\ud83d\\ude00 ä €\"")).isEqualTo("\"😀 ä €\"");
    assertThat(roundTrip("\"x\\uD800\\udc\"".replace("\\udc", "\\udbff\\u0041")))
        .isEqualTo("\"x\\ud800\\udbffA\"");
    assertThat(roundTrip("{\"\":\"\"}")).isEqualTo("{\"\":\"\"}");
  }

  @Test
  void namesWithUnpairedSurrogatesAreWrittenButNotRead() {
    var properties = new LinkedHashMap<String, Value>();
    properties.put("\ud800", new Text("\udc00"));
    assertJson(new Document(properties), "{\"\\ud800\":\"\\udc00\"}");
    assertMalformed("{\"\\ud800\":1}".getBytes(UTF_8));
  }

  @Test
  void randomJsonKeepsItsTokens() {
    var random = new SplittableRandom(SEED + 2);
    for (int i = 0; i < 20_000; i++) {
      String json = JsonTokens.random(random);
      assertThat(JsonTokens.of(roundTrip(json)))
          .as("seed %d, text %d: %s", SEED, i, json)
          .isEqualTo(JsonTokens.of(json));
    }
  }

  @Test
  void bigTextsAreKept() {
    String json = "{\"a\":\"" + "ä😀x".repeat(300_000) + "\"}";
    assertThat(roundTrip(json)).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "{\"a\"}",
        "{\"a\":}",
        "[1,]",
        "{a:1}",
        "'a'",
        "01",
        "+1",
        "NaN",
        "Infinity",
        "1e999",
        "-1e999",
        "1 2",
        "{} x",
        "]",
        "}",
        "nul",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"",
        "/* */ 1",
        "\u00001",
        "1\u0000"
      })
  void malformedTextIsRefused(String json) {
    assertMalformed(json.getBytes(UTF_8));
  }

  @Test
  void integerBeyondTheRangeOfDoublesIsRefused() {
    assertMalformed(("1" + "0".repeat(400)).getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\u00ff\"", // no lead byte
        "\"\u00c0\u0080\"", // overlong
        "\"\u00ed\u00a0\u0080\"", // surrogate
        "\"\u00f4\u0090\u0080\u0080\"", // beyond the last code point
        "\"\u00e2\u0082\"", // cut off
        "\u00fe\u00ff\u00001" // UTF-16
      })
  void invalidUtf8IsRefused(String bytes) {
    assertMalformed(bytes.getBytes(ISO_8859_1));
  }

  @Test
  void depthIsLimited() {
    String deepest = "[".repeat(128) + "]".repeat(128);
    assertThat(roundTrip(deepest)).isEqualTo(deepest);
    assertMalformed(("[" + deepest + "]").getBytes(UTF_8));
    assertMalformed("[".repeat(1_000_000).getBytes(UTF_8));
    assertMalformed("{\"a\":".repeat(1_000_000).getBytes(UTF_8));
    assertThatThrownBy(() -> StoredItems.fromJson("[[]]".getBytes(UTF_8), 0, 4, 1))
        .isInstanceOf(OrreryException.class);
  }

  @Test
  void aSliceOfTheInputIsRead() {
    byte[] json = "xx{\"a\":1}yy".getBytes(UTF_8);
    assertThat(StoredItems.toJson(StoredItems.fromJson(json, 2, 7)))
        .isEqualTo("{\"a\":1}".getBytes(UTF_8));
  }

  @Test
  void furtherMembersFollowTheObjectsOwn() {
    byte[] extra = "\"_ts\":1".getBytes(UTF_8);
    for (var expected : List.of("{\"a\":1,\"_ts\":1}", "{\"_ts\":1}")) {
      var out = new ByteWriter();
      String own = expected.replaceAll(",?\"_ts\":1", "");
      StoredItems.writeJson(fromJson(own), out, members -> members.writeBytes(extra));
      assertThat(new String(out.toByteArray(), UTF_8)).isEqualTo(expected);
    }
  }

  @Test
  void foreignKindsHaveAReadableForm() {
    assertJson(new Binary(new byte[] {1, 2, 3}, 0), "\"AQID\"");
    assertJson(new Uuid(new UUID(0, 1)), "\"00000000-0000-0000-0000-000000000001\"");
    assertJson(new ObjectId(0x0102_0304_0506_0708L, 9), "\"010203040506070800000009\"");
    assertJson(new Date(0), "\"1970-01-01\"");
    assertJson(new Time(1_000_000_000), "\"00:00:01\"");
    assertJson(new DateTime(1, 100), "\"1970-01-01T00:00:00.001000100Z\"");
    assertJson(new DateTime(Long.MAX_VALUE, 0), "\"+292278994-08-17T07:12:55.807Z\"");
    assertJson(new Timestamp(-1), "\"4294967295:4294967295\"");
    assertJson(Decimal128.of(new BigDecimal("1.50")), "1.50");
    assertJson(Decimal128.NAN, "\"NaN\"");
    assertJson(new Float64(Double.NEGATIVE_INFINITY), "\"-Infinity\"");
  }

  @Test
  void kindsOfBsonAndCqlHaveAReadableForm() {
    assertJson(
        new Value.Decimal(new BigDecimal("12345678901234567890.0")), "12345678901234567890.0");
    assertJson(new Value.Decimal(new BigDecimal("1E+2000000000")), "1E+2000000000");
    assertJson(new Value.TimeUuid(new UUID(0, 1)), "\"00000000-0000-0000-0000-000000000001\"");
    assertJson(new Value.Duration(14, 3, 3_600_000_000_001L), "\"1y2mo3d1h1ns\"");
    assertJson(new Value.Duration(-1, 0, Long.MIN_VALUE), "\"-1mo2562047h47m16s854ms775us808ns\"");
    assertJson(new Value.Duration(0, 0, 0), "\"0ns\"");
    assertJson(new Value.Symbol("a\"b"), "\"a\\\"b\"");
    assertJson(new Value.Code("x()"), "\"x()\"");
    assertJson(new Value.RegularExpression("a\\d", "im"), "\"/a\\\\d/im\"");
    assertJson(
        new Value.DbPointer("db.c", new ObjectId(0, 1)),
        "{\"$ref\":\"db.c\",\"$id\":\"000000000000000000000001\"}");
    assertJson(
        new Value.ScopedCode("x", new Document(new LinkedHashMap<>(Map.of("a", new Int32(1))))),
        "{\"$code\":\"x\",\"$scope\":{\"a\":1}}");
    assertJson(Value.Extreme.MIN_KEY, "{\"$minKey\":1}");
    assertJson(Value.Extreme.MAX_KEY, "{\"$maxKey\":1}");
    assertJson(
        new Value.Mapping(
            List.of(
                new Value.Mapping.Entry(new Text("a"), new Int32(1)),
                new Value.Mapping.Entry(new Int32(2), new Text("b")),
                new Value.Mapping.Entry(new Array(List.of(new Text("c"))), new Array(List.of())))),
        "{\"a\":1,\"2\":\"b\",\"[\\\"c\\\"]\":[]}");
  }

  @Test
  void decimalsAreBounded() {
    var longest = BigInteger.TWO.pow(8 * Limits.DECIMAL_BYTES - 1).subtract(BigInteger.ONE);
    var value = new Value.Decimal(new BigDecimal(longest, 5));
    assertThat(StoredItems.decode(StoredItems.encode(value))).isEqualTo(value);
    assertThatThrownBy(() -> new Value.Decimal(new BigDecimal(longest.shiftLeft(1))))
        .isInstanceOf(OrreryException.class);
    assertThatThrownBy(() -> new Value.Decimal(BigDecimal.valueOf(1, Integer.MIN_VALUE)))
        .isInstanceOf(OrreryException.class);
  }

  /// The scope of code is one more level, wherever it stands.
  @Test
  void scopesCountAsLevels() {
    Document scope = new Document(new LinkedHashMap<>());
    for (int level = 1; level < Limits.ITEM_DEPTH; level++) {
      scope = new Document(new LinkedHashMap<>(Map.of("a", new Value.ScopedCode("x", scope))));
    }
    Document deepest = scope;
    byte[] stored = StoredItems.encode(deepest);
    StoredItems.verify(stored);
    assertThat(StoredItems.decode(stored)).isEqualTo(deepest);
    assertThat(json(deepest)).isEqualTo(StoredItems.toJson(stored));
    assertThatThrownBy(() -> json(new Array(List.of(deepest))))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("nests deeper");
    assertThatThrownBy(() -> StoredItems.encode(new Array(List.of(deepest))))
        .isInstanceOf(OrreryException.class);
  }

  @Test
  void undefinedPropertiesAreLeftOut() {
    var properties = new LinkedHashMap<String, Value>();
    properties.put("a", Undefined.UNDEFINED);
    properties.put("b", new Array(List.of(Undefined.UNDEFINED, new Text("x"))));
    assertJson(new Document(properties), "{\"b\":[null,\"x\"]}");
  }

  private static void assertJson(Value value, String json) {
    byte[] actual = StoredItems.toJson(StoredItems.encode(value));
    assertThat(json(value)).isEqualTo(actual);
    assertThat(new String(actual, UTF_8)).isEqualTo(json);
  }

  private static void assertMalformed(byte[] json) {
    assertThatThrownBy(() -> StoredItems.fromJson(json))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED));
  }

  private static String roundTrip(String json) {
    byte[] stored = fromJson(json);
    StoredItems.verify(stored);
    return new String(StoredItems.toJson(stored), UTF_8);
  }

  private static byte[] fromJson(String json) {
    return StoredItems.fromJson(json.getBytes(UTF_8));
  }
}
