// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.model.value.Value;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Why documents do not pass validators, case by case: `validations.txt`.
class ValidationCasesTest {

  static Stream<String> cases() {
    return CaseFile.lines("validations.txt").stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatIsRefusedIsExplained(String line) {
    String[] parts = line.split(" :: ", -1);
    Value.Document validator = CaseFile.document(parts[0]);
    Value.Document document = CaseFile.document(parts[1]);
    assertThat(Matching.matches(FilterReader.read(validator), document)).isFalse();
    assertThat(FailedClauses.explain(validator, document)).isEqualTo(CaseFile.document(parts[2]));
  }
}
