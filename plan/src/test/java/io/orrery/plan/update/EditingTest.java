// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.update.Edit.Arithmetic;
import io.orrery.plan.update.Edit.Parents;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EditingTest {
  private static final long NOW = 1_700_000_000_123L;
  private static final String ITEM = "{'n':1,'o':{'p':true},'a':[1,2,3],'t':'x'}";
  private static final Value NINE = new Value.Int32(9);

  private static byte[] stored(String json) {
    return StoredItems.fromJson(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static String json(byte[] stored) {
    return new String(StoredItems.toJson(stored), StandardCharsets.UTF_8).replace('"', '\'');
  }

  private static Editing.Edited apply(String item, Edit... edits) {
    return Editing.apply(Update.of(edits), stored(item), false, NOW);
  }

  private static String edited(String item, Edit... edits) {
    return json(((Editing.Edited.Done) apply(item, edits)).stored());
  }

  private static EditFailure failure(Edit... edits) {
    return ((Editing.Edited.Failed) apply(ITEM, edits)).failure();
  }

  private static List<String> path(String text) {
    return List.of(text.split("/"));
  }

  static Stream<Arguments> edits() {
    PlanExpression greaterOne =
        new PlanExpression.Compare(
            ComparisonSemantics.BSON,
            PlanExpression.Operator.GREATER,
            new PlanExpression.Path(PlanExpression.Root.Element.ELEMENT, List.of()),
            new PlanExpression.Constant(new Value.Int32(1)));
    return Stream.of(
        Arguments.of(new Edit.Set(path("o/q"), NINE, Parents.REQUIRED), "'o':{'p':true,'q':9}"),
        Arguments.of(new Edit.Set(path("x/y/z"), NINE, Parents.CREATED), "'x':{'y':{'z':9}}"),
        Arguments.of(new Edit.Set(path("a/5"), NINE, Parents.CREATED), "'a':[1,2,3,null,null,9]"),
        Arguments.of(new Edit.Set(path("a/3/b"), NINE, Parents.CREATED), "'a':[1,2,3,{'b':9}]"),
        Arguments.of(new Edit.SetOnInsert(path("n"), NINE), "'n':1,"),
        Arguments.of(new Edit.Add(path("a/1"), NINE), "'a':[1,9,2,3]"),
        Arguments.of(new Edit.Add(path("a/-"), NINE), "'a':[1,2,3,9]"),
        Arguments.of(new Edit.Replace(path("o/p"), NINE), "'o':{'p':9}"),
        Arguments.of(new Edit.Remove(path("a/0"), true), "'a':[2,3]"),
        Arguments.of(new Edit.Remove(path("a/0"), false), "'a':[null,2,3]"),
        Arguments.of(new Edit.Remove(path("x/y"), false), "{'n':1,'o':{'p':true}"),
        Arguments.of(new Edit.Minimum(path("n"), NINE, ValueOrder.SQL), "'n':1,"),
        Arguments.of(new Edit.Maximum(path("n"), NINE, ValueOrder.SQL), "'n':9,"),
        Arguments.of(new Edit.Maximum(path("m/x"), NINE, ValueOrder.SQL), "'m':{'x':9}"),
        // Booleans stand below numbers in SQL, behind documents in BSON.
        Arguments.of(new Edit.Minimum(path("o/p"), NINE, ValueOrder.SQL), "'o':{'p':true}"),
        Arguments.of(new Edit.Minimum(path("o/p"), NINE, ValueOrder.BSON), "'o':{'p':9}"),
        Arguments.of(new Edit.Maximum(path("o/p"), NINE, ValueOrder.BSON), "'o':{'p':true}"),
        Arguments.of(new Edit.Move(path("n"), path("o/n"), true), "'o':{'p':true,'n':1}"),
        Arguments.of(new Edit.Move(path("n"), path("x/y"), false), "'x':{'y':1}"),
        Arguments.of(new Edit.Move(path("none"), path("x"), false), "{'n':1,'o'"),
        Arguments.of(
            new Edit.Push(path("a"), List.of(NINE, NINE), Integer.MAX_VALUE), "'a':[1,2,3,9,9]"),
        Arguments.of(new Edit.Push(path("a"), List.of(NINE), 1), "'a':[1,9,2,3]"),
        Arguments.of(new Edit.Push(path("a"), List.of(NINE), -1), "'a':[1,2,9,3]"),
        Arguments.of(new Edit.Push(path("b/c"), List.of(NINE), 0), "'b':{'c':[9]}"),
        Arguments.of(
            new Edit.AddToSet(
                path("a"), List.of(new Value.Float64(2), NINE, NINE), ValueOrder.BSON),
            "'a':[1,2,3,9]"),
        Arguments.of(
            new Edit.AddToSet(path("a"), List.of(new Value.Float64(2)), ValueOrder.CQL),
            "'a':[1,2,3,2]"),
        Arguments.of(new Edit.Pull(path("a"), greaterOne), "'a':[1]"),
        Arguments.of(new Edit.Pull(path("none"), greaterOne), "'a':[1,2,3]"),
        Arguments.of(
            new Edit.CurrentTime(path("at"), Edit.TimeForm.DATE_TIME),
            "'at':'2023-11-14T22:13:20.123Z'"));
  }

  @ParameterizedTest
  @MethodSource("edits")
  void doesWhatItSays(Edit edit, String expected) {
    assertThat(edited(ITEM, edit)).contains(expected);
  }

  @Test
  void editsFollowEachOther() {
    assertThat(
            edited(
                "{}",
                new Edit.Set(path("c"), new Value.Int32(1), Parents.REQUIRED),
                increment("c", new Value.Int32(2), Arithmetic.JSON),
                new Edit.Move(path("c"), path("d"), true)))
        .isEqualTo("{'d':3}");
  }

  @Test
  void limitsCountWhatTheOtherEditsLeave() {
    Edit set = new Edit.Set(path("c"), new Value.Text("xy"), Parents.REQUIRED);
    // Two members with eight bytes each, names of one character, a number and a text of two.
    for (var limits : List.of(new MemberLimits(2, 32), new MemberLimits(100, 100))) {
      assertThat(edited("{'a':1}", set, new Edit.KeepWithin(limits))).isEqualTo("{'a':1,'c':'xy'}");
    }
    assertThat(exceeded(set, new MemberLimits(1, 32))).isEqualTo(EditFailure.Kind.TOO_MANY_MEMBERS);
    assertThat(exceeded(set, new MemberLimits(2, 31))).isEqualTo(EditFailure.Kind.TOO_LARGE);
  }

  private static EditFailure.Kind exceeded(Edit edit, MemberLimits limits) {
    Update update = Update.of(edit, new Edit.KeepWithin(limits));
    var failed = (Editing.Edited.Failed) Editing.apply(update, stored("{'a':1}"), false, NOW);
    return failed.failure().kind();
  }

  @Test
  void whatIsSetOnInsertIsSetThenAlone() {
    var update = Update.of(new Edit.SetOnInsert(path("x/y"), NINE));
    var inserted = (Editing.Edited.Done) Editing.apply(update, stored("{'k':1}"), true, NOW);

    assertThat(json(inserted.stored())).isEqualTo("{'k':1,'x':{'y':9}}");
  }

  private static Edit increment(String path, Value by, Arithmetic arithmetic) {
    return new Edit.Increment(path(path), by, arithmetic, Parents.CREATED);
  }

  private static Value sum(Value left, Value right, Arithmetic arithmetic) {
    var document = new Value.Document(new java.util.LinkedHashMap<>(java.util.Map.of("n", left)));
    var update = Update.of(increment("n", right, arithmetic));
    return switch (Editing.apply(update, StoredItems.encode(document), false, NOW)) {
      case Editing.Edited.Done(byte[] stored, _) ->
          ((Value.Document) StoredItems.decode(stored)).property("n");
      case Editing.Edited.Failed(EditFailure failure) -> new Value.Text(failure.kind().name());
    };
  }

  private static Value decimal(String text) {
    return Value.Decimal128.of(new BigDecimal(text));
  }

  @Test
  void numbersAddByTheirKinds() {
    Value most = new Value.Int64(Long.MAX_VALUE);
    Value one = new Value.Int32(1);
    assertThat(sum(one, one, Arithmetic.TYPED)).isEqualTo(new Value.Int32(2));
    assertThat(sum(new Value.Int32(Integer.MAX_VALUE), one, Arithmetic.TYPED))
        .isEqualTo(new Value.Int64(1L << 31));
    assertThat(sum(one, new Value.Int64(1), Arithmetic.TYPED)).isEqualTo(new Value.Int64(2));
    assertThat(sum(most, one, Arithmetic.TYPED)).isEqualTo(new Value.Text("SUM_OUT_OF_RANGE"));
    assertThat(sum(one, new Value.Float64(0.5), Arithmetic.TYPED))
        .isEqualTo(new Value.Float64(1.5));
    assertThat(sum(new Value.Float64(0.5), decimal("0.10"), Arithmetic.TYPED))
        .isEqualTo(decimal("0.60"));
    assertThat(sum(decimal("1"), new Value.Float64(Double.NaN), Arithmetic.TYPED))
        .isEqualTo(Value.Decimal128.NAN);
    assertThat(sum(Value.Decimal128.POSITIVE_INFINITY, one, Arithmetic.TYPED))
        .isEqualTo(Value.Decimal128.POSITIVE_INFINITY);
    assertThat(
            sum(
                decimal("9999999999999999999999999999999999E6111"),
                decimal("1E6111"),
                Arithmetic.TYPED))
        .isEqualTo(new Value.Text("SUM_OUT_OF_RANGE"));
    assertThat(sum(most, one, Arithmetic.JSON))
        .isEqualTo(new Value.Float64((double) Long.MAX_VALUE + 1));
    assertThat(
            sum(
                new Value.Float64(Double.MAX_VALUE),
                new Value.Float64(Double.MAX_VALUE),
                Arithmetic.JSON))
        .isEqualTo(new Value.Text("SUM_OUT_OF_RANGE"));
    assertThat(sum(one, decimal("1"), Arithmetic.JSON)).isEqualTo(new Value.Text("NOT_A_NUMBER"));
    assertThat(sum(new Value.Text("1"), one, Arithmetic.TYPED))
        .isEqualTo(new Value.Text("NOT_A_NUMBER"));
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        Arguments.of(new Edit.Set(path("x/y"), NINE, Parents.REQUIRED), "NO_PARENT x"),
        Arguments.of(new Edit.Set(path("n/y"), NINE, Parents.CREATED), "NO_PARENT n"),
        Arguments.of(new Edit.Set(path("a/3"), NINE, Parents.REQUIRED), "OUT_OF_BOUNDS a/3"),
        Arguments.of(new Edit.Set(path("a/9/z"), NINE, Parents.REQUIRED), "OUT_OF_BOUNDS a/9"),
        Arguments.of(new Edit.Set(path("a/01"), NINE, Parents.CREATED), "OUT_OF_BOUNDS a/01"),
        Arguments.of(
            new Edit.Set(path("a/1600000"), NINE, Parents.CREATED), "OUT_OF_BOUNDS a/1600000"),
        Arguments.of(new Edit.Add(path("a/4"), NINE), "OUT_OF_BOUNDS a/4"),
        Arguments.of(new Edit.Replace(path("none"), NINE), "ABSENT none"),
        Arguments.of(new Edit.Remove(path("none"), true), "ABSENT none"),
        Arguments.of(new Edit.Remove(path("a/-"), true), "OUT_OF_BOUNDS a/-"),
        Arguments.of(new Edit.Move(path("none"), path("n"), true), "NO_PARENT none"),
        Arguments.of(new Edit.Move(path("n/x"), path("n"), true), "NO_PARENT n"),
        Arguments.of(new Edit.Push(path("t"), List.of(NINE), 0), "NOT_AN_ARRAY t"),
        Arguments.of(new Edit.AddToSet(path("o"), List.of(NINE), ValueOrder.SQL), "NOT_AN_ARRAY o"),
        Arguments.of(increment("o", NINE, Arithmetic.TYPED), "NOT_A_NUMBER o"));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void saysWhatDoesNotFit(Edit edit, String expected) {
    EditFailure failure = failure(new Edit.Set(path("first"), NINE, Parents.REQUIRED), edit);

    assertThat(failure.edit()).isEqualTo(1);
    assertThat(failure.kind() + " " + String.join("/", failure.path().subList(0, failure.depth())))
        .isEqualTo(expected);
  }

  @Test
  void itemsThatWouldBeTooDeepAreRefused() {
    String deep = "[".repeat(127) + "]".repeat(127);
    Value value = StoredItems.decode(stored(deep));

    assertThat(edited(ITEM, new Edit.Set(path("n"), value, Parents.REQUIRED))).contains(deep);
    EditFailure failure = failure(new Edit.Set(path("o/p"), value, Parents.REQUIRED));
    assertThat(failure.kind()).isEqualTo(EditFailure.Kind.TOO_DEEP);
    assertThat(failure.edit()).isEqualTo(-1);
  }

  @Test
  void theItemSaysHowLongItLives() {
    assertThat(lifetime("60")).isEqualTo("60");
    assertThat(lifetime("-1")).isEqualTo("-1");
    assertThat(lifetime("5.0")).isEqualTo("5");
    for (String bad : List.of("0", "-2", "1.5", "null", "'x'", "3000000000")) {
      assertThat(lifetime(bad)).as(bad).isEqualTo("BAD_LIFETIME");
    }
  }

  private static String lifetime(String json) {
    Value value = StoredItems.decode(stored(json));
    var edit = new Edit.Set(List.of("ttl"), value, Parents.REQUIRED);
    var update = new Update(List.of(edit), null, "ttl", true);
    return switch (Editing.apply(update, stored("{}"), false, NOW)) {
      case Editing.Edited.Done(_, int seconds) -> "" + seconds;
      case Editing.Edited.Failed(EditFailure failure) -> failure.kind().name();
    };
  }

  @Test
  void conditionsAreAskedOfTheItem() {
    PlanExpression condition =
        new PlanExpression.Exists(
            new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of("o", "p")));
    Update update = new Update(List.of(), condition, null, false);

    assertThat(Editing.isMet(update, stored(ITEM))).isTrue();
    assertThat(Editing.isMet(update, stored("{'o':1}"))).isFalse();
    assertThat(Editing.isMet(Update.of(), stored("{}"))).isTrue();
  }
}
