// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The cases of the data files under `functions`, one test each.
class FunctionsTest {
  private static final int CASES_PER_FUNCTION_MIN = 5;

  private static final Percentage CLOSE = Percentage.withPercentage(1e-5);

  /// A query that began at one instant and is now at another.
  private static final Surroundings SURROUNDINGS =
      new FixedSurroundings(
          Instant.parse("2020-08-13T23:19:54.3002652Z"),
          Instant.parse("2020-08-13T23:19:55.9999999Z"),
          0.25);

  @TestFactory
  Stream<DynamicTest> cases() throws IOException, URISyntaxException {
    return readCases().stream()
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> check(each)));
  }

  @Test
  void everyFunctionHasCases() throws IOException, URISyntaxException {
    Map<String, Long> counts =
        readCases().stream()
            .map(each -> requireNonNull(Functions.find(each.name()), each.place()).name())
            .collect(groupingBy(name -> name, counting()));
    assertThat(Functions.all())
        .allSatisfy(
            function ->
                assertThat(counts.getOrDefault(function.name(), 0L))
                    .as(function.name())
                    .isGreaterThanOrEqualTo(casesMin(function)));
  }

  /// There is but one way to call a function without arguments.
  private static long casesMin(Function function) {
    return function.argumentsMax() == 0 ? 1 : CASES_PER_FUNCTION_MIN;
  }

  @Test
  void namesAreFoundInAnyCase() {
    assertThat(Functions.find("array_contains")).isSameAs(Functions.find("ARRAY_CONTAINS"));
    assertThat(Functions.find("DATETIMEADD")).isSameAs(Functions.find("DateTimeAdd"));
    assertThat(Functions.find("no_such_function")).isNull();
  }

  private static List<FunctionCase> readCases() throws IOException, URISyntaxException {
    URL directory = requireNonNull(FunctionsTest.class.getResource("/functions"));
    return FunctionCase.readAll(Path.of(directory.toURI()));
  }

  private static void check(FunctionCase each) {
    Function function = requireNonNull(Functions.find(each.name()), "no function " + each.name());
    assertThat(function.takes(each.arguments().size())).as(each.toString()).isTrue();
    Value[] arguments = each.arguments().toArray(Value[]::new);
    String expected = each.expected();
    if (expected.startsWith("error ")) {
      assertThatThrownBy(() -> function.body().apply(arguments, SURROUNDINGS))
          .as(each.toString())
          .isInstanceOfSatisfying(
              OrreryException.class,
              failure ->
                  assertThat(failure.code()).isEqualTo(ErrorCode.valueOf(expected.substring(6))));
      return;
    }
    Value actual = function.body().apply(arguments, SURROUNDINGS);
    if (expected.startsWith("~")) {
      assertThat(Numbers.toDouble(actual))
          .as(each.toString())
          .isCloseTo(Double.parseDouble(expected.substring(1)), CLOSE);
    } else {
      assertThat(actual).as(each.toString()).isEqualTo(FunctionCase.value(expected));
    }
  }
}
