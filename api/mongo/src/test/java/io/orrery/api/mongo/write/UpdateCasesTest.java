// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.model.container.Collation;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The operators of updates, case by case: `updates.txt`, and kind by kind: `updates-by-kind.txt`.
class UpdateCasesTest {

  static Stream<String> cases() {
    return Stream.of("updates.txt", "updates-by-kind.txt")
        .flatMap(file -> CaseFile.lines(file).stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anUpdateMakesWhatItShould(String line) {
    CaseFile.check(
        line,
        UpdateCasesTest::apply,
        (expected, actual) ->
            assertThat(StoredItems.encode(actual))
                .isEqualTo(StoredItems.encode(CaseFile.document(expected))));
  }

  private static Value apply(String text) {
    String[] parts = text.split(" :: ", -1);
    Value.Document before = CaseFile.document(parts[1]);
    List<Value.Document> arrayFilters = new ArrayList<>();
    if (parts.length > 3
        && CaseFile.document("{all: " + parts[3] + "}").property("all")
            instanceof Value.Array(List<Value> filters)) {
      filters.forEach(each -> arrayFilters.add((Value.Document) each));
    }
    Collation collation =
        parts.length > 4 ? Collations.read(CaseFile.document(parts[4])) : Collation.SIMPLE;
    var places =
        new ConcretePaths(FilterReader.read(CaseFile.document(parts[0])), arrayFilters, collation);
    var operators = UpdateOperators.read(CaseFile.document(parts[2]), collation);
    var update = new Update(operators.edits(before, places), null, null, false);
    return switch (Editing.apply(update, StoredItems.encode(before), false, 0)) {
      case Editing.Edited.Done(byte[] stored, int _) -> StoredItems.decode(stored);
      case Editing.Edited.Failed(var failure) -> throw EditFailures.failure(failure);
    };
  }
}
