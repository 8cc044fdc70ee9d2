// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The cases in `evaluate/expressions.txt` and `evaluate/queries.txt`.
class CasesTest {

  @TestFactory
  Stream<DynamicTest> expressions() {
    return lines("expressions.txt").stream()
        .map(
            line -> {
              int arrow = line.lastIndexOf(" => ");
              String expression = line.substring(0, arrow);
              String expected = line.substring(arrow + 4).strip();
              return DynamicTest.dynamicTest(line, () -> checkExpression(expression, expected));
            });
  }

  /// As a constant, in each row, and with all literals taken from the item.
  private static void checkExpression(String expression, String expected) {
    String rows = expected.equals("undefined") ? "[]" : "[" + normal(expected) + "]";
    assertThat(rows("SELECT VALUE " + expression, List.of())).isEqualTo(rows);
    String text = "SELECT VALUE (" + expression + ") FROM c";
    assertThat(rows(text, Evaluations.items("{}"))).isEqualTo(rows);
    Query query = Parser.parse(text);
    if (query.select().projection() instanceof Query.Single(Expression value)) {
      Unfolded unfolded = new Unfolded(value);
      Query.Select select = new Query.Select(false, null, new Query.Single(unfolded.expression()));
      CompiledQuery compiled =
          CompiledQuery.compile(
              new Query(select, query.from(), null, List.of(), List.of(), false, null),
              Evaluations.SETTINGS);
      List<Value> results = InMemory.run(compiled, List.of(unfolded.item()), Evaluations.budget());
      assertThat(Evaluations.json(results)).isEqualTo(rows);
    }
  }

  @TestFactory
  Stream<DynamicTest> queries() {
    List<DynamicTest> tests = new ArrayList<>();
    List<String> items = new ArrayList<>();
    String query = "";
    for (String line : lines("queries.txt")) {
      String content = line.substring(1).strip();
      switch (line.charAt(0)) {
        case '>' -> {
          if (!query.isEmpty()) {
            items.clear();
            query = "";
          }
          items.add(content);
        }
        case '?' -> query = content;
        default -> tests.add(test(query, items.toArray(String[]::new), line));
      }
    }
    return tests.stream();
  }

  private static DynamicTest test(String query, String[] items, String outcome) {
    String expected = outcome.substring(1).strip();
    return DynamicTest.dynamicTest(
        query,
        () -> {
          if (outcome.charAt(0) == '=') {
            assertThat(rows(query, Evaluations.items(items))).isEqualTo(normal(expected));
          } else {
            checkFailure(query, Evaluations.items(items), expected);
          }
        });
  }

  private static void checkFailure(String query, List<QueriedItem> items, String expected) {
    if (expected.equals("parse")) {
      assertThatThrownBy(() -> rows(query, items)).isInstanceOf(QueryException.class);
      return;
    }
    int space = expected.indexOf(' ');
    assertThatThrownBy(() -> rows(query, items))
        .isInstanceOfSatisfying(
            OrreryException.class,
            e -> assertThat(e.code().name()).isEqualTo(expected.substring(0, space)))
        .hasMessageContaining(expected.substring(space + 1));
  }

  private static String rows(String query, List<QueriedItem> items) {
    List<Value> rows = Evaluations.run(query, items);
    return Evaluations.json(rows);
  }

  private static String normal(String json) {
    return Evaluations.json(Evaluations.value(json));
  }

  private static List<String> lines(String file) {
    String resource = "/evaluate/" + file;
    try (InputStream in = CasesTest.class.getResourceAsStream(resource)) {
      String text =
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }
}
