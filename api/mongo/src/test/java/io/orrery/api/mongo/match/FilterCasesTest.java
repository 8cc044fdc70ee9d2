// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The operators of filters, case by case: `filters.txt`, and kind by kind: `filters-by-kind.txt`,
/// with schemas: `schemas.txt`, and about places: `places.txt`.
class FilterCasesTest {

  static Stream<String> cases() {
    return Stream.of("filters.txt", "filters-by-kind.txt", "schemas.txt", "places.txt")
        .flatMap(file -> CaseFile.lines(file).stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aFilterPassesWhatItShould(String line) {
    if (line.contains(" !! ")) {
      String[] parts = line.split(" !! ", -1);
      CaseFile.requireRefusal(() -> FilterReader.read(CaseFile.document(parts[0])), parts[1]);
      return;
    }
    String[] parts = line.split(" ::", 2);
    String[] sides = parts[1].split(";;", 2);
    Filter filter = FilterReader.read(CaseFile.document(parts[0]));
    for (String passes : documents(sides[0])) {
      assertThat(Matching.matches(filter, CaseFile.document(passes))).as(passes).isTrue();
    }
    for (String fails : documents(sides[1])) {
      assertThat(Matching.matches(filter, CaseFile.document(fails))).as(fails).isFalse();
    }
  }

  private static List<String> documents(String side) {
    return Arrays.stream(side.split(" \\| ", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
