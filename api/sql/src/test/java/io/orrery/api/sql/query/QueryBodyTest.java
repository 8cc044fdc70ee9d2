// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.api.sql.protocol.Members;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import org.junit.jupiter.api.Test;

class QueryBodyTest {
  private static QueryBody body(String parameters) {
    return QueryBody.of(
        Members.of(
            (Value.Document)
                Json.parse("{\"query\":\"SELECT @a\",\"parameters\":%s}".formatted(parameters))));
  }

  @Test
  void aParameterHasOneValue() {
    assertThatThrownBy(() -> body("[{\"name\":\"@a\",\"value\":1},{\"name\":\"@a\",\"value\":1}]"))
        .hasMessage("Invalid query. Specified duplicate parameter name '@a'.");
  }

  @Test
  void aParameterMayHaveNone() {
    assertThat(body("[]").parameters()).isEmpty();
    assertThat(body("null").parameters()).isEmpty();
    assertThat(body("[{\"name\":\"@a\"}]").parameters())
        .containsEntry("@a", Value.Undefined.UNDEFINED);
  }
}
