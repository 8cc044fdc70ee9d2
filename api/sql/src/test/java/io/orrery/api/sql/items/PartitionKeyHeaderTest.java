// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeyHeaderTest {
  @Test
  void scalarsAreComponents() {
    assertThat(PartitionKeyHeader.parse("[\"a b\"]", 1)).isEqualTo(PartitionKey.text("a b"));
    assertThat(PartitionKeyHeader.parse("[\"\"]", 1)).isEqualTo(PartitionKey.text(""));
    assertThat(PartitionKeyHeader.parse(" [ \"a\\\"\\u00fc\" ] ", 1))
        .isEqualTo(PartitionKey.text("a\"ü"));
    assertThat(PartitionKeyHeader.parse("[1.0]", 1)).isEqualTo(PartitionKey.of(new Value.Int32(1)));
    assertThat(PartitionKeyHeader.parse("[null]", 1)).isEqualTo(PartitionKey.of(Value.Null.NULL));
    assertThat(PartitionKeyHeader.parse("[true]", 1)).isEqualTo(PartitionKey.of(Value.Bool.TRUE));
    assertThat(PartitionKeyHeader.parse("[\"a\",\"b\"]", 2)).isEqualTo(PartitionKey.text("a", "b"));
  }

  @Test
  void emptyObjectAndEmptyArrayAreUndefined() {
    PartitionKey undefined = PartitionKey.of(Value.Undefined.UNDEFINED);
    assertThat(PartitionKeyHeader.parse("[{}]", 1)).isEqualTo(undefined);
    assertThat(PartitionKeyHeader.parse("[]", 1)).isEqualTo(undefined);
    assertThat(PartitionKeyHeader.parse("[]", 0)).isEqualTo(PartitionKey.NONE);
    assertThat(PartitionKeyHeader.parse("[{}]", 0)).isEqualTo(PartitionKey.NONE);
    assertThat(PartitionKeyHeader.parse("[\"a\",{}]", 2))
        .isEqualTo(PartitionKey.of(new Value.Text("a"), Value.Undefined.UNDEFINED));
  }

  @Test
  void numbersAreDoubles() {
    assertThat(PartitionKeyHeader.parse("[9007199254740993]", 1))
        .isEqualTo(PartitionKeyHeader.parse("[9007199254740992]", 1))
        .isNotEqualTo(PartitionKeyHeader.parse("[9007199254740994]", 1));
  }

  @Test
  void onlyPrefixesMayBeShorter() {
    assertThat(PartitionKeyHeader.parsePrefix("[\"a\"]", 3)).isEqualTo(PartitionKey.text("a"));
    assertThatThrownBy(() -> PartitionKeyHeader.parse("[\"a\"]", 3))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("1 components");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "\"a\"",
        "{}",
        "[",
        "[\"a]",
        "[\"a\"b\"]",
        "[[]]",
        "[{\"a\":1}]",
        "[1,2]"
      })
  void refusesWhatIsNoKey(String text) {
    assertThatThrownBy(() -> PartitionKeyHeader.parse(text, 1))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal ->
                assertThat(refusal.code())
                    .isIn(
                        ErrorCode.INVALID_ARGUMENT,
                        ErrorCode.MALFORMED,
                        ErrorCode.PARTITION_KEY_MISMATCH));
  }

  @Test
  void keyHasTheFormItWasSentInAlsoAfterItWasStored() {
    String text = "[1,\"x\",null,{},true,2.5]";
    PartitionKey key = PartitionKeyHeader.of(((Value.Array) Json.parse(text)).elements());
    ByteWriter out = new ByteWriter();
    key.write(out);
    PartitionKey stored = PartitionKey.read(new ByteReader(out.toByteArray()), key.size());
    assertThat(Json.text(PartitionKeyHeader.array(stored))).isEqualTo(text);
  }
}
