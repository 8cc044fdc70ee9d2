// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Text;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// No function fills the memory: results larger than any answer are refused.
class LargeResultsTest {
  private static final Value LARGE = new Text("a".repeat(3 << 20));

  @Test
  void textsThatGrowTooLongAreRefused() {
    assertRefused("CONCAT", LARGE, LARGE);
    assertRefused("REPLACE", LARGE, new Text("a"), LARGE);
    assertRefused("StringJoin", new Array(List.of(LARGE, new Text(""))), LARGE);
    assertRefused("RegexReplaceAll", LARGE, new Text("a"), new Text("aa"));
    assertRefused("DateTimeFormat", new Text("2020-01-01"), new Text("x".repeat(5 << 20)));
  }

  @Test
  void arraysThatGrowTooLongAreRefused() {
    Value array = new Array(Collections.nCopies(600_000, new Int32(1)));
    assertRefused("ARRAY_CONCAT", array, array);
  }

  @Test
  void largeTextsAsSuchAreFine() {
    assertThat(call("LENGTH", LARGE)).isEqualTo(new Int32(3 << 20));
    assertThat(call("REPLACE", LARGE, new Text("a"), new Text(""))).isEqualTo(new Text(""));
    assertThat(call("CONCAT", LARGE, new Text("b"))).isInstanceOf(Text.class);
    assertThat(call("REPLICATE", new Text("ab"), new Int32(5000))).isInstanceOf(Text.class);
  }

  private static void assertRefused(String name, Value... arguments) {
    assertThatThrownBy(() -> call(name, arguments))
        .as(name)
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  private static Value call(String name, Value... arguments) {
    Function function = requireNonNull(Functions.find(name));
    return function.body().apply(arguments, new Timeless());
  }

  private static final class Timeless implements Surroundings {
    @Override
    public Instant started() {
      throw new AssertionError("none of these functions knows the time");
    }

    @Override
    public Instant now() {
      throw new AssertionError("none of these functions knows the time");
    }

    @Override
    public double random() {
      throw new AssertionError("none of these functions is random");
    }
  }
}
