// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.control.catalog.Catalog;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.control.note.LocalNotes;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.observe.Observatory;
import io.orrery.gateway.observe.WorkloadSettings;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.PartitionAnswer.Maintained;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.plan.program.Languages;
import io.orrery.storage.Store;
import io.orrery.testkit.query.PlainSql;
import io.orrery.testkit.transport.ImaginaryNetwork;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Store, control plane and gateway in this process, put together as the server does it.
public final class LocalEngine implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// What an engine is run with.
  public record Options(Limits limits, boolean throttling, InstantSource clock) {
    /// Real time, and nobody is told to wait.
    public static Options unthrottled(Limits limits) {
      return new Options(limits, false, SystemTime.CLOCK);
    }
  }

  private final Store store;
  private final Options options;
  private final ControlPlane plane;
  private final Observatory observatory;
  private final Gateway gateway;

  /// Takes the store over: it is closed with the engine. If all tests of this run go over a
  /// network, so does this.
  public LocalEngine(Store store, Options options) {
    this(store, options, PlainSql.LANGUAGES);
  }

  /// As the other, with the expressions of APIs that partitions are to know.
  public LocalEngine(Store store, Options options, Languages languages) {
    this(store, options, languages, ImaginaryNetwork.ofThisRun());
  }

  /// As the other, but catalog and partitions are on the far side of a network.
  public LocalEngine(Store store, Options options, ImaginaryNetwork network) {
    this(store, options, PlainSql.LANGUAGES, Optional.of(network));
  }

  /// As the others: near, or on the far side of a network.
  public LocalEngine(
      Store store, Options options, Languages languages, Optional<ImaginaryNetwork> network) {
    Catalog catalog = StoredCatalog.open(store);
    this.store = store;
    this.options = options;
    Buckets buckets = new Buckets(SystemTime.TICKER, options.throttling());
    ComputeShare share = ComputeShare.of(options.limits(), SystemTime.TICKER);
    FragmentExecutor executor = new FragmentExecutor(languages, options.limits(), share);
    PartitionHost host = new LocalHost(store, options.limits(), buckets, executor);
    this.plane =
        ControlPlane.open(
            network.map(far -> far.catalog(catalog)).orElse(catalog),
            network.map(far -> far.host(host)).orElse(host),
            new ControlPlane.Options(options.limits(), options.clock(), SystemTime.TICKER));
    this.observatory = Observatory.of(WorkloadSettings.DEFAULT, options.limits(), options.clock());
    this.gateway =
        new Gateway(
            plane,
            new GatewaySettings(
                options.limits(),
                options.clock(),
                SystemTime.TICKER,
                share,
                Optional.of(new LocalNotes(store))),
            languages,
            observatory);
  }

  public Store store() {
    return store;
  }

  public ControlPlane plane() {
    return plane;
  }

  /// What has seen all requests. Nobody looks at the clock for it: see [#observe].
  public Observatory observatory() {
    return observatory;
  }

  /// Has the observatory book what was done since the last time, as it is at the clock's time.
  public void observe() {
    observatory.tick(gateway.readings(), options.clock().millis());
    observatory.tidy(number -> plane.findContainer(number).isPresent(), options.clock().millis());
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
    return partitions.retired().isEmpty()
        && partitions.intent() == null
        && open.routes().all().stream().noneMatch(route -> maintain(route, 1));
  }

  /// Has a partition do a piece of what is due in the background; false if nothing is.
  public boolean maintain(Route route, int itemsMax) {
    var call =
        new PartitionCall(
            0, PATIENCE.toNanos(), options.clock().millis(), 0, PartitionCall.Charging.FREE);
    return switch (route.service().ask(new PartitionRequest.Maintain(itemsMax), call)) {
      case PartitionReply.Answered<Maintained>(Maintained done) -> done.worked();
      case PartitionReply.Moved<Maintained> _, PartitionReply.NotLeader<Maintained> _ -> true;
    };
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
