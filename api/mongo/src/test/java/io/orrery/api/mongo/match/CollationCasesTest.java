// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.Collations;
import io.orrery.model.container.Collation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Filters under collations, case by case: `collations.txt`.
class CollationCasesTest {

  static Stream<String> cases() {
    return CaseFile.lines("collations.txt").stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aFilterGoesByItsCollation(String line) {
    String[] parts = line.split(" :: ", 3);
    if (parts[0].contains(" !! ")) {
      String[] sides = parts[0].split(" !! ", -1);
      CaseFile.requireRefusal(() -> read(sides[0]), sides[1]);
      return;
    }
    Filter filter = read(parts[0]);
    String[] sides = parts[1].split(";;", 2);
    for (String passes : documents(sides[0])) {
      assertThat(Matching.matches(filter, CaseFile.document(passes))).as(passes).isTrue();
    }
    for (String fails : documents(sides[1])) {
      assertThat(Matching.matches(filter, CaseFile.document(fails))).as(fails).isFalse();
    }
  }

  private static Filter read(String text) {
    String[] parts = text.split(" & ", 2);
    Collation collation = Collations.read(CaseFile.document(parts[0]));
    return FilterReader.read(CollatedFilters.in(CaseFile.document(parts[1]), collation));
  }

  private static List<String> documents(String side) {
    return Arrays.stream(side.split(" \\| ", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
