// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.option.CappedSize;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.api.mongo.validate.Validators;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.observe.RequestObserver;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Api;
import io.orrery.model.container.Collation;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.ValueOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The collections: containers of this API.
public final class MongoCollections {
  /// The most that a container in one place may have. Nobody was asked, so it is not the least.
  private static final long FIXED_THROUGHPUT = 10_000;

  /// Enough for collections not to wait for each other.
  private static final int LOCKS = 64;

  /// How far back change streams can be resumed. Any collection can be watched, so all keep it.
  private static final long HISTORY_MILLIS = Duration.ofHours(1).toMillis();

  private final Administration administration;
  private final Gateway gateway;
  private final CollectionNews news = new CollectionNews();
  private final Validators validators = new Validators();
  private final PermanentTraits traits = new PermanentTraits();
  private final StampedLock[] locks = new StampedLock[LOCKS];

  /// A collection that is being made is not there yet, but its name is taken: who needs it waits.
  private final ReentrantLock[] creations = new ReentrantLock[LOCKS];

  public MongoCollections(Gateway gateway) {
    this.administration = gateway.administration();
    this.gateway = gateway;
    Arrays.setAll(locks, _ -> new StampedLock());
    Arrays.setAll(creations, _ -> new ReentrantLock());
  }

  /// What documents have to pass before they are written.
  public Validators validators() {
    return validators;
  }

  /// How texts compare in a collection where a command does not say; also if there is none.
  public Collation collation(Namespace namespace) {
    return findAny(namespace).map(found -> traits.of(found).collation()).orElse(Collation.SIMPLE);
  }

  /// How much a collection holds at most; empty if it is not capped.
  public Optional<CappedSize> capped(ContainerHandle collection) {
    return traits.of(collection).capped();
  }

  /// Tells of collections that are made and dropped here.
  public CollectionNews news() {
    return news;
  }

