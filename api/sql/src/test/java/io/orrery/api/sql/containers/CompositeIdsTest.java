// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.protocol.Members;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompositeIdsTest {
  private static Members body(String... composites) {
    String json =
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"indexingPolicy\":{\"compositeIndexes\":[%s]}}"
            .formatted(String.join(",", composites));
    return Members.of((Value.Document) Json.parse(json));
  }

  private static String composite(String first, String second) {
    return "[{\"path\":\"%s\"},{\"path\":\"%s\",\"order\":\"descending\"}]"
        .formatted(first, second);
  }

  private static List<Integer> ids(ContainerDefinition definition) {
    return definition.indexing().composites().stream().map(CompositeIndex::id).toList();
  }

  @Test
  void idStaysWithItsIndexAndIsNeverGivenAgain() {
    ContainerDefinition first =
        ContainerBody.create(body(composite("/a", "/b"), composite("/c", "/d")));
    assertThat(ids(first)).containsExactly(0, 1);
    ContainerDefinition second = ContainerBody.replace(body(composite("/c", "/d")), first);
    assertThat(ids(second)).containsExactly(1);
    ContainerDefinition third =
        ContainerBody.replace(body(composite("/a", "/b"), composite("/c", "/d")), second);
    assertThat(ids(third)).containsExactly(2, 1);
    ContainerDefinition none = ContainerBody.replace(body(), third);
    assertThat(ids(ContainerBody.replace(body(composite("/e", "/f")), none))).containsExactly(3);
  }

  @Test
  void sameIndexTwiceCountsOnce() {
    assertThat(ids(ContainerBody.create(body(composite("/a", "/b"), composite("/a", "/b")))))
        .containsExactly(0);
  }
}
