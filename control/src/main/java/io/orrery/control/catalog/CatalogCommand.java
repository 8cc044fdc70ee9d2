// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something the catalog is told to do. Time and randomness come with the command, numbers from the
/// catalog itself, so that the same commands in the same order give the same bytes, on any machine.
///
/// Who proposes a command has checked what depends on the settings of its machine, such as limits
/// of names and throughput; the catalog checks what depends on its own state.
public sealed interface CatalogCommand {

  /// Milliseconds since the epoch, read by whoever proposed the command.
  long timeMillis();

  /// The first command of every account.
  record InitializeAccount(long timeMillis, AccountKeys keys) implements CatalogCommand {}

  record ReplaceAccountKey(long timeMillis, AccountKeys.Name name, byte[] key)
      implements CatalogCommand {}

  /// Replaces what an API keeps for the account.
  ///
  /// @param revision the one that the content was made from
  record SetApiProperties(long timeMillis, Api api, long revision, byte[] content)
      implements CatalogCommand {}

  record CreateDatabase(long timeMillis, String name, @Nullable Throughput throughput)
      implements CatalogCommand {}

  record ChangeDatabaseThroughput(long timeMillis, int database, Throughput throughput)
      implements CatalogCommand {}

  /// Deletes the database with all it has; its containers become [CatalogRecord.Dropped].
  record DropDatabase(long timeMillis, int database) implements CatalogCommand {}

  /// Makes a container whose partitions are still to be created: [CatalogRecord.Pending].
  ///
  /// @param throughput its own; null to share the database's
  /// @param ranges those of its partitions, tiling the ring
  record CreateContainer(
      long timeMillis,
      int database,
      String name,
      ContainerDefinition definition,
      @Nullable Throughput throughput,
      List<HashRange> ranges)
      implements CatalogCommand {
    public CreateContainer {
      ranges = List.copyOf(ranges);
    }
  }

  /// The partitions of these containers have all been created. Containers that are gone are
  /// skipped.
  record ConfirmPartitions(long timeMillis, List<Integer> containers) implements CatalogCommand {
    public ConfirmPartitions {
      containers = List.copyOf(containers);
    }
  }

  /// Gives a container a new definition.
  ///
  /// @param revision the container's revision that the definition was made from
  record ReplaceDefinition(
      long timeMillis, int container, long revision, ContainerDefinition definition)
      implements CatalogCommand {}

  record ChangeContainerThroughput(long timeMillis, int container, Throughput throughput)
      implements CatalogCommand {}

  /// Gives a container another name in its database.
  ///
  /// @param replaces whether a container that has this name becomes [CatalogRecord.Dropped];
  ///   otherwise the name must be free
  record RenameContainer(long timeMillis, int container, String name, boolean replaces)
      implements CatalogCommand {}

  /// The container becomes [CatalogRecord.Dropped]; its name is free.
  record DropContainer(long timeMillis, int container) implements CatalogCommand {}

  /// Nothing is left of a dropped container's partitions.
  record ForgetContainer(long timeMillis, int container) implements CatalogCommand {}

  /// A partition is to be split; its children get their ordinals.
  record BeginSplit(long timeMillis, int container, int ordinal, EffectivePartitionKey at)
      implements CatalogCommand {}

  /// The children take the place of the partition that was to be split.
  record CompleteSplit(long timeMillis, int container) implements CatalogCommand {}

  /// The partition is not split after all.
  record AbandonSplit(long timeMillis, int container) implements CatalogCommand {}

  /// Nothing is left of a partition that was split.
  record ForgetPartition(long timeMillis, int container, int ordinal) implements CatalogCommand {}

  /// Makes a resource, unless a sibling has its name.
  ///
  /// @param countMax as many as its siblings may be, itself included
  record CreateResource(
      long timeMillis, Siblings siblings, String name, ResourceContent content, int countMax)
      implements CatalogCommand {
    public CreateResource {
      siblings.requireFits(content);
    }
  }

  /// Gives a resource another name, another content or both.
  ///
  /// @param revision the one it must have; [#ANY_REVISION] if it does not matter
  record ReplaceResource(
      long timeMillis,
      Siblings siblings,
      int number,
      long revision,
      String name,
      ResourceContent content)
      implements CatalogCommand {
    public static final long ANY_REVISION = 0;

    public ReplaceResource {
      siblings.requireFits(content);
    }
  }

  /// Deletes a resource; a user goes with its permissions.
  record DeleteResource(long timeMillis, Siblings siblings, int number) implements CatalogCommand {}
}