  /// The collection, if there is one. Fails with COMMAND_NOT_SUPPORTED if it is another API's, and
  /// with COMMAND_NOT_SUPPORTED_ON_VIEW if it is a view: only what knows of views reads them.
  public Optional<ContainerHandle> find(Namespace namespace) {
    Optional<ContainerHandle> found = findAny(namespace);
    if (found.isPresent() && traits.of(found.get()).isView()) {
      throw new MongoFailure(
          MongoError.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace %s is a view, not a collection".formatted(namespace));
    }
    return found;
  }

  /// What views are made of.
  public DefinedViews definedViews() {
    return new DefinedViews(administration, traits, this::findAny);
  }

  /// The options of a collection or a view; none if there is no such.
  public CollectionOptions options(Namespace namespace) {
    return findAny(namespace)
        .map(found -> CollectionOptions.of(found.container().definition()))
        .orElse(CollectionOptions.NONE);
  }

  /// A collection or a view.
  private Optional<ContainerHandle> findAny(Namespace namespace) {
    return administration
        .findContainer(namespace.database(), namespace.collection())
        .map(
            handle -> {
              if (handle.container().definition().api() != Api.MONGO) {
                throw new MongoFailure(
                    MongoError.COMMAND_NOT_SUPPORTED,
                    "%s belongs to another API.".formatted(namespace));
              }
              return handle;
            });
  }

  /// Who is told of requests about the collection, also if there is none.
  public RequestObserver observer(Namespace namespace) {
    return administration
        .findContainer(namespace.database(), namespace.collection())
        .filter(each -> each.container().definition().api() == Api.MONGO)
        .map(ContainerHandle::observer)
        .orElseGet(() -> gateway.unplaced(Api.MONGO));
  }

  /// What a collection is called, with its database.
  public String name(ContainerHandle collection) {
    return namespace(collection).toString();
  }

  public Namespace namespace(ContainerHandle collection) {
    String database =
        administration
            .findDatabase(collection.container().database())
            .map(Database::name)
            .orElse("");
    return new Namespace(database, collection.container().name());
  }

  /// The collection, which is made if there is none.
  public ContainerHandle require(Namespace namespace) {
    return find(namespace).orElseGet(() -> createdOnce(namespace));
  }

  /// The collection, which is made unless somebody else was quicker.
  private ContainerHandle createdOnce(Namespace namespace) {
    ReentrantLock creation = creation(namespace);
    creation.lock();
    try {
      if (find(namespace).isEmpty()) {
        create(namespace);
      }
    } finally {
      creation.unlock();
    }
    return find(namespace)
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace));
  }

  private ReentrantLock creation(Namespace namespace) {
    return creations[Math.floorMod(namespace.hashCode(), creations.length)];
  }

  /// Makes one that is not sharded, with the most throughput it can have. Fails with CONFLICT if
  /// there is one.
  public void create(Namespace namespace) {
    create(namespace, CollectionOptions.NONE);
  }

  /// As [#create(Namespace)], with options.
  public void create(Namespace namespace, CollectionOptions options) {
    create(namespace, Optional.empty(), Throughput.manual(FIXED_THROUGHPUT), options);
  }

  /// Fails with CONFLICT if there is one.
  ///
  /// @param shardKey its dotted path
  /// @param throughput null to share that of the database
  public void create(
      Namespace namespace, Optional<String> shardKey, @Nullable Throughput throughput) {
    create(namespace, shardKey, throughput, CollectionOptions.NONE);
  }

  private void create(
      Namespace namespace,
      Optional<String> shardKey,
      @Nullable Throughput throughput,
      CollectionOptions options) {
    ContainerDefinition definition =
        CollectionIndexes.initial(shardKey)
            .in(
                options.in(
                    ContainerDefinition.of(
                            Api.MONGO,
                            shardKey
                                .map(MongoCollections::hashed)
                                .orElse(PartitionKeyDefinition.NONE))
                        .withIndexing(IndexingPolicy.NONE.in(ValueOrder.BSON))
                        .withHistoryMillis(HISTORY_MILLIS)));
    Database _ = requireDatabase(namespace.database());
    ReentrantLock creation = creation(namespace);
    creation.lock();
    try {
      administration.createContainer(
          namespace.database(), namespace.collection(), definition, throughput);
    } finally {
      creation.unlock();
    }
    news.tell();
  }

  private static PartitionKeyDefinition hashed(String path) {
    return new PartitionKeyDefinition(
        List.of(PropertyPath.of(path.split("\\.", -1))), PartitionKeyDefinition.Kind.HASH, 2);
  }

  /// Gives a collection a shard key, and makes it if there is none. Fails with ILLEGAL_OPERATION if
  /// it has documents: they lie where they would have to without a key.
  public void shard(Namespace namespace, String path) {
    StampedLock lock = lock(namespace);
    long stamp = lock.writeLock();
    try {
      shardAlone(namespace, path);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void shardAlone(Namespace namespace, String path) {
    Optional<ContainerHandle> known = find(namespace);
    Throughput throughput = Throughput.manual(FIXED_THROUGHPUT);
    CollectionOptions options = CollectionOptions.NONE;
    if (known.isPresent()) {
      ContainerHandle collection = known.get();
      if (ShardKey.isSharded(collection)) {
        requireKey(collection, namespace, path);
        return;
      }
      if (capped(collection).isPresent()) {
        throw new MongoFailure(MongoError.ILLEGAL_OPERATION, "can't shard a capped collection");
      }
      if (new CollectionItems(gateway).hasDocuments(collection)) {
        throw new MongoFailure(
            MongoError.ILLEGAL_OPERATION,
            "%s has documents; only an empty collection can be sharded.".formatted(namespace));
      }
      Throughput own = collection.container().throughput();
      throughput = own == null ? throughput : own;
      options = CollectionOptions.of(collection.container().definition());
      administration.deleteContainer(namespace.database(), namespace.collection());
    }
    create(namespace, Optional.of(path), throughput, options);
  }

  /// Changes options of a collection, when all writes that have begun are over. Fails with
  /// NAMESPACE_NOT_FOUND if there is none.
  public void modify(Namespace namespace, CollectionOptions options) {
    StampedLock lock = lock(namespace);
    long stamp = lock.writeLock();
    try {
      ContainerHandle collection = requireThere(namespace);
      Container _ =
          administration.replaceContainer(
              collection,
              container ->
                  CollectionOptions.of(container.definition())
                      .with(options)
                      .in(container.definition()));
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private ContainerHandle requireThere(Namespace namespace) {
    return find(namespace)
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace));
  }

  private static void requireKey(ContainerHandle collection, Namespace namespace, String path) {
    if (!ShardKey.path(collection).equals(path)) {
      throw new MongoFailure(
          MongoError.ALREADY_INITIALIZED,
          "%s is sharded already, by '%s'.".formatted(namespace, ShardKey.path(collection)));
    }
  }

  /// Keeps a collection from being replaced by a sharded one while somebody writes to it: what was
  /// written meanwhile would be lost.
  public Use use(Namespace namespace) {
    StampedLock lock = lock(namespace);
    long stamp = lock.readLock();
    return () -> lock.unlockRead(stamp);
  }

  /// As [#use(Namespace)], of what a transaction writes to; nothing if it writes to none.
  public Use use(Optional<ContainerHandle> collection) {
    Optional<Namespace> namespace =
        collection.flatMap(
            each ->
                administration
                    .findDatabase(each.container().database())
                    .map(database -> new Namespace(database.name(), each.container().name())));
    return namespace.isPresent() ? use(namespace.get()) : () -> {};
  }

  /// To be closed when a write is over.
  @FunctionalInterface
  public interface Use extends AutoCloseable {
    @Override
    void close();
  }

  private StampedLock lock(Namespace namespace) {
    return locks[Math.floorMod(namespace.hashCode(), locks.length)];
  }

  /// The database, which is made if there is none.
  public Database requireDatabase(String name) {
    Optional<Database> known = administration.findDatabase(name);
    if (known.isPresent()) {
      return known.get();
    }
    for (Database other : administration.databases()) {
      if (other.name().equalsIgnoreCase(name)) {
        throw new MongoFailure(
            MongoError.DATABASE_DIFFERS_IN_CASE,
            "db already exists with different case already have: [%s] trying to create [%s]"
                .formatted(other.name(), name));
      }
    }
    try {
      return administration.createDatabase(name, null);
    } catch (OrreryException failure) {
      // Somebody else may have been as quick.
      return administration.findDatabase(name).orElseThrow(() -> failure);
    }
  }

  /// An empty collection that is like another one: its key, indexes and options.
  public void createLike(ContainerHandle model, Namespace namespace) {
    administration.createContainer(
        namespace.database(),
        namespace.collection(),
        model.container().definition(),
        model.container().throughput());
    news.tell();
  }

  /// Puts a collection with other options in the place of one, with what `fill` puts into it.
  /// Nobody writes meanwhile. Fails with NAMESPACE_NOT_FOUND if there is none.
  ///
  /// @param fill is given the old one and the name of the new one
  public void remake(
      Namespace namespace, CollectionOptions options, BiConsumer<ContainerHandle, Namespace> fill) {
    Namespace beside = new Namespace(namespace.database(), "tmp.remade." + UUID.randomUUID());
    StampedLock lock = lock(namespace);
    long stamp = lock.writeLock();
    try {
      ContainerHandle old = requireThere(namespace);
      CollectionOptions all = CollectionOptions.of(old.container().definition()).with(options);
      create(beside, Optional.empty(), old.container().throughput(), all);
      try {
        fill.accept(old, beside);
        rename(beside, namespace, true);
      } catch (OrreryException failure) {
        boolean _ = drop(beside);
        throw failure;
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /// Gives a collection another name in its database.
  ///
  /// @param replaces whether it takes the place of a collection that has this name: then there is
  ///   the one or the other at each moment. Otherwise this fails with NAMESPACE_EXISTS.
  public void rename(Namespace namespace, Namespace wanted, boolean replaces) {
    if (find(namespace).isEmpty()) {
      throw new MongoFailure(
          MongoError.NAMESPACE_NOT_FOUND,
          "Source collection %s does not exist".formatted(namespace));
    }
    if (namespace.equals(wanted)) {
      throw new MongoFailure(MongoError.ILLEGAL_OPERATION, "Can't rename a collection to itself");
    }
    if (!namespace.database().equals(wanted.database())) {
      throw MongoFailure.notSupported("renameCollection to another database");
    }
    Optional<ContainerHandle> _ = find(wanted); // which must not be another API's
    try {
      administration.renameContainer(
          namespace.database(), namespace.collection(), wanted.collection(), replaces);
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.CONFLICT
          ? new MongoFailure(MongoError.NAMESPACE_EXISTS, "target namespace exists")
          : failure;
    }
    news.tell();
  }

  /// What a collection is called now; empty if it was dropped.
  public Optional<Namespace> namespace(int number) {
    return administration
        .findContainer(number)
        .flatMap(
            collection ->
                administration
                    .findDatabase(collection.container().database())
                    .map(
                        database -> new Namespace(database.name(), collection.container().name())));
  }

  public boolean hasDatabase(String name) {
    return administration.findDatabase(name).isPresent();
  }

  /// False if there was none.
  public boolean drop(Namespace namespace) {
    if (findAny(namespace).isEmpty()) {
      return false;
    }
    administration.deleteContainer(namespace.database(), namespace.collection());
    news.tell();
    return true;
  }

  /// Drops a database with everything in it. Fails with COMMAND_NOT_SUPPORTED if it has containers
  /// of other APIs; false if there was none.
  public boolean dropDatabase(String name) {
    if (administration.findDatabase(name).isEmpty()) {
      return false;
    }
    for (ContainerHandle handle : administration.containers(name)) {
      if (handle.container().definition().api() != Api.MONGO) {
        throw new MongoFailure(
            MongoError.COMMAND_NOT_SUPPORTED,
            "The database %s has containers of other APIs.".formatted(name));
      }
    }
    administration.deleteDatabase(name);
    news.tell();
    return true;
  }

  /// The databases that have collections or views.
  public List<String> databases() {
    return administration.databases().stream()
        .map(Database::name)
        .filter(name -> !collections(name).isEmpty() || !views(name).isEmpty())
        .sorted()
        .toList();
  }

  /// How many bytes the documents of a database take, with their keys and receipts.
  public long bytes(String database) {
    return collections(database).stream()
        .map(name -> find(new Namespace(database, name)))
        .flatMap(Optional::stream)
        .flatMap(collection -> gateway.partitions(collection).stream())
        .mapToLong(partition -> partition.counters().bytes())
        .sum();
  }

  /// The collections of a database, by name; views are not among them.
  public List<String> collections(String database) {
    return names(database, false);
  }

  /// The views of a database, by name.
  public List<String> views(String database) {
    return names(database, true);
  }

  private List<String> names(String database, boolean ofViews) {
    if (administration.findDatabase(database).isEmpty()) {
      return List.of();
    }
    return administration.containers(database).stream()
        .filter(handle -> handle.container().definition().api() == Api.MONGO)
        .filter(handle -> traits.of(handle).isView() == ofViews)
        .map(handle -> handle.container().name())
        .sorted()
        .toList();
  }
}
