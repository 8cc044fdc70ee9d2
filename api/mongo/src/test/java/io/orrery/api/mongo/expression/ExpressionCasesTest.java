// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.CaseFile;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The operators of expressions, case by case: `expressions-*.txt`. Types and bytes of results
/// count.
class ExpressionCasesTest {
  private static final Value.DateTime NOW = new Value.DateTime(1_700_000_000_000L, 0);

  static Stream<String> cases() {
    return Stream.of("numbers", "texts", "arrays", "objects", "dates", "types", "forms")
        .flatMap(name -> CaseFile.lines("expressions-" + name + ".txt").stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anExpressionIsWhatItShouldBe(String line) {
    CaseFile.check(line, ExpressionCasesTest::value, ExpressionCasesTest::requireSame);
  }

  private static void requireSame(String text, Value actual) {
    if (text.strip().equals("missing")) {
      assertThat(actual).isEqualTo(Value.Undefined.UNDEFINED);
    } else {
      Value expected = CaseFile.document("{v: " + text + "}").property("v");
      assertThat(stored(actual)).as("is %s", actual).isEqualTo(stored(expected));
    }
  }

  private static byte[] stored(Value value) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("v", value);
    return StoredItems.encode(new Value.Document(fields));
  }

  private static Value value(String text) {
    String[] parts = text.split(" :: ", -1);
    Value.Document document = CaseFile.document(parts.length > 1 ? parts[1] : "{}");
    MongoExpression expression =
        ExpressionReader.PLAIN.read(CaseFile.document("{e: " + parts[0] + "}").property("e"));
    return ExpressionEvaluator.evaluate(
        expression, Variables.NONE.with(Variables.NOW, NOW).of(document));
  }
}
