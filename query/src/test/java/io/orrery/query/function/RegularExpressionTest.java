// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

class RegularExpressionTest {

  @Test
  void searchesEndEvenIfTheyWouldTakeForever() {
    String text = "a".repeat(100) + "b";
    for (String pattern : List.of("^(a|aa)+(\\1)?$", "^(?:(a+)\\1?)+$", "(.*)*(.*)*(.*)*x\\1")) {
      assertThatThrownBy(() -> search(pattern, text))
          .as(pattern)
          .isInstanceOfSatisfying(
              OrreryException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
    }
  }

  @Test
  void aSearchThatDescendsTooDeepIsRefused() {
    assertThatThrownBy(() -> search("^(?:a|b(c))*$", "a".repeat(5_000_000)))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @Test
  void aPatternNestedTooDeepIsInvalid() {
    assertThat(RegularExpression.find("(".repeat(250) + "a" + ")".repeat(250), "")).isPresent();
    assertThat(RegularExpression.find("(".repeat(251) + "a" + ")".repeat(251), "")).isEmpty();
    assertThat(RegularExpression.find("()".repeat(1000), "")).isPresent();
  }

  @Test
  void aLongTextIsSearched() {
    assertThat(search("needle$", "hay ".repeat(500_000) + "needle")).isTrue();
  }

  @Test
  void aPatternIsCompiledOnce() {
    assertThat(RegularExpression.find("a+b", "i").orElseThrow())
        .isSameAs(RegularExpression.find("a+b", "i").orElseThrow());
    assertThat(RegularExpression.find("a+b", "").orElseThrow())
        .isNotSameAs(RegularExpression.find("a+b", "i").orElseThrow());
  }

  private static boolean search(String pattern, String text) {
    return RegularExpression.find(pattern, "").orElseThrow().search(text, Matcher::find);
  }
}
