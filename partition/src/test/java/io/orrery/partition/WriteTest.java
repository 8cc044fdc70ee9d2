// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.json;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.layout.Layout;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteTest {
  private final Sandbox sandbox = new Sandbox(Samples.PLAIN);

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  @Test
  void createStoresTheItem() {
    Result result = sandbox.done(new Operation.Create(key("a", "1"), item("{'n':1}")));

    assertThat(result).isInstanceOf(Result.Created.class);
    assertThat(result.item().version()).isEqualTo(new ItemVersion(2, 0));
    assertThat(result.item().rid()).as("no item has the number 0").isEqualTo(1);
    assertThat(result.item().timeMillis()).isEqualTo(Sandbox.START);
    assertThat(sandbox.find("a", "1")).contains("{'n':1}");
    assertThat(sandbox.find("a", "2")).isEmpty();
    assertThat(sandbox.find("b", "1")).isEmpty();
  }

  @Test
  void createOfAnExistingItemIsRefused() {
    sandbox.create("a", "1", "{'n':1}");

    assertThat(sandbox.refused(new Operation.Create(key("a", "1"), item("{'n':2}"))))
        .isEqualTo(new Refusal.Exists());
    assertThat(sandbox.find("a", "1")).contains("{'n':1}");
  }

  @Test
  void writeThatReadsTooMuchIsRefused() {
    String text = "{'t':'" + "x".repeat(1_500_000) + "'}";
    for (String id : new String[] {"1", "2", "3"}) {
      sandbox.create("a", id, text);
    }
    Operation write = new Operation.Create(key("a", "4"), item("{'n':1}"));
    Operation first = new Operation.Read(key("a", "1"), null);
    Operation second = new Operation.Read(key("a", "2"), null);
    Operation third = new Operation.Read(key("a", "3"), null);

    assertThat(sandbox.refused(write, first, second, third))
        .isEqualTo(new Refusal.TooMuchFound(StateMachine.FOUND_BYTES_MAX));
    assertThat(sandbox.done(first, second)).isInstanceOf(Result.Found.class);
  }

  @Test
  void replaceKeepsTheNumberAndChangesTheVersion() {
    Item first = sandbox.create("a", "1", "{'n':1}");
    sandbox.now += 5;
    Result result = sandbox.done(new Operation.Replace(key("a", "1"), item("{'n':2}"), null));

    assertThat(result).isInstanceOf(Result.Replaced.class);
    assertThat(result.item().rid()).isEqualTo(first.rid());
    assertThat(result.item().version()).isEqualTo(new ItemVersion(3, 0));
    assertThat(result.item().timeMillis()).isEqualTo(Sandbox.START + 5);
    assertThat(sandbox.find("a", "1")).contains("{'n':2}");
  }

  @Test
  void replaceWritesOnlyTheEntriesThatDiffer() {
    sandbox.create("a", "1", "{'n':1,'m':2,'t':'x'}");

    Result one =
        sandbox.done(new Operation.Replace(key("a", "1"), item("{'n':9,'m':2,'t':'x'}"), null));
    assertThat(one.work().entries()).as("one goes, one comes").isEqualTo(2);
    Result more =
        sandbox.done(
            new Operation.Replace(key("a", "1"), item("{'n':9,'m':2,'t':'x','u':0}"), null));
    assertThat(more.work().entries()).isEqualTo(1);
    Result less = sandbox.done(new Operation.Replace(key("a", "1"), item("{'n':9}"), null));
    assertThat(less.work().entries()).isEqualTo(3);
  }

  @Test
  void missingItemsAreNotFound() {
    Refusal notFound = new Refusal.NotFound();

    assertThat(sandbox.refused(new Operation.Replace(key("a", "1"), item("{}"), null)))
        .isEqualTo(notFound);
    assertThat(sandbox.refused(new Operation.Delete(key("a", "1"), null))).isEqualTo(notFound);
    assertThat(sandbox.refused(new Operation.Read(key("a", "1"), null))).isEqualTo(notFound);
  }

  @Test
  void expectedVersionsDecide() {
    ItemVersion old = sandbox.create("a", "1", "{'n':1}").version();
    ItemVersion current =
        sandbox.done(new Operation.Replace(key("a", "1"), item("{'n':2}"), old)).item().version();

    for (Operation stale :
        List.of(
            new Operation.Replace(key("a", "1"), item("{}"), old),
            new Operation.Upsert(key("a", "1"), item("{}"), old),
            new Operation.Delete(key("a", "1"), old),
            new Operation.Read(key("a", "1"), old))) {
      assertThat(sandbox.refused(stale))
          .isInstanceOfSatisfying(
              Refusal.VersionDiffers.class,
              differs -> assertThat(differs.current().version()).isEqualTo(current));
    }
    assertThat(sandbox.done(new Operation.Read(key("a", "1"), current)))
        .isInstanceOf(Result.Found.class);
    assertThat(sandbox.done(new Operation.Upsert(key("a", "1"), item("{'n':3}"), current)))
        .isInstanceOf(Result.Replaced.class);
  }

  @Test
  void upsertOfAMissingItemIgnoresTheExpectedVersion() {
    assertThat(
            sandbox.done(
                new Operation.Upsert(key("a", "1"), item("{'n':1}"), new ItemVersion(9, 9))))
        .isInstanceOf(Result.Created.class);
  }

  @Test
  void deleteRemovesEverything() {
    sandbox.create("a", "1", "{'n':1,'tags':['x','y']}");
    Result result = sandbox.done(new Operation.Delete(key("a", "1"), null));

    assertThat(result).isInstanceOf(Result.Deleted.class);
    assertThat(json(result.item())).isEqualTo("{'n':1,'tags':['x','y']}");
    assertThat(sandbox.find("a", "1")).isEmpty();
    assertThat(sandbox.partition.state().counters().items()).isZero();
    assertThat(sandbox.partition.state().counters().bytes()).isZero();
    assertThat(StoreDigest.dump(sandbox.store)).hasSize(2); // state and settings
  }

  @Test
  void batchSeesItsOwnSteps() {
    Outcome outcome =
        sandbox.write(
            new Operation.Create(key("a", "1"), item("{'n':1}")),
            new Operation.Read(key("a", "1"), null),
            new Operation.Replace(key("a", "1"), item("{'n':2}"), null),
            new Operation.Create(key("a", "2"), item("{'n':3}")),
            new Operation.Delete(key("a", "1"), null),
            new Operation.Upsert(key("a", "1"), item("{'n':4}"), null));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Written.class,
            written -> {
              assertThat(written.lsn()).isEqualTo(2);
              assertThat(written.results())
                  .extracting(each -> json(each.item()))
                  .containsExactly(
                      "{'n':1}", "{'n':1}", "{'n':2}", "{'n':3}", "{'n':2}", "{'n':4}");
            });
    assertThat(sandbox.find("a", "1")).contains("{'n':4}");
    assertThat(sandbox.find("a", "2")).contains("{'n':3}");
  }

  @Test
  void refusedBatchLeavesNothing() {
    sandbox.create("a", "1", "{'n':1}");
    PartitionState before = sandbox.partition.state();
    Outcome outcome =
        sandbox.write(
            new Operation.Create(key("a", "2"), item("{'n':2}")),
            new Operation.Replace(key("a", "1"), item("{'n':3}"), null),
            new Operation.Create(key("a", "2"), item("{'n':4}")),
            new Operation.Delete(key("a", "1"), null));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.operation()).isEqualTo(2);
              assertThat(refused.refusal()).isEqualTo(new Refusal.Exists());
            });
    assertThat(sandbox.partition.state().encode()).isEqualTo(before.encode());
    assertThat(sandbox.find("a", "1")).contains("{'n':1}");
    assertThat(sandbox.find("a", "2")).isEmpty();
    sandbox.refused(
        new Operation.Create(key("a", "3"), item("{}")),
        new Operation.Read(key("a", "1"), new ItemVersion(77, 0)));
  }

  @Test
  void readsTakeNoLsn() {
    sandbox.create("a", "1", "{'n':1}");
    byte[] before = StoreDigest.of(sandbox.store);
    sandbox.now += 1000;

    sandbox.done(new Operation.Read(key("a", "1"), null));

    assertThat(sandbox.partition.state().lsn()).isEqualTo(2);
    assertThat(StoreDigest.of(sandbox.store)).isEqualTo(before);
  }

  @Test
  void commandsOfAGroupSeeEachOther() {
    Group group = new Group(sandbox.store, Sandbox.ID);
    List<Outcome> outcomes =
        group.apply(
            write(new Operation.Create(key("a", "1"), item("{'n':1,'t':[1,2]}"))),
            write(new Operation.Create(key("a", "1"), item("{'n':2}"))),
            write(new Operation.Replace(key("a", "1"), item("{'n':3,'t':[2,3]}"), null)),
            write(new Operation.Create(key("b", "1"), item("{'n':4}"))),
            write(new Operation.Delete(key("b", "1"), null)),
            write(new Operation.Read(key("a", "1"), null)));

    assertThat(outcomes)
        .extracting(each -> each.getClass().getSimpleName())
        .containsExactly("Written", "Refused", "Written", "Written", "Written", "Written");
    assertThat(sandbox.find("a", "1")).contains("{'n':3,'t':[2,3]}");
    assertThat(sandbox.find("b", "1")).isEmpty();
  }

  @Test
  void timeDoesNotRunBackwards() {
    sandbox.create("a", "1", "{}");
    sandbox.now -= 10_000;

    assertThat(sandbox.create("a", "2", "{}").timeMillis()).isEqualTo(Sandbox.START);
    sandbox.now += 10_000;
  }

  @Test
  void writesAcrossPartitionKeysTakePlaceTogetherOrNotAtAll() {
    assertThat(
            sandbox.write(
                new Operation.Create(key("a", "1"), item("{}")),
                new Operation.Create(key("b", "1"), item("{}"))))
        .isInstanceOf(Outcome.Written.class);
    assertThat(
            sandbox.write(
                new Operation.Create(key("c", "1"), item("{}")),
                new Operation.Create(key("b", "1"), item("{}"))))
        .isInstanceOf(Outcome.Refused.class);
    assertThat(sandbox.find("a", "1")).isPresent();
    assertThat(sandbox.find("c", "1")).isEmpty();
  }

  @Test
  void itemsLeftOutOfTheIndexHaveNoEntries() {
    var hidden = new Operation.NewItem(Samples.body("{'n':1}"), Item.TTL_DEFAULT, false);
    Result result = sandbox.done(new Operation.Create(key("a", "1"), hidden));

    assertThat(result.work().entries()).isZero();
    assertThat(sandbox.partition.state().counters().indexBytes()).isZero();
    assertThat(sandbox.done(new Operation.Upsert(key("a", "1"), item("{'n':1}"), null)).work())
        .isEqualTo(new Outcome.Work(Samples.body("{'n':1}").length, 1));
  }

  /// Otherwise the charge of a write would grow with the numbers the engine adds to the item.
  @Test
  void workDoesNotDependOnHowMuchIsStored() {
    Outcome.Work early = sandbox.done(new Operation.Create(key("a", "1"), item("{'n':1}"))).work();
    MemoryStore late = new MemoryStore();
    Batch batch = late.newBatch();
    Partition.create(batch, Sandbox.ID, HashRange.FULL, Samples.PLAIN);
    PartitionState first = PartitionState.first(0, HashRange.FULL, false);
    batch.put(
        Family.META,
        Layout.state(Sandbox.ID),
        new PartitionState(
                first.applied(),
                first.range(),
                1,
                null,
                1L << 40,
                1L << 39,
                first.timeMillis(),
                first.counters(),
                first.historySince(),
                0,
                null,
                null,
                List.of(),
                0)
            .encode());
    late.write(batch);
    Outcome outcome =
        new Group(late, Sandbox.ID)
            .apply(write(new Operation.Create(key("a", "1"), item("{'n':1}"))))
            .getFirst();

    assertThat(((Outcome.Written) outcome).results().getFirst().work()).isEqualTo(early);
  }

  private static Command write(Operation operation) {
    return new Command.Write(Sandbox.START, List.of(operation));
  }
}
