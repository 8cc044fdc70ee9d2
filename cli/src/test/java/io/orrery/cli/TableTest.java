// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TableTest {
  private static Table table(String... json) {
    List<Value> values = Stream.of(json).map(JsonArguments::parse).toList();
    return Table.of(values);
  }

  @Test
  void columnsStandUnderTheirTitlesAndNumbersToTheRight() {
    assertThat(
            table(
                    "{\"id\":\"orders\",\"items\":7,\"_rid\":\"x\"}",
                    "{\"id\":\"o\",\"items\":1200,\"state\":\"new\"}")
                .aligned())
        .containsExactly("id      items  state", "orders      7", "o        1200  new");
  }

  @Test
  void peopleSeeThatThereIsMoreAndProgramsSeeWhat() {
    Table table = table("{\"id\":\"1\",\"address\":{\"zip\":1},\"tags\":[1,2]}");
    assertThat(table.aligned()).containsExactly("id  address  tags", "1   {…}      […]");
    assertThat(table.tabbed()).containsExactly("1\t{\"zip\":1}\t[1,2]");
  }

  @Test
  void longCellsAreCutForPeopleOnly() {
    String text = "x".repeat(80);
    Table table = table("{\"a\":\"" + text + "\",\"b\":\"two\\nlines\"}");
    assertThat(table.aligned().getLast()).isEqualTo("x".repeat(59) + "…  two lines");
    assertThat(table.tabbed()).containsExactly(text + "\ttwo\\nlines");
  }

  @Test
  void plainValuesHaveNoTitles() {
    assertThat(table("1", "20").aligned()).containsExactly(" 1", "20");
    assertThat(table("{\"a\":1,\"b\":2}", "3").aligned()).containsExactly("a  b", "1  2", "3");
    assertThat(table().aligned()).isEmpty();
  }
}
