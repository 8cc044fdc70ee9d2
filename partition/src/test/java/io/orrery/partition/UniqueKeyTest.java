// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UniqueKeyTest {
  private static final Refusal EMAIL_TAKEN = new Refusal.UniqueKeyTaken(0);
  private static final Refusal NAME_TAKEN = new Refusal.UniqueKeyTaken(1);

  private final Sandbox sandbox = new Sandbox(settings("/email"));

  private static PartitionSettings settings(String firstPath) {
    return new PartitionSettings(
        IndexingPolicy.ALL,
        List.of(
            List.of(PropertyPath.parse(firstPath)),
            List.of(PropertyPath.parse("/name/first"), PropertyPath.parse("/name/last"))),
        10,
        60_000,
        Samples.BOUNDS);
  }

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private Refusal refusedCreate(String pk, String id, String json) {
    return sandbox.refused(new Operation.Create(key(pk, id), item(json)));
  }

  @Test
  void takenInOneLogicalPartitionOnly() {
    sandbox.create("a", "1", "{'email':'x','name':{'first':'A','last':'B'}}");

    assertThat(refusedCreate("a", "2", "{'email':'x','name':{'first':'A','last':'C'}}"))
        .isEqualTo(EMAIL_TAKEN);
    assertThat(refusedCreate("a", "2", "{'email':'y','name':{'first':'A','last':'B'}}"))
        .isEqualTo(NAME_TAKEN);
    sandbox.create("a", "2", "{'email':'y','name':{'first':'A','last':'C'}}");
    sandbox.create("b", "1", "{'email':'x','name':{'first':'A','last':'B'}}");
  }

  /// BSON tells documents apart by the order of their fields.
  @Test
  void equalityIsThatOfTheContainersOrder() {
    String one = "{'email':{'a':1,'b':2},'name':{'first':1}}";
    String other = "{'email':{'b':2,'a':1},'name':{'first':2}}";
    sandbox.create("a", "1", one);
    assertThat(refusedCreate("a", "2", other)).isEqualTo(EMAIL_TAKEN);

    PartitionSettings plain = settings("/email");
    var bson =
        new PartitionSettings(
            plain.indexing().in(ValueOrder.BSON),
            plain.uniqueKeys(),
            plain.ttlSeconds(),
            plain.historyMillis(),
            plain.bounds());
    try (Sandbox inBson = new Sandbox(bson)) {
      inBson.create("a", "1", one);
      inBson.create("a", "2", other);
      assertThat(inBson.refused(new Operation.Create(key("a", "3"), item(one))))
          .isEqualTo(EMAIL_TAKEN);
      String many = "1,".repeat(300);
      inBson.create("a", "4", "{'email':[" + many + "1],'name':{'first':4}}");
      inBson.create("a", "5", "{'email':[" + many + "2],'name':{'first':5}}");
      inBson.assertSound();
    }
  }

  @Test
  void whatIsMissingIsNull() {
    sandbox.create("a", "1", "{'name':{'first':'A'}}");

    assertThat(refusedCreate("a", "2", "{'email':null,'name':{'first':'B'}}"))
        .isEqualTo(EMAIL_TAKEN);
    assertThat(refusedCreate("a", "2", "{'email':'x','name':{'first':'A','last':null}}"))
        .isEqualTo(NAME_TAKEN);
    sandbox.create("a", "2", "{'email':'x','name':{'last':'A'}}");
  }

  @Test
  void numbersAreEqualByValue() {
    sandbox.create("a", "1", "{'email':1}");
    assertThat(refusedCreate("a", "2", "{'email':1.0,'name':{'first':'B'}}"))
        .isEqualTo(EMAIL_TAKEN);
  }

  @Test
  void longValuesAreToldApart() {
    String text = "x".repeat(5000);
    sandbox.create("a", "1", "{'email':'" + text + "1'}");

    assertThat(refusedCreate("a", "2", "{'email':'" + text + "1','name':{'first':'B'}}"))
        .isEqualTo(EMAIL_TAKEN);
    sandbox.create("a", "2", "{'email':'" + text + "2','name':{'first':'B'}}");
  }

  @Test
  void replaceFreesTheOldValueAndKeepsItsOwn() {
    sandbox.create("a", "1", "{'email':'x','name':{'first':'A'}}");
    sandbox.upsert("a", "1", "{'email':'x','name':{'first':'B'},'n':1}");
    sandbox.upsert("a", "1", "{'email':'y','name':{'first':'B'}}");
    sandbox.create("a", "2", "{'email':'x','name':{'first':'A'}}");

    assertThat(
            sandbox.refused(
                new Operation.Replace(
                    key("a", "1"), item("{'email':'x','name':{'first':'B'}}"), null)))
        .isEqualTo(EMAIL_TAKEN);
  }

  @Test
  void deleteFreesTheValue() {
    sandbox.create("a", "1", "{'email':'x'}");
    sandbox.delete("a", "1");
    sandbox.create("a", "2", "{'email':'x'}");
  }

  @Test
  void valuesCanBeSwappedWithinABatchOnlyOverAThird() {
    sandbox.create("a", "1", "{'email':'x','name':{'first':'A'}}");
    sandbox.create("a", "2", "{'email':'y','name':{'first':'B'}}");

    sandbox.done(
        new Operation.Replace(key("a", "1"), item("{'email':'z','name':{'first':'C'}}"), null),
        new Operation.Replace(key("a", "2"), item("{'email':'x','name':{'first':'A'}}"), null),
        new Operation.Replace(key("a", "1"), item("{'email':'y','name':{'first':'B'}}"), null));
    assertThat(sandbox.find("a", "2")).contains("{'email':'x','name':{'first':'A'}}");
  }

  /// An item that is past its time holds nothing back, though nobody has swept it yet; in the
  /// history it goes before the one that takes its place.
  @Test
  void expiredOwnersMakeRoom() {
    sandbox.create("a", "1", "{'email':'x','name':{'first':'A'}}");
    sandbox.create("a", "2", "{'email':'y','name':{'first':'B'}}");
    sandbox.now += 10_000;

    sandbox.create("a", "3", "{'email':'x','name':{'first':'B'}}");

    assertThat(sandbox.history(3))
        .extracting(seen -> seen.operation() + " " + seen.key())
        .containsExactly(
            "EXPIRE " + key("a", "1"), "EXPIRE " + key("a", "2"), "CREATE " + key("a", "3"));
    assertThat(sandbox.partition.state().counters().items()).isEqualTo(1);
  }

  @Test
  void cannotChangeUnderItems() {
    sandbox.create("a", "1", "{'email':'x'}");
    assertThat(sandbox.submit(new Command.Configure(sandbox.now, settings("/mail"))))
        .isInstanceOf(Outcome.Declined.class);
    sandbox.delete("a", "1");

    sandbox.configure(settings("/mail"));
    sandbox.create("a", "1", "{'mail':'x'}");
    assertThat(refusedCreate("a", "2", "{'mail':'x','name':{'first':'A'}}")).isEqualTo(EMAIL_TAKEN);
  }
}
