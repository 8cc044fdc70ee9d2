// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredMembersTest {
  private static String without(String json, String... names) {
    byte[] stored = StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8));
    List<byte[]> utf8 =
        List.of(names).stream().map(name -> name.getBytes(StandardCharsets.UTF_8)).toList();
    byte[] rest = StoredMembers.without(stored, utf8);
    StoredItems.verify(rest);
    return new String(StoredItems.toJson(rest), StandardCharsets.UTF_8);
  }

  @Test
  void takesOutWhatIsNamedAndNothingElse() {
    String json = "{\"a\":1,\"b\":{\"a\":2},\"ü\\n\":[3],\"c\":\"x\"}";
    assertThat(without(json, "a")).isEqualTo("{\"b\":{\"a\":2},\"ü\\n\":[3],\"c\":\"x\"}");
    assertThat(without(json, "b", "c", "ü\n")).isEqualTo("{\"a\":1}");
    assertThat(without(json, "none")).isEqualTo(json);
    assertThat(without("{\"a\":1}", "a")).isEqualTo("{}");
    assertThat(without("{}", "a")).isEqualTo("{}");
  }

  @Test
  void makesValuesOfWhatIsNamedAndNothingElse() {
    byte[] stored =
        StoredItems.fromJson(
            "{\"a\":1,\"b\":{\"a\":2},\"ü\\n\":[3],\"c\":\"x\"}".getBytes(StandardCharsets.UTF_8));
    List<byte[]> names = List.of(utf8("ü\n"), utf8("none"), utf8("a"));
    Value.Document values = StoredMembers.values(stored, names);
    assertThat(values.properties().sequencedKeySet()).containsExactly("a", "ü\n");
    assertThat(values.property("a")).isEqualTo(new Value.Int32(1));
    assertThat(values.property("ü\n")).isEqualTo(new Value.Array(List.of(new Value.Int32(3))));
  }

  private static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }
}
