// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Stages and accumulators, case by case: `stages-*.txt`. Types, order and bytes of results count.
class StageCasesTest {
  private static PipelineBed bed;

  @BeforeAll
  static void open() {
    bed = new PipelineBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  static Stream<String> cases() {
    return Stream.of("rows", "groups", "joins", "windows")
        .flatMap(name -> CaseFile.lines("stages-" + name + ".txt").stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aPipelineMakesWhatItShould(String line) {
    CaseFile.check(
        line,
        StageCasesTest::run,
        (expected, actual) ->
            assertThat(stored(actual))
                .as("made %s", actual)
                .isEqualTo(stored(PipelineBed.documents(expected))));
  }

  private static List<String> stored(List<Value.Document> documents) {
    return documents.stream()
        .map(each -> HexFormat.of().formatHex(StoredItems.encode(each)))
        .toList();
  }

  private static List<Value.Document> run(String text) {
    String[] parts = text.split(" :: ", -1);
    Value collections =
        CaseFile.document("{all: " + (parts.length > 1 ? parts[1] : "[]") + "}").property("all");
    return bed.inMemory(PipelineBed.documents(parts[0]), collections);
  }
}
