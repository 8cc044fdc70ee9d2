// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.control.catalog.CatalogCommand.AbandonSplit;
import io.orrery.control.catalog.CatalogCommand.BeginSplit;
import io.orrery.control.catalog.CatalogCommand.ChangeContainerThroughput;
import io.orrery.control.catalog.CatalogCommand.ChangeDatabaseThroughput;
import io.orrery.control.catalog.CatalogCommand.CompleteSplit;
import io.orrery.control.catalog.CatalogCommand.ConfirmPartitions;
import io.orrery.control.catalog.CatalogCommand.CreateContainer;
import io.orrery.control.catalog.CatalogCommand.CreateDatabase;
import io.orrery.control.catalog.CatalogCommand.CreateResource;
import io.orrery.control.catalog.CatalogCommand.DeleteResource;
import io.orrery.control.catalog.CatalogCommand.DropContainer;
import io.orrery.control.catalog.CatalogCommand.DropDatabase;
import io.orrery.control.catalog.CatalogCommand.ForgetContainer;
import io.orrery.control.catalog.CatalogCommand.ForgetPartition;
import io.orrery.control.catalog.CatalogCommand.InitializeAccount;
import io.orrery.control.catalog.CatalogCommand.RenameContainer;
import io.orrery.control.catalog.CatalogCommand.ReplaceAccountKey;
import io.orrery.control.catalog.CatalogCommand.ReplaceDefinition;
import io.orrery.control.catalog.CatalogCommand.ReplaceResource;
import io.orrery.control.catalog.CatalogCommand.SetApiProperties;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.control.catalog.CatalogOutcome.Refused;
import io.orrery.control.catalog.CatalogOutcome.Removed;
import io.orrery.control.catalog.CatalogOutcome.Stored;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ApiProperties;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import io.orrery.model.catalog.CatalogRecord.Numbers;
import io.orrery.model.catalog.CatalogRecord.Pending;
import io.orrery.model.catalog.CatalogRecord.Position;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.container.Api;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The step function of the catalog: commands in, outcomes and changes of the draft out. The same
/// for a catalog that has one copy and for one that has several.
///
/// A command that is refused changes nothing: everything is checked before the first change.
final class CatalogMachine {
  private final CatalogDraft draft;
  private final ResourceMachine resources;

  CatalogMachine(CatalogDraft draft) {
    this.draft = draft;
    this.resources = new ResourceMachine(draft);
  }

  CatalogOutcome apply(CatalogCommand command) {
    CatalogOutcome outcome =
        switch (command) {
          case InitializeAccount it -> initialize(it.keys());
          case ReplaceAccountKey it -> replace(it);
          case SetApiProperties it -> set(it);
          case CreateDatabase it -> create(it);
          case ChangeDatabaseThroughput it -> change(it);
          case DropDatabase it -> drop(it);
          case CreateContainer it -> create(it);
          case ConfirmPartitions it -> confirm(it.containers());
          case ReplaceDefinition it -> replace(it);
          case ChangeContainerThroughput it -> change(it);
          case RenameContainer it -> rename(it);
          case DropContainer it -> drop(it);
          case ForgetContainer it -> forget(it.container());
          case BeginSplit it -> begin(it);
          case CompleteSplit it -> endSplit(it.container(), this::completed);
          case AbandonSplit it -> endSplit(it.container(), PartitionMap::abandon);
          case ForgetPartition it -> forget(it);
          case CreateResource it -> resources.create(it);
          case ReplaceResource it -> resources.replace(it);
          case DeleteResource it -> resources.delete(it);
        };
    if (!(outcome instanceof Refused)) {
      draft.put(new Position(draft.position() + 1));
    }
    return outcome;
  }

  private CatalogOutcome store(CatalogRecord record) {
    draft.put(record);
    return new Stored(record);
  }

  private static CatalogOutcome refuse(Refusal reason) {
    return new Refused(reason);
  }

  // -- The account ---------------------------------------------------------------------------

  private CatalogOutcome initialize(AccountKeys keys) {
    return draft.accountKeys().isPresent() ? refuse(Refusal.EXISTS) : store(keys);
  }

  private CatalogOutcome replace(ReplaceAccountKey command) {
    Optional<AccountKeys> keys = draft.accountKeys();
    return keys.isEmpty()
        ? refuse(Refusal.NOT_FOUND)
        : store(keys.get().with(command.name(), command.key()));
  }

  private CatalogOutcome set(SetApiProperties command) {
    return draft.apiProperties(command.api()).revision() == command.revision()
        ? store(new ApiProperties(command.api(), command.revision() + 1, command.content()))
        : refuse(Refusal.OUTDATED);
  }

  // -- Databases -----------------------------------------------------------------------------

  private CatalogOutcome create(CreateDatabase command) {
    if (draft.databases().stream().anyMatch(each -> each.name().equals(command.name()))) {
      return refuse(Refusal.EXISTS);
    }
    Numbers numbers = draft.numbers();
    draft.put(numbers.afterDatabase());
    return store(
        new Database(
            numbers.database(), command.name(), command.timeMillis(), 1, command.throughput()));
  }

  private CatalogOutcome change(ChangeDatabaseThroughput command) {
    Optional<Database> database = draft.findDatabase(command.database());
    if (database.isEmpty()) {
      return refuse(Refusal.NOT_FOUND);
    }
    if (database.get().throughput() == null) {
      return refuse(Refusal.UNFIT);
    }
    return store(database.get().withThroughput(command.throughput(), command.timeMillis()));
  }

