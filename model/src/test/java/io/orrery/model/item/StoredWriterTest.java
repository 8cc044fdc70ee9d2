// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StoredWriterTest {

  @Test
  void membersAreWrittenOneByOne() {
    StoredWriter out = new StoredWriter(16);
    out.beginObject();
    out.name("a");
    out.beginArray();
    for (int i = 0; i < 12; i++) {
      out.beginObject();
      out.name("n");
      out.value(new Value.Int32(i));
      out.end();
    }
    out.end();
    out.name("n");
    out.value(new Value.Text("x"));
    out.end();
    byte[] stored = out.toByteArray();
    StoredItems.verify(stored);
    assertThat(new String(StoredItems.toJson(stored), StandardCharsets.UTF_8))
        .startsWith("{\"a\":[{\"n\":0},{\"n\":1},")
        .endsWith("{\"n\":11}],\"n\":\"x\"}");
  }

  @Test
  void aNameStandsOnceInAnObject() {
    StoredWriter out = new StoredWriter(16);
    out.beginObject();
    out.name("a");
    out.value(Value.Null.NULL);
    assertThatThrownBy(() -> out.name("a")).isInstanceOf(OrreryException.class);
  }

  @Test
  void depthHasALimit() {
    StoredWriter out = new StoredWriter(16);
    for (int i = 0; i < Limits.ITEM_DEPTH; i++) {
      out.beginArray();
    }
    assertThatThrownBy(out::beginArray).isInstanceOf(OrreryException.class);
  }
}
