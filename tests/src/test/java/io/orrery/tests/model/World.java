// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.Limits;
import io.orrery.storage.Store;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.ManualClock;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.tests.Soundness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/// The engine under test, the model of it, and the dice.
final class World implements AutoCloseable {
  static final String DATABASE = "model";

  static final Limits LIMITS =
      Limits.DEFAULT
          .with(Limits.Name.PHYSICAL_PARTITION_BYTES, 150_000)
          .with(Limits.Name.LOGICAL_PARTITION_BYTES, 120_000)
          // So that the order of a scan of items does not depend on their number.
          .with(Limits.Name.CREATION_ORDER_ITEMS, 1);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Random random;
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final Function<@Nullable Store, Store> reopen;
  private final List<ContainerModel> containers = new ArrayList<>();
  private final @Nullable ImaginaryNetwork network;
  private LocalEngine engine;

  /// @param reopen gives the store at the start (for null), and again after each restart
  /// @param network what is between gateway and partitions; null for nothing
  World(long seed, Function<@Nullable Store, Store> reopen, @Nullable ImaginaryNetwork network) {
    this.random = new Random(seed);
    this.reopen = reopen;
    this.network = network;
    this.engine = open(reopen.apply(null));
    engine.plane().createDatabase(DATABASE, null);
  }

  private LocalEngine open(Store store) {
    LocalEngine.Options options = new LocalEngine.Options(LIMITS, false, clock);
    return network == null
        ? new LocalEngine(store, options)
        : new LocalEngine(store, options, network);
  }

  void restart() {
    engine.stop();
    engine = open(reopen.apply(engine.store()));
  }

  /// Stops the engine, has everything in the store examined, and starts it again.
  void examine() {
    engine.stop();
    Soundness.require(engine.store());
    engine = open(reopen.apply(engine.store()));
  }

  Random random() {
    return random;
  }

  ManualClock clock() {
    return clock;
  }

  long nowMillis() {
    return clock.millis();
  }

  LocalEngine engine() {
    return engine;
  }

  Gateway gateway() {
    return engine.gateway();
  }

  ControlPlane plane() {
    return engine.plane();
  }

  List<ContainerModel> containers() {
    return containers;
  }

  ContainerModel anyContainer() {
    return containers.get(random.nextInt(containers.size()));
  }

  OpenContainer open(ContainerModel container) {
    return plane().requireContainer(DATABASE, container.name());
  }

  ContainerHandle handle(ContainerModel container) {
    return gateway().container(DATABASE, container.name());
  }

  /// A request that has to see everything that was done before.
  RequestContext request(ContainerModel container) {
    UUID activityId = new UUID(random.nextLong(), random.nextLong());
    return gateway().request(PATIENCE, container.session(), activityId);
  }

  /// Takes away what is past its time, in the model; the engine does so by itself.
  void expire() {
    containers.forEach(container -> container.expire(nowMillis()));
  }

  /// Until nothing is left to do in the background.
  void awaitQuiet(ContainerModel container) {
    await(() -> engine.isQuiet(open(container)));
    container.indexed();
    container.swept();
  }

  private static void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(condition::getAsBoolean);
  }

  @Override
  public void close() {
    engine.close();
  }
}
