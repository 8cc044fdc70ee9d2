// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.RandomValues;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Text;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StoredCursorTest {
  private static final long SEED = 20_260_103;

  @Test
  void walksInAndOut() {
    var cursor = over("{\"a\":{\"b\":[1,2]},\"c\":\"x\"}");
    assertThat(cursor.kind()).isEqualTo(Kind.OBJECT);
    cursor.enter();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.name()).isEqualTo("a");
    cursor.enter();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.nameIs("b".getBytes(UTF_8))).isTrue();
    cursor.enter();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.value()).isEqualTo(new Int32(1));
    cursor.leave();
    assertThat(cursor.kind()).isEqualTo(Kind.ARRAY);
    assertThat(cursor.name()).isEqualTo("b");
    assertThat(cursor.next()).isFalse();
    cursor.leave();
    assertThat(cursor.name()).isEqualTo("a");
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.nameIs("a".getBytes(UTF_8))).isFalse();
    assertThat(cursor.name()).isEqualTo("c");
    assertThat(cursor.value()).isEqualTo(new Text("x"));
    assertThat(cursor.next()).isFalse();
    cursor.leave();
    assertThat(cursor.kind()).isEqualTo(Kind.OBJECT);
  }

  @Test
  void valueLeavesTheCursorWhereItWas() {
    var cursor = over("[[1,[2]],3]");
    cursor.enter();
    cursor.next();
    assertThat(cursor.value()).isEqualTo(cursor.value());
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.value()).isEqualTo(new Int32(3));
  }

  @Test
  void everyMemberIsAStoredValueByItself() {
    var cursor = over("{\"a\":[1,{\"b\":\"x\"}],\"c\":null}");
    cursor.enter();
    while (cursor.next()) {
      byte[] slice = Arrays.copyOfRange(cursor.bytes(), cursor.valueOffset(), cursor.valueEnd());
      assertThat(StoredItems.decode(slice)).isEqualTo(cursor.value());
      var view = StoredCursor.over(cursor.bytes(), cursor.valueOffset(), cursor.valueEnd());
      assertThat(view.value()).isEqualTo(cursor.value());
    }
  }

  @Test
  void keysFromBytesAreKeysFromValues() {
    var values = new RandomValues(SEED);
    for (int i = 0; i < 50_000; i++) {
      Value value = values.next();
      var expected = new ByteWriter();
      KeyEncoding.write(expected, value);
      var actual = new ByteWriter();
      StoredCursor.over(StoredItems.encode(value)).writeKey(actual);
      assertThat(actual.toByteArray())
          .as("seed %d, value %s", SEED, value)
          .isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void scalarsCannotBeEntered() {
    assertThatThrownBy(() -> over("1").enter()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> over("[]").next()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> over("[]").leave()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void bytesBehindTheValueAreRefused() {
    assertThatThrownBy(() -> StoredCursor.over(new byte[] {StoredTag.NULL, StoredTag.NULL}))
        .isInstanceOf(OrreryException.class);
  }

  private static StoredCursor over(String json) {
    return StoredCursor.over(StoredItems.fromJson(json.getBytes(UTF_8)));
  }
}
