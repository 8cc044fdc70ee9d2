// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.catalog.CatalogCommand.AbandonSplit;
import io.orrery.control.catalog.CatalogCommand.BeginSplit;
import io.orrery.control.catalog.CatalogCommand.ChangeContainerThroughput;
import io.orrery.control.catalog.CatalogCommand.ChangeDatabaseThroughput;
import io.orrery.control.catalog.CatalogCommand.CompleteSplit;
import io.orrery.control.catalog.CatalogCommand.ConfirmPartitions;
import io.orrery.control.catalog.CatalogCommand.CreateContainer;
import io.orrery.control.catalog.CatalogCommand.CreateDatabase;
import io.orrery.control.catalog.CatalogCommand.CreateResource;
import io.orrery.control.catalog.CatalogCommand.DropContainer;
import io.orrery.control.catalog.CatalogCommand.DropDatabase;
import io.orrery.control.catalog.CatalogCommand.ForgetContainer;
import io.orrery.control.catalog.CatalogCommand.ForgetPartition;
import io.orrery.control.catalog.CatalogCommand.InitializeAccount;
import io.orrery.control.catalog.CatalogCommand.RenameContainer;
import io.orrery.control.catalog.CatalogCommand.ReplaceDefinition;
import io.orrery.control.catalog.CatalogCommand.ReplaceResource;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.User;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogMachineTest {
  private static final EffectivePartitionKey MIDDLE = EffectivePartitionKey.parse("20");
  private static final ResourceContent NOTHING = ResourceContent.Nothing.NOTHING;

  private final CatalogBed bed = new CatalogBed();

  private void refused(Refusal reason, CatalogCommand command) {
    long position = bed.client.view().position();
    assertThat(bed.client.propose(command)).isEqualTo(new CatalogOutcome.Refused(reason));
    assertThat(bed.client.view().position()).isEqualTo(position);
  }

  private static CatalogCommand container(int database, String name) {
    return new CreateContainer(
        7, database, name, CatalogBed.BY_PK, Throughput.manual(400), List.of(HashRange.FULL));
  }

  private PartitionMap partitions() {
    return bed.client.view().findContainer(1).orElseThrow().partitions();
  }

  @Test
  void namesAreTakenOnce() {
    refused(Refusal.EXISTS, new CreateDatabase(7, "database 1", null));
    refused(Refusal.EXISTS, container(1, "c"));
    refused(Refusal.EXISTS, new InitializeAccount(7, AccountKeys.random(new SecureRandom())));
    assertThat(bed.stored(container(1, "d"))).isInstanceOf(Container.class);
  }

  @Test
  void aContainerTakesAnotherName() {
    bed.stored(container(1, "d"));
    refused(Refusal.EXISTS, new RenameContainer(7, 1, "d", false));
    refused(Refusal.EXISTS, new RenameContainer(7, 1, "c", true));
    refused(Refusal.NOT_FOUND, new RenameContainer(7, 9, "x", true));
    Container renamed = (Container) bed.stored(new RenameContainer(7, 1, "x", false));
    assertThat(renamed.name()).isEqualTo("x");
    assertThat(renamed.number()).isEqualTo(1);
    assertThat(((Container) bed.stored(new RenameContainer(8, 1, "d", true))).name())
        .isEqualTo("d");
    assertThat(bed.client.view().findContainer(3)).isEmpty();
    assertThat(bed.client.view().findDropped(3)).as("what had the name").isPresent();
  }

  @Test
  void numbersAreGivenOnce() {
    Database third = (Database) bed.stored(new CreateDatabase(7, "x", null));
    bed.removed(new DropDatabase(7, third.number()));
    assertThat(((Database) bed.stored(new CreateDatabase(7, "x", null))).number())
        .isEqualTo(third.number() + 1);
    bed.removed(new DropContainer(7, 2));
    assertThat(((Container) bed.stored(container(2, "c"))).number()).isEqualTo(3);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    refused(Refusal.NOT_FOUND, container(9, "c"));
    refused(Refusal.NOT_FOUND, new DropDatabase(7, 9));
    refused(Refusal.NOT_FOUND, new DropContainer(7, 9));
    refused(Refusal.NOT_FOUND, new ForgetContainer(7, 1));
    refused(Refusal.NOT_FOUND, new ForgetPartition(7, 1, 0));
    refused(Refusal.NOT_FOUND, new ConfirmPartitions(7, List.of(9)));
    refused(Refusal.NOT_FOUND, new CreateResource(7, new Siblings.Users(9), "u", NOTHING, 100));
    refused(
        Refusal.NOT_FOUND,
        new CreateResource(
            7,
            new Siblings.Scripts(9, StoredScript.Kind.STORED_PROCEDURE),
            "s",
            new ResourceContent.Source("x", null),
            100));
  }

  @Test
  void throughputIsChangedWhereThereIsSome() {
    refused(Refusal.UNFIT, new ChangeDatabaseThroughput(7, 1, Throughput.manual(400)));
    bed.stored(new CreateDatabase(7, "sharing", Throughput.manual(400)));
    bed.stored(
        new CreateContainer(7, 3, "shares", CatalogBed.BY_PK, null, List.of(HashRange.FULL)));
    refused(Refusal.UNFIT, new ChangeContainerThroughput(7, 3, Throughput.manual(400)));
    Database changed =
        (Database) bed.stored(new ChangeDatabaseThroughput(8, 3, Throughput.manual(800)));
    assertThat(changed.throughput()).isEqualTo(Throughput.manual(800));
    assertThat(changed.timeMillis()).isEqualTo(8);
  }

  @Test
  void whoDidNotSeeTheLastChangeIsTold() {
    bed.stored(new ReplaceDefinition(8, 1, 1, CatalogBed.BY_PK.withTtlSeconds(5)));
    refused(Refusal.OUTDATED, new ReplaceDefinition(8, 1, 1, CatalogBed.BY_PK));
    bed.stored(new ReplaceDefinition(9, 1, 2, CatalogBed.BY_PK));
    Siblings users = new Siblings.Users(1);
    int user = ((User) bed.stored(new CreateResource(7, users, "u", NOTHING, 100))).number();
    refused(Refusal.OUTDATED, new ReplaceResource(8, users, user, 2, "v", NOTHING));
    bed.stored(new ReplaceResource(8, users, user, 1, "v", NOTHING));
  }

  @Test
  void thereAreSoManySiblings() {
    Siblings users = new Siblings.Users(1);
    bed.stored(new CreateResource(7, users, "a", NOTHING, 2));
    bed.stored(new CreateResource(7, users, "b", NOTHING, 2));
    refused(Refusal.TOO_MANY, new CreateResource(7, users, "c", NOTHING, 2));
    refused(Refusal.EXISTS, new CreateResource(7, users, "a", NOTHING, 2));
    bed.stored(new CreateResource(7, new Siblings.Users(2), "c", NOTHING, 2));
  }

  @Test
  void aSplitIsIntendedThenCompletedOrAbandoned() {
    refused(Refusal.UNFIT, new CompleteSplit(7, 1));
    refused(Refusal.UNFIT, new AbandonSplit(7, 1));
    refused(Refusal.UNFIT, new BeginSplit(7, 1, 4, MIDDLE));
    refused(Refusal.UNFIT, new BeginSplit(7, 1, 0, EffectivePartitionKey.MIN));
    bed.stored(new BeginSplit(7, 1, 0, MIDDLE));
    refused(Refusal.UNFIT, new BeginSplit(7, 1, 0, MIDDLE));
    bed.stored(new AbandonSplit(7, 1));
    assertThat(partitions().intent()).isNull();
    bed.stored(new BeginSplit(7, 1, 0, MIDDLE));
    bed.stored(new CompleteSplit(7, 1));
    assertThat(partitions().online()).extracting(PartitionMap.Entry::ordinal).containsExactly(3, 4);
    bed.stored(new ForgetPartition(7, 1, 0));
    assertThat(partitions().retired()).isEmpty();
  }

  @Test
  void whatIsDroppedIsRememberedUntilNothingIsLeft() {
    assertThat(bed.client.view().pending()).containsExactly(1, 2);
    bed.removed(new ConfirmPartitions(7, List.of(1, 9)));
    assertThat(bed.client.view().pending()).containsExactly(2);
    bed.stored(new BeginSplit(7, 1, 0, MIDDLE));
    bed.removed(new DropDatabase(7, 1));
    bed.removed(new DropContainer(7, 2));
    assertThat(bed.client.view().pending()).isEmpty();
    assertThat(bed.client.view().containers()).isEmpty();
    assertThat(bed.client.view().dropped())
        .extracting(CatalogRecord.Dropped::container)
        .containsExactly(1, 2);
    assertThat(bed.client.view().findDropped(1).orElseThrow().partitions().withoutItems())
        .containsExactly(1, 2);
    bed.removed(new ForgetContainer(7, 1));
    assertThat(bed.client.view().dropped()).hasSize(1);
  }
}
