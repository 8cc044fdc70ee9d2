// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.catalog.PartitionMap;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.RequestContext;
import io.orrery.model.Limits;
import io.orrery.partition.host.LocalHost;
import io.orrery.storage.Store;
import java.time.Duration;
import java.time.InstantSource;

/// Store, control plane and gateway in this process, put together as the server does it.
public final class LocalEngine implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// What an engine is run with.
  public record Options(Limits limits, boolean throttling, InstantSource clock) {
    /// Real time, and nobody is told to wait.
    public static Options unthrottled(Limits limits) {
      return new Options(limits, false, InstantSource.system());
    }
  }

  private final Store store;
  private final Options options;
  private final ControlPlane plane;
  private final Gateway gateway;

  /// Takes the store over: it is closed with the engine.
  public LocalEngine(Store store, Options options) {
    this.store = store;
    this.options = options;
    this.plane =
        ControlPlane.open(
            StoredCatalog.open(store),
            new LocalHost(store, options.limits()),
            new ControlPlane.Options(
                options.limits(), options.clock(), System::nanoTime, options.throttling()));
    this.gateway =
        new Gateway(
            plane,
            new GatewaySettings(
                options.limits(), options.throttling(), options.clock(), System::nanoTime));
  }

  public Store store() {
    return store;
  }

  public ControlPlane plane() {
    return plane;
  }

  public Gateway gateway() {
    return gateway;
  }

  /// A request with more time than any should need.
  public RequestContext request() {
    return gateway.request(PATIENCE);
  }

  /// Whether nothing is left to do in the background for the container.
  public boolean isQuiet(OpenContainer open) {
    PartitionMap partitions = open.container().partitions();
    long now = options.clock().millis();
    return partitions.retired().isEmpty()
        && partitions.intent() == null
        && open.routes().all().stream().allMatch(route -> route.partition().due(now, 1).isEmpty());
  }

  /// Stops the engine but not the store, as if the machine had been switched off between two
  /// writes.
  public void stop() {
    plane.close();
  }

  @Override
  public void close() {
    plane.close();
    store.close();
  }
}
