// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.throughput.Charges;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.update.Edit;
import io.orrery.plan.update.EditFailure;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Updates inside apply: everything that hangs on an item follows from what they make of it.
class ModifyTest {
  private static final int ITEM_BYTES_MAX = 300;

  private final Sandbox sandbox =
      new Sandbox(
          new PartitionSettings(
              IndexingPolicy.ALL,
              List.of(List.of(PropertyPath.parse("/u"))),
              TimeToLive.NO_DEFAULT,
              3_600_000,
              new PartitionSettings.Bounds(
                  1 << 30, 1 << 30, 1024, ITEM_BYTES_MAX, 1 << 20, 1 << 22)));

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private static Operation modify(String id, Update update, @Nullable NewItem insert) {
    return new Operation.Modify(key("a", id), update, insert, null);
  }

  private static Edit increment(int by) {
    return new Edit.Increment(
        List.of("n"), new Value.Int32(by), Edit.Arithmetic.TYPED, Edit.Parents.CREATED);
  }

  private static Edit set(String name, Value value) {
    return new Edit.Set(List.of(name), value, Edit.Parents.REQUIRED);
  }

  private static PlanExpression numberIs(int number) {
    return new PlanExpression.Compare(
        ComparisonSemantics.BSON,
        PlanExpression.Operator.EQUAL,
        new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of("n")),
        new PlanExpression.Constant(new Value.Int32(number)));
  }

  private Item stored(String id) {
    return sandbox.partition.find(key("a", id), sandbox.now).orElseThrow();
  }

  @Test
  void countersNeedNobodyToReadThem() {
    Operation count = modify("1", Update.of(increment(2)), item("{'u':1}"));

    assertThat(sandbox.done(count)).isInstanceOf(Result.Created.class);
    assertThat(sandbox.find("a", "1")).contains("{'u':1,'n':2}");
    Item before = stored("1");
    Result.Modified second = (Result.Modified) sandbox.done(count);

    assertThat(sandbox.find("a", "1")).contains("{'u':1,'n':4}");
    assertThat(second.bytesBefore()).isEqualTo(before.body().length);
    assertThat(second.item().version()).isGreaterThan(before.version());
    assertThat(sandbox.history(0))
        .extracting(Sandbox.Seen::operation)
        .containsExactly("CREATE", "EDIT");
  }

  @Test
  void whatIsNotThereIsNotModified() {
    assertThat(sandbox.refused(modify("1", Update.of(increment(1)), null)))
        .isEqualTo(new Refusal.NotFound());
  }

  @Test
  void whatStaysTheSameIsNotWritten() {
    sandbox.create("a", "1", "{'n':1}");
    byte[] before = StoreDigest.of(sandbox.store);
    Edit same = set("n", new Value.Int32(1));

    assertThat(sandbox.done(modify("1", Update.of(same), null)))
        .isInstanceOf(Result.Unchanged.class);
    assertThat(StoreDigest.of(sandbox.store)).isEqualTo(before);

    Update always = new Update(List.of(same), null, null, true);
    assertThat(sandbox.done(modify("1", always, null))).isInstanceOf(Result.Modified.class);
    assertThat(StoreDigest.of(sandbox.store)).isNotEqualTo(before);
  }

  @Test
  void conditionsAndVersionsAreChecked() {
    Item item = sandbox.create("a", "1", "{'n':1}");
    Update ifTwo = new Update(List.of(increment(1)), numberIs(2), null, false);
    Update ifOne = new Update(List.of(increment(1)), numberIs(1), null, false);

    assertThat(cause(sandbox.refused(modify("1", ifTwo, null))))
        .isInstanceOf(Refusal.ConditionNotMet.class);
    Operation outdated =
        new Operation.Modify(
            key("a", "1"), ifOne, null, new ItemVersion(item.version().lsn() + 7, 0));
    assertThat(cause(sandbox.refused(outdated))).isInstanceOf(Refusal.VersionDiffers.class);
    sandbox.done(new Operation.Modify(key("a", "1"), ifOne, null, item.version()));
    assertThat(sandbox.find("a", "1")).contains("{'n':2}");
  }

  private static Refusal cause(Refusal refusal) {
    return ((Refusal.NotModified) refusal).cause();
  }

  @Test
  void anUpdateThatDoesNotFitLeavesNoTrace() {
    sandbox.create("a", "1", "{'n':'text','u':1}");
    Operation misfit = modify("1", Update.of(set("x", Value.Null.NULL), increment(1)), null);

    EditFailure failure = ((Refusal.Unfit) cause(sandbox.refused(misfit))).failure();
    assertThat(failure)
        .isEqualTo(new EditFailure(1, EditFailure.Kind.NOT_A_NUMBER, List.of("n"), 1));
  }

  @Test
  void sizesAreLimited() {
    sandbox.create("a", "1", "{'u':1}");
    Update grow = Update.of(set("text", new Value.Text("x".repeat(ITEM_BYTES_MAX))));

    assertThat(cause(sandbox.refused(modify("1", grow, null))))
        .isInstanceOfSatisfying(
            Refusal.ItemTooLarge.class,
            refusal -> assertThat(refusal.bytesMax()).isEqualTo(ITEM_BYTES_MAX));
    assertThat(sandbox.refused(modify("2", grow, item("{'u':2}"))))
        .isInstanceOf(Refusal.ItemTooLarge.class);
  }

  @Test
  void uniqueKeysFollowFromWhatTheItemBecomes() {
    sandbox.create("a", "1", "{'u':1}");
    sandbox.create("a", "2", "{'u':2}");
    Update take = Update.of(set("u", new Value.Int32(1)));

    assertThat(cause(sandbox.refused(modify("2", take, null))))
        .isEqualTo(new Refusal.UniqueKeyTaken(0));
    sandbox.done(modify("1", Update.of(set("u", new Value.Int32(3))), null));
    sandbox.done(modify("2", take, null));
  }

  @Test
  void theItemSaysHowLongItLives() {
    sandbox.create("a", "1", "{'u':1}");
    Update dying = new Update(List.of(set("ttl", new Value.Int32(5))), null, "ttl", true);
    sandbox.done(modify("1", dying, null));
    assertThat(stored("1").ttlSeconds()).isEqualTo(5);

    sandbox.done(modify("1", Update.of(increment(1)), null));
    assertThat(stored("1").ttlSeconds()).isEqualTo(5);
    Update living = new Update(List.of(new Edit.Remove(List.of("ttl"), true)), null, "ttl", true);
    sandbox.done(modify("1", living, null));
    assertThat(stored("1").ttlSeconds()).isEqualTo(Item.TTL_DEFAULT);

    Update bad = new Update(List.of(set("ttl", Value.Null.NULL)), null, "ttl", true);
    assertThat(cause(sandbox.refused(modify("1", bad, null)))).isInstanceOf(Refusal.Unfit.class);
  }

  @Test
  void theTimeIsThatOfTheCommand() {
    sandbox.create("a", "1", "{'u':1}");
    Edit touch = new Edit.CurrentTime(List.of("at"), Edit.TimeForm.DATE_TIME);
    sandbox.now += 1234;
    sandbox.done(modify("1", Update.of(touch), null));

    assertThat(sandbox.find("a", "1").orElseThrow()).contains("22:13:21.234Z");
  }

  @Test
  void anExpiredItemIsInsertedAnew() {
    sandbox.done(
        new Operation.Create(key("a", "1"), new NewItem(Samples.body("{'n':7}"), 1, true)));
    sandbox.now += 2000;

    assertThat(sandbox.done(modify("1", Update.of(increment(1)), item("{}"))))
        .isInstanceOf(Result.Created.class);
    assertThat(sandbox.find("a", "1")).contains("{'n':1}");
  }

  /// A change of an item costs the read and the replace that it is.
  @Test
  void costsAReadAndAReplace() {
    sandbox.create("a", "1", "{'n':1}");
    var outcome = sandbox.write(modify("1", Update.of(increment(1)), null));
    var replaced = sandbox.write(new Operation.Replace(key("a", "1"), item("{'n':3}"), null));

    assertThat(Charges.of(outcome)).isEqualTo(Charges.read(1).plus(Charges.of(replaced)));
  }

  @Test
  void operationsOfAWriteSeeEachOther() {
    var outcome =
        sandbox.write(
            modify("1", Update.of(increment(1)), item("{'u':1}")),
            modify("1", Update.of(increment(1)), item("{'u':1}")),
            new Operation.Read(key("a", "1"), null));

    var results = ((io.orrery.partition.command.Outcome.Written) outcome).results();
    assertThat(Samples.json(Objects.requireNonNull(results.getLast().item())))
        .isEqualTo("{'u':1,'n':2}");
  }
}
