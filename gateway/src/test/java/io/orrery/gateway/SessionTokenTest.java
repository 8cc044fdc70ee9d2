// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTokenTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1:5 | 1:5",
        "1:5 | 1:7 | 1:7",
        "1:7 | 1:5 | 1:7",
        "1:5 | 2:3 | 1:5,2:3",
        "2:3 | 1:5 | 1:5,2:3",
        "1:5,3:9 | 2:1 | 1:5,2:1,3:9",
        "1:5,3:9 | 1:6,2:4,3:8 | 1:6,2:4,3:9",
        "2:0 | 0:0,2:1,7:3 | 0:0,2:1,7:3",
      })
  void ofEachPartitionTheFartherOneCounts(String one, String other, String both) {
    SessionToken left = SessionToken.parse(one);
    SessionToken right = SessionToken.parse(other);
    assertThat(left.merge(right)).hasToString(both);
    assertThat(right.merge(left)).hasToString(both);
  }
}
