// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.gateway.catalog.AccessStore;
import io.orrery.gateway.catalog.ApiPropertyStore;
import io.orrery.gateway.catalog.EncryptionKeyStore;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.Limits;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.SplitPreview;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingProgress;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What there is and how it changes, for the doors: databases, containers, throughput, splits, and
/// what belongs to them. Made by the [Gateway]. Looking something up never waits.
public final class Administration {
  private final ControlPlane plane;
  private final Function<OpenContainer, ContainerHandle> handles;
  private final AccessStore access;
  private final ScriptStore scripts;
  private final EncryptionKeyStore encryptionKeys;

  Administration(ControlPlane plane, Function<OpenContainer, ContainerHandle> handles) {
    this.plane = plane;
    this.handles = handles;
    this.access = new AccessStore(plane.catalog(), plane.limits(), new SecureRandom());
    this.scripts = new ScriptStore(plane.catalog(), plane.limits());
    this.encryptionKeys = new EncryptionKeyStore(plane.catalog(), plane.limits());
  }

  /// The account's keys and its databases' users.
  public AccessStore access() {
    return access;
  }

  /// The stored procedures, triggers and user-defined functions of all containers.
  public ScriptStore scripts() {
    return scripts;
  }

  /// The client encryption keys of all databases.
  public EncryptionKeyStore encryptionKeys() {
    return encryptionKeys;
  }

  /// What an API keeps for the whole account.
  public ApiPropertyStore apiProperties(Api api) {
    return new ApiPropertyStore(plane.catalog(), api);
  }

  public Limits limits() {
    return plane.limits();
  }

  public List<Database> databases() {
    return plane.databases();
  }

  public Optional<Database> findDatabase(String name) {
    return plane.findDatabase(name);
  }

  public Optional<Database> findDatabase(int number) {
    return plane.findDatabase(number);
  }

  /// Fails with NOT_FOUND if there is no such database.
  public List<ContainerHandle> containers(String database) {
    return plane.containers(database).stream().map(handles).toList();
  }

  public List<ContainerHandle> containers() {
    return plane.containers().stream().map(handles).toList();
  }

  public Optional<ContainerHandle> findContainer(String database, String name) {
    return plane.findContainer(database, name).map(handles);
  }

  public Optional<ContainerHandle> findContainer(int number) {
    return plane.findContainer(number).map(handles);
  }

  /// Fails with NOT_FOUND, or with OWNER_NOT_FOUND if there is not even the database.
  public ContainerHandle requireContainer(String database, String name) {
    return handles.apply(plane.requireContainer(database, name));
  }

  /// Makes a database. Fails with CONFLICT if there is one of this name.
  ///
  /// @param throughput what containers without their own will share; null for none
  public Database createDatabase(String name, @Nullable Throughput throughput) {
    return plane.createDatabase(name, throughput);
  }

  /// Makes a container. Fails with CONFLICT if the database has one of this name.
  ///
  /// @param throughput its own; null to share the database's, which must have one then
  public ContainerHandle createContainer(
      String database, String name, ContainerDefinition wanted, @Nullable Throughput throughput) {
    return handles.apply(plane.createContainer(database, name, wanted, throughput));
  }

  /// Gives a container a new definition, made from its present state; made again if somebody
  /// changed that meanwhile. What the function throws is passed on, and nothing is changed then.
  /// What is indexed follows in the background.
  public Container replaceContainer(
      ContainerHandle container, Function<Container, ContainerDefinition> change) {
    return plane.replaceContainer(container.open(), change);
  }

  /// Waits until the index of a container follows its newest definition, or cannot, but not longer
  /// than the caller has patience.
  public IndexingProgress awaitIndexing(ContainerHandle container, Duration patience) {
    return plane.awaitIndexing(container.open(), patience);
  }

  /// Gives a container another name in its database. Fails with CONFLICT if another one has it,
  /// unless that is to be replaced: then it is deleted, and whoever looks sees the one or the
  /// other.
  public void renameContainer(String database, String name, String wanted, boolean replaces) {
    plane.renameContainer(database, name, wanted, replaces);
  }

  /// Deletes the container with everything in it. Its name is free at once.
  public void deleteContainer(String database, String name) {
    plane.deleteContainer(database, name);
  }

  /// Deletes the database with all its containers.
  public void deleteDatabase(String name) {
    plane.deleteDatabase(name);
  }

  /// Changes a container's own throughput; partitions are split until it can be served.
  public Container changeThroughput(String database, String name, Throughput throughput) {
    return plane.changeThroughput(database, name, throughput);
  }

  /// Changes the throughput that the containers of a database share.
  public Database changeThroughput(String name, Throughput throughput) {
    return plane.changeThroughput(name, throughput);
  }

  /// Splits a partition: at the given point, or where it halves the data; first waits until it has
  /// taken over its parent's data. Fails with UNAVAILABLE if that takes longer than the caller has
  /// patience, with INVALID_ARGUMENT if the partition cannot be divided, with RANGE_GONE if it was
  /// split already.
  public void split(
      ContainerHandle container,
      int ordinal,
      @Nullable EffectivePartitionKey at,
      Duration patience) {
    plane.splitWhenWhole(container.open(), ordinal, at, patience);
  }

  /// What [#split] would do where it halves the data.
  public SplitPreview previewSplit(ContainerHandle container, int ordinal) {
    return plane.previewSplit(container.open(), ordinal);
  }

  /// Which partitions do not do all they should, and why.
  public List<String> partitionFaults() {
    return plane.partitionFaults();
  }

  /// What of the background work fails, and why.
  public List<String> backgroundFaults() {
    return plane.backgroundFaults();
  }
}
