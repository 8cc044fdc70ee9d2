// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NameTableTest {
  private final NameTable table = new NameTable();

  @Test
  void onlyNamesOfTheTableAreFoundAndReplaced() {
    assertThat(table.isIn("ab1")).isFalse();
    table.add("ab1");
    table.add("ab2");
    table.settle("ab1", "X");
    table.settle("ab3", "Z");
    assertThat(table.replaceIn("ab1ab2ab3 aab1 ab")).isEqualTo("Xab2ab3 aX ab");
    assertThat(table.isIn("ab3 ab")).isFalse();
    assertThat(table.isIn("aab2")).isTrue();
  }

  @Test
  void namesNeedNothingInCommon() {
    table.add("cat");
    table.add("dog");
    table.settle("dog", "horse");
    assertThat(table.replaceIn("a dog and a cat")).isEqualTo("a horse and a cat");
    assertThatThrownBy(() -> table.add("mouse")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void textsWithoutNamesStayTheSame() {
    String text = "nothing";
    assertThat(table.replaceIn(text)).isSameAs(text);
    table.add("thin");
    assertThat(table.replaceIn("thi")).isEqualTo("thi");
  }
}
