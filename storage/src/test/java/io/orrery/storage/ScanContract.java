// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Bytes.forward;
import static io.orrery.storage.Bytes.put;
import static io.orrery.storage.Bytes.range;
import static io.orrery.storage.Bytes.rest;
import static io.orrery.storage.Bytes.reverse;
import static io.orrery.storage.Bytes.text;
import static io.orrery.storage.Family.INDEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.orrery.model.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How cursors walk, and what they see.
abstract class ScanContract extends StoreContract {
  private void fill(String... keys) {
    for (String key : keys) {
      put(store(), INDEX, key, "");
    }
  }

  private List<String> after(Direction direction, KeyRange range, String key) {
    Cursor cursor = store().scan(INDEX, range, direction);
    cursor.seek(bytes(key));
    return rest(cursor);
  }

  @Test
  void scansAreInUnsignedOrder() {
    fill("\u0080", "b", "\u00ff", "a", "aa", "\u0000");

    assertThat(forward(store(), INDEX, KeyRange.ALL))
        .containsExactly("\u0000=", "a=", "aa=", "b=", "\u0080=", "\u00ff=");
    assertThat(reverse(store(), INDEX, KeyRange.ALL))
        .containsExactly("\u00ff=", "\u0080=", "b=", "aa=", "a=", "\u0000=");
  }

  @Test
  void rangesAreHalfOpen() {
    fill("a", "b", "c", "d");

    assertThat(forward(store(), INDEX, range("b", "d"))).containsExactly("b=", "c=");
    assertThat(reverse(store(), INDEX, range("b", "d"))).containsExactly("c=", "b=");
    assertThat(forward(store(), INDEX, new KeyRange(bytes("c"), null))).containsExactly("c=", "d=");
    assertThat(reverse(store(), INDEX, new KeyRange(bytes("c"), null))).containsExactly("d=", "c=");
    assertThat(forward(store(), INDEX, range("bb", "cc"))).containsExactly("c=");
    assertThat(reverse(store(), INDEX, range("bb", "cc"))).containsExactly("c=");
  }

  @Test
  void prefixesOfFullBytesHaveTheirEnd() {
    fill("a", "\u00fe\u00ff", "\u00ff", "\u00ff\u00ff");

    assertThat(forward(store(), INDEX, KeyRange.prefix(bytes("\u00fe\u00ff"))))
        .containsExactly("\u00fe\u00ff=");
    assertThat(reverse(store(), INDEX, KeyRange.prefix(bytes("\u00ff"))))
        .containsExactly("\u00ff\u00ff=", "\u00ff=");
  }

  @Test
  void emptyRangesHaveNoKeys() {
    fill("a", "b", "c");

    for (KeyRange empty : List.of(range("b", "b"), range("c", "a"), range("x", "z"))) {
      assertThat(forward(store(), INDEX, empty)).isEmpty();
      assertThat(reverse(store(), INDEX, empty)).isEmpty();
      assertThat(after(Direction.FORWARD, empty, "a")).isEmpty();
      assertThat(after(Direction.REVERSE, empty, "z")).isEmpty();
    }
  }

  @Test
  void seekForwardFindsTheKeyOrTheNext() {
    fill("a", "b", "d", "e");
    KeyRange range = range("b", "e");

    assertThat(after(Direction.FORWARD, range, "b")).containsExactly("b=", "d=");
    assertThat(after(Direction.FORWARD, range, "c")).containsExactly("d=");
    assertThat(after(Direction.FORWARD, range, "")).containsExactly("b=", "d=");
    assertThat(after(Direction.FORWARD, range, "e")).isEmpty();
  }

  @Test
  void seekInReverseFindsTheKeyOrThePrevious() {
    fill("a", "b", "d", "e");
    KeyRange range = range("b", "e");

    assertThat(after(Direction.REVERSE, range, "d")).containsExactly("d=", "b=");
    assertThat(after(Direction.REVERSE, range, "c")).containsExactly("b=");
    assertThat(after(Direction.REVERSE, range, "z")).containsExactly("d=", "b=");
    assertThat(after(Direction.REVERSE, range, "e")).containsExactly("d=", "b=");
    assertThat(after(Direction.REVERSE, range, "a")).isEmpty();
  }

  @Test
  void seekWorksInTheMiddleAndAfterTheEnd() {
    fill("a", "b", "c");
    try (Cursor cursor = store().scan(INDEX, KeyRange.ALL, Direction.FORWARD)) {
      assertThat(cursor.next()).isTrue();
      cursor.seek(bytes("c"));
      assertThat(cursor.next()).isTrue();
      assertThat(text(cursor.key())).isEqualTo("c");
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
      cursor.seek(bytes("a"));
      assertThat(cursor.next()).isTrue();
      assertThat(text(cursor.key())).isEqualTo("a");
    }
  }

  @Test
  void thereIsNoKeyBeforeTheFirstNorAfterTheLast() {
    fill("a");
    try (Cursor cursor = store().scan(INDEX, KeyRange.ALL, Direction.FORWARD)) {
      assertThatIllegalStateException().isThrownBy(cursor::key);
      assertThat(cursor.next()).isTrue();
      cursor.seek(bytes("a"));
      assertThatIllegalStateException().isThrownBy(cursor::value);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThatIllegalStateException().isThrownBy(cursor::key);
    }
  }

  @Test
  void cursorsSeeTheStateTheyBeganWith() {
    fill("a", "c");
    try (Cursor cursor = store().scan(INDEX, KeyRange.ALL, Direction.FORWARD)) {
      assertThat(cursor.next()).isTrue();
      fill("b");
      Batch batch = store().newBatch();
      batch.delete(INDEX, bytes("c"));
      store().write(batch);
      assertThat(cursor.next()).isTrue();
      assertThat(text(cursor.key())).isEqualTo("c");
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void keysAndValuesAreCopiedAsFarAsThereIsRoom() {
    put(store(), INDEX, "key", "value");
    try (Cursor cursor = store().scan(INDEX, KeyRange.ALL, Direction.FORWARD)) {
      byte[] ample = bytes("........");
      byte[] small = bytes("..");
      assertThatIllegalStateException().isThrownBy(() -> cursor.value(ample));
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.value(ample)).isEqualTo(5);
      assertThat(text(ample)).isEqualTo("value...");
      assertThat(cursor.key(ample)).isEqualTo(3);
      assertThat(text(ample)).isEqualTo("keyue...");
      assertThat(cursor.value(small)).isEqualTo(5);
      assertThat(text(small)).isEqualTo("va");
      assertThat(cursor.key(small)).isEqualTo(3);
      assertThat(text(small)).isEqualTo("ke");
      assertThat(cursor.value(new byte[0])).isEqualTo(5);
    }
  }
}
