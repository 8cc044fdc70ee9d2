// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.WriteCommand.UpdatePipeline;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Updates by pipelines, case by case: `pipeline-updates.txt`.
class PipelineUpdateCasesTest {

  static Stream<String> cases() {
    return CaseFile.lines("pipeline-updates.txt").stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anUpdateMakesWhatItShould(String line) {
    CaseFile.check(
        line,
        PipelineUpdateCasesTest::apply,
        (expected, actual) ->
            assertThat(StoredItems.encode(actual))
                .isEqualTo(StoredItems.encode(CaseFile.document(expected))));
  }

  private static Value.Document apply(String text) {
    String[] parts = text.split(" :: ", -1);
    List<Value.Document> stages = new ArrayList<>();
    if (CaseFile.document("{all: " + parts[1] + "}").property("all")
        instanceof Value.Array(List<Value> elements)) {
      elements.forEach(each -> stages.add((Value.Document) each));
    }
    var variables =
        new CommandVariables(
            new Value.Document(new LinkedHashMap<>()),
            new Value.DateTime(1_700_000_000_000L, 0),
            Optional.empty());
    return PipedChanges.apply(new UpdatePipeline(stages, variables), CaseFile.document(parts[0]));
  }
}
