// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.syntax.Source.Element;
import io.orrery.query.syntax.Source.Name;
import io.orrery.query.syntax.Source.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueriedItemTest {
  private static final String JSON =
      "{\"id\":\"1\",\"a\":{\"b\":[10,{\"c\":\"x\"}],\"é\":1},\"_ts\":0,\"n\":null}";

  /// Notes which properties were asked for.
  private static final class Recording implements SystemProperties {
    private final List<String> asked = new ArrayList<>();

    @Override
    public List<String> names() {
      return List.of("_rid", "_ts", "_none");
    }

    @Override
    public Value value(String name) {
      asked.add(name);
      return switch (name) {
        case "_rid" -> new Text("r");
        case "_ts" -> new Int32(7);
        default -> Undefined.UNDEFINED;
      };
    }
  }

  private static StoredItem stored(SystemProperties system) {
    return new StoredItem(StoredItems.encode(Evaluations.value(JSON)), system);
  }

  private static ItemPath path(Object... steps) {
    List<Step> path = new ArrayList<>();
    for (Object step : steps) {
      path.add(step instanceof Integer index ? new Element(index) : new Name((String) step, false));
    }
    return new ItemPath(path);
  }

  @Test
  void storedAndDecodedItemsAgree() {
    QueriedItem stored = stored(SystemProperties.NONE);
    QueriedItem decoded = QueriedItem.of(Evaluations.value(JSON));
    for (ItemPath path :
        List.of(
            path(),
            path("id"),
            path("a", "b", 0),
            path("a", "b", 1, "c"),
            path("a", "b", 2),
            path("a", "b", -1),
            path("a", "b", "0"),
            path("a", 0),
            path("a", "é"),
            path("id", "x"),
            path("n"),
            path("n", "x"),
            path("missing", "x"))) {
      assertThat(stored.at(path)).as(path.toString()).isEqualTo(decoded.at(path));
    }
    assertThat(stored.at(path("a", "b", 1, "c"))).isEqualTo(new Text("x"));
    assertThat(stored.at(path("a", "b", 2))).isEqualTo(Undefined.UNDEFINED);
  }

  @Test
  void systemPropertiesFollowTheBodyAndWin() {
    Recording system = new Recording();
    StoredItem item = stored(system);
    assertThat(Evaluations.json(item.whole()))
        .isEqualTo(
            "{\"id\":\"1\",\"a\":{\"b\":[10,{\"c\":\"x\"}],\"é\":1},\"n\":null,\"_rid\":\"r\",\"_ts\":7}");
    assertThat(item.at(path("_ts"))).isEqualTo(new Int32(7));
    assertThat(item.at(path("_ts", "x"))).isEqualTo(Undefined.UNDEFINED);
    assertThat(item.at(path("_none"))).isEqualTo(Undefined.UNDEFINED);
  }

  @Test
  void systemPropertiesAreMadeOnlyWhenAskedFor() {
    Recording system = new Recording();
    CompiledQuery query = Evaluations.compile("SELECT c.id, c._ts FROM c WHERE c.a.b[0] = 10");
    List<Value> rows = InMemory.run(query, List.of(stored(system)), Evaluations.budget());
    assertThat(Evaluations.json(rows)).isEqualTo("[{\"id\":\"1\",\"_ts\":7}]");
    assertThat(system.asked).containsExactly("_ts");
  }
}
