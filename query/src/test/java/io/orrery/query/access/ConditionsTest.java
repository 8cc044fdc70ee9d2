// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.query.plan.Constants;
import io.orrery.query.syntax.Parser;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a filter tells an index: never more than the filter says.
class ConditionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "c.a = 1 | /a in [1, 1]",
        "1 = c.a | /a in [1, 1]",
        "c.a > 1 AND c.a <= 5 | /a in (1, 5]",
        "5 > c['a'] | /a in <FLOAT64, 5)",
        "c.a.b >= 'x' | /a/b in [x, TEXT>",
        "c.a = 1 AND c.b = 2 | all(/a in [1, 1]; /b in [2, 2])",
        "c.a = 1 OR c.b = 2 | any(/a in [1, 1]; /b in [2, 2])",
        "c.a IN (1, 'x') | any(/a in [1, 1]; /a in [x, x])",
        "c.a BETWEEN 1 AND 3 | /a in [1, 3]",
        "c.a NOT BETWEEN 1 AND 3 | anything",
        "c.a != 1 | anything",
        "NOT (c.a = 1) | anything",
        "c.a = 1 OR c.b != 2 | anything",
        "c.a = 1 AND c.b != 2 | /a in [1, 1]",
        "STARTSWITH(c.a, 'ab') | /a in [ab, ac)",
        "STARTSWITH(c.a, 'ab', true) | /a in <TEXT, TEXT>",
        "c.a LIKE 'ab%' | /a in [ab, ac)",
        "c.a LIKE '%ab' | /a in <TEXT, TEXT>",
        "c.a LIKE 'a!%b%' ESCAPE '!' | /a in [a%b, a%c)",
        "IS_DEFINED(c.a) | /a in <NULL, MAPPING>",
        "IS_NULL(c.a) | /a in [null, null]",
        "IS_ARRAY(c.a) | /a in <ARRAY, ARRAY>",
        "c.a = [1] | /a in <ARRAY, ARRAY>",
        "c.a | /a in [true, true]",
        "c.a[0] = 1 | /a/[] in [1, 1]",
        "ARRAY_CONTAINS(c.tags, 'x') | /tags/[] in [x, x]",
        "ARRAY_CONTAINS([1, 2], c.a) | any(/a in [1, 1]; /a in [2, 2])",
        "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t.k = 1) | /tags/[]/k in [1, 1]",
        "EXISTS(SELECT VALUE COUNT(1) FROM t IN c.tags WHERE t.k = 1) | anything",
        "c.a = @p | /a in [7, 7]",
        "c.a = -1 | /a in [-1, -1]",
        "c.a = 1 AND c.a = 2 | nothing",
        "c.a > 5 AND c.a < 3 | nothing",
        "false | nothing",
        "c.a = undefined | nothing",
        "c.a = c.b | anything",
        "LENGTH(c.a) = 3 | anything"
      })
  void conditionsOfFilters(String filter, String condition) {
    var query = Parser.parse("SELECT * FROM c WHERE " + filter);
    Constants constants = Constants.of(Map.of("@p", new Value.Int32(7)));
    assertThat(text(Conditions.of(query, constants))).isEqualTo(condition);
  }

  private static String text(Condition condition) {
    return switch (condition) {
      case Condition.Anything _ -> "anything";
      case Condition.Nothing _ -> "nothing";
      case Condition.All(List<Condition> parts) -> "all(" + texts(parts) + ")";
      case Condition.Any(List<Condition> parts) -> "any(" + texts(parts) + ")";
      case Condition.Values(var path, Interval interval, boolean _) ->
          path.stream().map(ConditionsTest::text).collect(Collectors.joining())
              + " in "
              + lower(interval.lower())
              + ", "
              + upper(interval.upper());
    };
  }

  private static String lower(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> (inclusive ? "[" : "(") + text(value);
      case Bound.Before(Kind kind) -> "<" + kind;
      case Bound.Behind(Kind kind) -> kind + ">";
    };
  }

  private static String upper(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> text(value) + (inclusive ? "]" : ")");
      case Bound.Before(Kind kind) -> "<" + kind;
      case Bound.Behind(Kind kind) -> kind + ">";
    };
  }

  /// A comparison with a value of any kind is looked up in the index among the values of its kind.
  @Test
  void rangesOfEveryKind() {
    List<Value> values =
        List.of(
            Value.Bool.TRUE,
            new Value.Int64(1),
            Value.Decimal128.of(BigDecimal.TEN),
            new Value.Text("a"),
            new Value.Binary(new byte[0], 0),
            new Value.Uuid(new UUID(1, 2)),
            new Value.ObjectId(1, 2),
            new Value.Date(1),
            new Value.Time(1),
            new Value.DateTime(1, 0),
            new Value.Timestamp(1));
    for (Value value : values) {
      var query = Parser.parse("SELECT * FROM c WHERE c.a >= @p AND c.a < @p");
      assertThat(Conditions.of(query, Constants.of(Map.of("@p", value))))
          .isEqualTo(Condition.Nothing.NOTHING);
      query = Parser.parse("SELECT * FROM c WHERE c.a >= @p");
      Interval from = Interval.ofKind(value.kind(), ValueOrder.SQL).startingAt(value, true);
      assertThat(Conditions.of(query, Constants.of(Map.of("@p", value))))
          .isEqualTo(new Condition.Values(List.of(new IndexPath.Name("a")), from, true));
      assertThat(from.isEmpty()).isFalse();
      assertThat(from.intersect(Interval.TEXTS).isEmpty()).isEqualTo(value.kind() != Kind.TEXT);
    }
  }

  private static String texts(List<Condition> parts) {
    return parts.stream().map(ConditionsTest::text).collect(Collectors.joining("; "));
  }

  private static String text(IndexPath.Segment segment) {
    return switch (segment) {
      case IndexPath.Name(String name) -> "/" + name;
      case IndexPath.Elements _ -> "/[]";
    };
  }

  private static String text(Value value) {
    return switch (value) {
      case Value.Null _ -> "null";
      case Value.Bool bool -> Boolean.toString(bool.isTrue());
      case Value.Int32(int number) -> Integer.toString(number);
      case Value.Text(String text) -> text;
      default -> value.toString();
    };
  }
}