  private CatalogOutcome drop(DropDatabase command) {
    Optional<Database> database = draft.findDatabase(command.database());
    if (database.isEmpty()) {
      return refuse(Refusal.NOT_FOUND);
    }
    for (Container container : draft.containers()) {
      if (container.database() == command.database()) {
        drop(container);
      }
    }
    resources.deleteAll(new Siblings.Users(command.database()));
    resources.deleteAll(new Siblings.EncryptionKeys(command.database()));
    draft.delete(CatalogLayout.key(database.get()));
    return new Removed();
  }

  // -- Containers ----------------------------------------------------------------------------

  private CatalogOutcome create(CreateContainer command) {
    if (draft.findDatabase(command.database()).isEmpty()) {
      return refuse(Refusal.NOT_FOUND);
    }
    boolean taken =
        draft.containers().stream()
            .anyMatch(each -> each.database() == command.database() && isNamed(each, command));
    if (taken) {
      return refuse(Refusal.EXISTS);
    }
    Numbers numbers = draft.numbers();
    draft.put(numbers.afterContainer());
    draft.put(new Pending(numbers.container()));
    return store(
        new Container(
            numbers.container(),
            command.database(),
            command.name(),
            command.timeMillis(),
            1,
            command.definition(),
            command.throughput(),
            PartitionMap.of(command.ranges())));
  }

  /// Names of Azure's tables are the same in capitals and small letters.
  private static boolean isNamed(Container container, CreateContainer command) {
    return command.definition().api() == Api.TABLE
        ? container.name().equalsIgnoreCase(command.name())
        : container.name().equals(command.name());
  }

  private CatalogOutcome confirm(List<Integer> containers) {
    List<CatalogKey> pending =
        containers.stream()
            .map(container -> CatalogLayout.key(CatalogLayout.PENDING, container))
            .filter(key -> draft.find(key) != null)
            .toList();
    if (pending.isEmpty()) {
      return refuse(Refusal.NOT_FOUND);
    }
    pending.forEach(draft::delete);
    return new Removed();
  }

  private CatalogOutcome replace(ReplaceDefinition command) {
    return change(
        command.container(),
        container -> {
          if (container.revision() != command.revision()) {
            return refuse(Refusal.OUTDATED);
          }
          return store(container.with(command.definition(), command.timeMillis()));
        });
  }

  private CatalogOutcome change(ChangeContainerThroughput command) {
    return change(
        command.container(),
        container ->
            container.throughput() == null
                ? refuse(Refusal.UNFIT)
                : store(container.with(command.throughput())));
  }

  private CatalogOutcome change(int number, Function<Container, CatalogOutcome> change) {
    return draft.findContainer(number).map(change).orElseGet(() -> refuse(Refusal.NOT_FOUND));
  }

  private CatalogOutcome rename(RenameContainer command) {
    return change(
        command.container(),
        container -> {
          Optional<Container> named =
              draft.containers().stream()
                  .filter(each -> each.database() == container.database())
                  .filter(each -> each.name().equals(command.name()))
                  .findFirst();
          if (named.isPresent() && (!command.replaces() || named.get().equals(container))) {
            return refuse(Refusal.EXISTS);
          }
          named.ifPresent(this::drop);
          return store(container.named(command.name(), command.timeMillis()));
        });
  }

  private CatalogOutcome drop(DropContainer command) {
    return change(
        command.container(),
        container -> {
          drop(container);
          return new Removed();
        });
  }

  private void drop(Container container) {
    for (StoredScript.Kind kind : StoredScript.Kind.values()) {
      resources.deleteAll(new Siblings.Scripts(container.number(), kind));
    }
    draft.delete(CatalogLayout.key(container));
    CatalogKey pending = CatalogLayout.key(CatalogLayout.PENDING, container.number());
    if (draft.find(pending) != null) {
      draft.delete(pending);
    }
    draft.put(new Dropped(container.number(), container.partitions()));
  }

  private CatalogOutcome forget(int container) {
    CatalogKey key = CatalogLayout.key(CatalogLayout.DROPPED, container);
    if (draft.find(key) == null) {
      return refuse(Refusal.NOT_FOUND);
    }
    draft.delete(key);
    return new Removed();
  }

  // -- Partitions ----------------------------------------------------------------------------

  private CatalogOutcome begin(BeginSplit command) {
    return change(
        command.container(),
        container -> {
          PartitionMap partitions = container.partitions();
          boolean possible =
              partitions.intent() == null && partitions.isDivided(command.ordinal(), command.at());
          return possible
              ? store(container.with(partitions.intend(command.ordinal(), command.at())))
              : refuse(Refusal.UNFIT);
        });
  }

  private CatalogOutcome endSplit(int number, Function<PartitionMap, PartitionMap> end) {
    return change(
        number,
        container ->
            container.partitions().intent() == null
                ? refuse(Refusal.UNFIT)
                : store(container.with(end.apply(container.partitions()))));
  }

  private PartitionMap completed(PartitionMap partitions) {
    PartitionMap.SplitIntent intent = partitions.intent();
    return intent == null ? partitions : partitions.complete(intent);
  }

  private CatalogOutcome forget(ForgetPartition command) {
    return change(
        command.container(),
        container ->
            container.partitions().retired().stream()
                .filter(each -> each.ordinal() == command.ordinal())
                .findFirst()
                .map(gone -> store(container.with(container.partitions().forget(gone))))
                .orElseGet(() -> refuse(Refusal.NOT_FOUND)));
  }
}
