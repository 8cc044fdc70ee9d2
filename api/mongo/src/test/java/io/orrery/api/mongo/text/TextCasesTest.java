// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.orrery.api.mongo.CaseFile;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.model.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches for words, case by case: `texts.txt`.
class TextCasesTest {

  static Stream<String> cases() {
    return CaseFile.lines("texts.txt").stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aSearchFindsWhatItShould(String line) {
    String[] parts = line.split(" & ", 2);
    Value.Document index = CaseFile.document(parts[0]);
    if (parts[1].contains(" !! ")) {
      String[] sides = parts[1].split(" !! ", -1);
      CaseFile.requireRefusal(() -> bound(index, sides[0]), sides[1]);
    } else if (parts[1].contains(" => ")) {
      String[] sides = parts[1].split(" (::|=>) ", 3);
      TextSearch search = TextSpec.read(bound(index, sides[0]).property(TextSpec.NAME));
      assertThat(search.score(CaseFile.document(sides[1])))
          .isCloseTo(Double.parseDouble(sides[2].strip()), within(1e-9));
    } else {
      String[] sides = parts[1].split(" :: ", 2);
      Filter filter = FilterReader.read(bound(index, sides[0]));
      String[] documents = sides[1].split(";;", 2);
      for (String passes : documents(documents[0])) {
        assertThat(Matching.matches(filter, CaseFile.document(passes))).as(passes).isTrue();
      }
      for (String fails : documents(documents[1])) {
        assertThat(Matching.matches(filter, CaseFile.document(fails))).as(fails).isFalse();
      }
    }
  }

  private static Value.Document bound(Value.Document index, String filter) {
    Value.Document read = CaseFile.document(filter);
    Optional<TextIndex> text = TextIndex.of((Value.Document) index.property("key"), index);
    return TextBinding.of(read, text).orElseThrow().filter(read);
  }

  private static List<String> documents(String side) {
    return Arrays.stream(side.split(" \\| ", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
