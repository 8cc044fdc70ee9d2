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
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Commands about few things, so that they meet: many fit, many do not.
final class RandomCommands {
  private static final PartitionKeyDefinition KEY = PartitionKeyDefinition.hash("/pk");

  private final Random random;
  private final List<Supplier<CatalogCommand>> kinds =
      List.of(
          () -> new InitializeAccount(time(), AccountKeys.random(new SecureRandom())),
          () -> new ReplaceAccountKey(time(), keyName(), bytes()),
          () -> new SetApiProperties(time(), Api.TABLE, random().nextInt(3), bytes()),
          () -> new CreateDatabase(time(), name(), random(throughput())),
          () -> new ChangeDatabaseThroughput(time(), number(), throughput()),
          () -> new DropDatabase(time(), number()),
          this::createContainer,
          this::createContainer,
          this::createContainer,
          () -> new ConfirmPartitions(time(), List.of(number(), number())),
          () -> new ReplaceDefinition(time(), number(), 1 + random().nextInt(3), definition()),
          () -> new ChangeContainerThroughput(time(), number(), throughput()),
          () -> new RenameContainer(time(), number(), name(), random().nextBoolean()),
          () -> new DropContainer(time(), number()),
          () -> new ForgetContainer(time(), number()),
          () -> new BeginSplit(time(), number(), random().nextInt(4), point()),
          () -> new BeginSplit(time(), number(), random().nextInt(4), point()),
          () -> new CompleteSplit(time(), number()),
          () -> new AbandonSplit(time(), number()),
          () -> new ForgetPartition(time(), number(), random().nextInt(4)),
          this::createResource,
          this::createResource,
          this::createResource,
          this::replaceResource,
          () -> new DeleteResource(time(), siblings(), number()));

  RandomCommands(Random random) {
    this.random = random;
  }

  CatalogCommand next() {
    return kinds.get(random.nextInt(kinds.size())).get();
  }

  /// One of every kind.
  List<CatalogCommand> ofEachKind() {
    return kinds.stream().map(Supplier::get).toList();
  }

  private Random random() {
    return random;
  }

  private <T> @Nullable T random(T value) {
    return random.nextBoolean() ? value : null;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private long time() {
    return random.nextLong(1L << 42);
  }

  private int number() {
    return 1 + random.nextInt(8);
  }

  private String name() {
    return any(List.of("a", "b", "ä", "c", "d"));
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private AccountKeys.Name keyName() {
    return any(List.of(AccountKeys.Name.values()));
  }

  private Throughput throughput() {
    long amount = 1000L * (1 + random.nextInt(30));
    return random.nextBoolean() ? Throughput.manual(amount) : Throughput.autoscale(amount);
  }

  private ContainerDefinition definition() {
    return new ContainerDefinition(
        random.nextBoolean() ? Api.SQL : Api.CASSANDRA,
        KEY,
        random.nextBoolean() ? IndexingPolicy.ALL : IndexingPolicy.NONE,
        List.of(),
        random.nextInt(100),
        random.nextInt(100),
        random.nextInt(100),
        bytes());
  }

  private EffectivePartitionKey point() {
    return KEY.middle(KEY.evenRanges(4).get(random.nextInt(4)));
  }

  private CatalogCommand createContainer() {
    return new CreateContainer(
        time(),
        number(),
        name(),
        definition(),
        random(throughput()),
        KEY.evenRanges(1 + random.nextInt(3)));
  }

  private Siblings siblings() {
    return switch (random.nextInt(4)) {
      case 0 -> new Siblings.Users(number());
      case 1 -> new Siblings.Permissions(number(), number());
      case 2 -> new Siblings.Scripts(number(), kind());
      default -> new Siblings.EncryptionKeys(number());
    };
  }

  private StoredScript.Kind kind() {
    return any(List.of(StoredScript.Kind.values()));
  }

  private ResourceContent content(Siblings siblings) {
    return switch (siblings) {
      case Siblings.Users _ -> ResourceContent.Nothing.NOTHING;
      case Siblings.Permissions _ ->
          new Grant(
              random.nextBoolean(),
              "All",
              "dbs/a",
              number(),
              new Grant.Target.OneItem(name()),
              random(PartitionKey.of(new Value.Text(name()))));
      case Siblings.Scripts(_, var kind) ->
          new ResourceContent.Source(
              "function () {}",
              kind == StoredScript.Kind.TRIGGER
                  ? new StoredScript.Trigger(
                      StoredScript.Moment.POST, StoredScript.Occasion.REPLACE)
                  : null);
      case Siblings.EncryptionKeys _ -> new ResourceContent.WrappedKey(bytes());
    };
  }

  private CatalogCommand createResource() {
    Siblings siblings = siblings();
    return new CreateResource(time(), siblings, name(), content(siblings), 1 + random.nextInt(3));
  }

  private CatalogCommand replaceResource() {
    Siblings siblings = siblings();
    return new ReplaceResource(
        time(), siblings, number(), random.nextInt(3), name(), content(siblings));
  }
}
