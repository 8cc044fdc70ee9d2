// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.expression.PlanExpression.Operator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluatorTest {
  private static final Value UNDEFINED = Undefined.UNDEFINED;

  private static Value json(String json) {
    return StoredItems.decode(StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static PlanExpression path(String dotted) {
    return new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(dotted.split("\\.")));
  }

  private static PlanExpression compare(
      ComparisonSemantics semantics, String path, Operator operator, String constant) {
    return new PlanExpression.Compare(
        semantics, operator, path(path), new PlanExpression.Constant(json(constant)));
  }

  private static Value evaluate(String item, PlanExpression expression) {
    RowValues row = new RowValues();
    row.enter(json(item));
    return new Evaluator(row).evaluate(expression);
  }

  /// What each API says of the same comparison: t, f, or u for undefined.
  @ParameterizedTest(name = "{0}: {1} {2} {3}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        // item; path; operator; constant; SQL, BSON, CQL, OData
        "{\"a\":1};a;EQUAL;1.0;ttft",
        "{\"a\":1};a;NOT_EQUAL;2;tttt",
        "{\"a\":1};a;EQUAL;\"1\";ffff",
        "{\"a\":1};a;NOT_EQUAL;\"1\";ttff",
        "{\"a\":1};a;LESS;\"1\";ufff",
        "{\"a\":1};a;GREATER_OR_EQUAL;1;tttt",
        "{\"a\":1};b;EQUAL;1;ufff",
        "{\"a\":1};b;NOT_EQUAL;1;utff",
        "{\"a\":1};b;EQUAL;null;utff",
        "{\"a\":null};a;EQUAL;null;ttff",
        "{\"a\":null};a;LESS_OR_EQUAL;null;ttff",
        "{\"a\":null};a;LESS;1;ufff",
        "{\"a\":true};a;GREATER;false;tttt",
        "{\"a\":[1,5]};a;EQUAL;5;ftff",
        "{\"a\":[1,5]};a;NOT_EQUAL;5;tfff",
        "{\"a\":[1,5]};a;GREATER;4;utff",
        "{\"a\":[1,5]};a;LESS;0;ufff",
        "{\"a\":[1,5]};a;EQUAL;[1,5];tttt",
        "{\"a\":[[1,5]]};a;EQUAL;[1,5];ftff",
        "{\"a\":[{\"b\":1},{\"b\":7}]};a.b;EQUAL;7;utff",
        "{\"a\":[{\"b\":1},{\"c\":7}]};a.b;EQUAL;null;utff",
        "{\"a\":[{\"b\":1},{\"b\":[7,8]}]};a.b;EQUAL;8;utff",
        "{\"a\":[3,4]};a.1;EQUAL;4;utff",
        "{\"a\":{\"b\":{\"c\":2}}};a.b.c;GREATER;1;tttt",
        "{\"a\":{\"x\":1}};a;EQUAL;{\"x\":1};tttt",
      })
  void comparisonsAreThoseOfTheApi(
      String item, String path, Operator operator, String constant, String expected) {
    StringBuilder found = new StringBuilder();
    for (ComparisonSemantics semantics : ComparisonSemantics.values()) {
      Value value = evaluate(item, compare(semantics, path, operator, constant));
      found.append(value.equals(UNDEFINED) ? 'u' : value.equals(Bool.TRUE) ? 't' : 'f');
    }
    assertThat(found).hasToString(expected);
  }

  @Test
  void logicHasThreeValues() {
    PlanExpression yes = new PlanExpression.Constant(Bool.TRUE);
    PlanExpression no = new PlanExpression.Constant(Bool.FALSE);
    PlanExpression unknown = path("missing");
    assertThat(evaluate("{}", new PlanExpression.And(List.of(yes, unknown)))).isEqualTo(UNDEFINED);
    assertThat(evaluate("{}", new PlanExpression.And(List.of(unknown, no)))).isEqualTo(Bool.FALSE);
    assertThat(evaluate("{}", new PlanExpression.Or(List.of(no, unknown)))).isEqualTo(UNDEFINED);
    assertThat(evaluate("{}", new PlanExpression.Or(List.of(unknown, yes)))).isEqualTo(Bool.TRUE);
    assertThat(evaluate("{}", new PlanExpression.Not(unknown))).isEqualTo(UNDEFINED);
    assertThat(evaluate("{}", new PlanExpression.And(List.of()))).isEqualTo(Bool.TRUE);
    assertThat(evaluate("{}", new PlanExpression.Or(List.of()))).isEqualTo(Bool.FALSE);
  }

  @Test
  void inIsAChainOfOr() {
    List<Value> values = List.of(new Value.Int32(1), new Value.Text("x"));
    assertThat(evaluate("{\"a\":1.0}", in(ComparisonSemantics.SQL, values))).isEqualTo(Bool.TRUE);
    assertThat(evaluate("{\"a\":2}", in(ComparisonSemantics.SQL, values))).isEqualTo(Bool.FALSE);
    assertThat(evaluate("{}", in(ComparisonSemantics.SQL, values))).isEqualTo(UNDEFINED);
    assertThat(evaluate("{\"a\":[3,\"x\"]}", in(ComparisonSemantics.BSON, values)))
        .isEqualTo(Bool.TRUE);
  }

  private static PlanExpression in(ComparisonSemantics semantics, List<Value> values) {
    return new PlanExpression.In(semantics, path("a"), values);
  }

  @Test
  void kindsAndPresenceAreAskedFor() {
    assertThat(evaluate("{\"a\":null}", new PlanExpression.Exists(path("a")))).isEqualTo(Bool.TRUE);
    assertThat(evaluate("{}", new PlanExpression.Exists(path("a")))).isEqualTo(Bool.FALSE);
    List<Value.Kind> texts = List.of(Value.Kind.TEXT);
    String item = "{\"a\":[1,\"x\"]}";
    assertThat(
            evaluate(item, new PlanExpression.HasKind(ComparisonSemantics.SQL, path("a"), texts)))
        .isEqualTo(Bool.FALSE);
    assertThat(
            evaluate(item, new PlanExpression.HasKind(ComparisonSemantics.BSON, path("a"), texts)))
        .isEqualTo(Bool.TRUE);
  }

  @Test
  void oneElementMeetsAllOfACondition() {
    PlanExpression both =
        new PlanExpression.And(
            List.of(element("x", Operator.GREATER, "2"), element("y", Operator.EQUAL, "1")));
    PlanExpression any = new PlanExpression.AnyElement(path("a"), both);
    assertThat(evaluate("{\"a\":[{\"x\":1,\"y\":1},{\"x\":3,\"y\":1}]}", any)).isEqualTo(Bool.TRUE);
    assertThat(evaluate("{\"a\":[{\"x\":1,\"y\":1},{\"x\":3,\"y\":2}]}", any))
        .isEqualTo(Bool.FALSE);
  }

  private static PlanExpression element(String name, Operator operator, String constant) {
    return new PlanExpression.Compare(
        ComparisonSemantics.BSON,
        operator,
        new PlanExpression.Path(PlanExpression.Root.Element.ELEMENT, List.of(name)),
        new PlanExpression.Constant(json(constant)));
  }
}
