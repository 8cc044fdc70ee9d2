// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.orrery.api.mongo.aggregate.PipelineLanguage;
import io.orrery.api.mongo.read.MongoLanguage;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.plan.program.Languages;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Store;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.SteadyPort;
import io.orrery.wire.Listener;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A door on a port of this process, and the real driver in front of it.
final class MongoBed implements AutoCloseable {
  static final String USER = "localhost";

  private final LocalEngine engine;
  private final Credentials credentials;
  private final Network network;
  private final Listener listener;
  private final MongoDoor door;

  MongoBed() {
    this(MongoSettings.Topology.REPLICA_SET);
  }

  MongoBed(MongoSettings.Topology topology) {
    this(topology, MongoSettings.Version.V7_0, LocalEngine.Options.unthrottled(Limits.DEFAULT));
  }

  /// One at a port that it can come back to.
  static MongoBed lasting() {
    return new MongoBed(
        new MemoryStore(),
        Integer.parseInt(SteadyPort.any()),
        MongoSettings.Topology.REPLICA_SET,
        MongoSettings.Version.V7_0,
        LocalEngine.Options.unthrottled(Limits.DEFAULT));
  }

  /// One in which collections have no more than their throughput.
  static MongoBed throttled() {
    return new MongoBed(
        MongoSettings.Topology.REPLICA_SET,
        MongoSettings.Version.V7_0,
        new LocalEngine.Options(Limits.DEFAULT, true, SystemTime.CLOCK));
  }

  /// One that says it is of another version of MongoDB.
  static MongoBed saying(MongoSettings.Version version) {
    return new MongoBed(
        MongoSettings.Topology.REPLICA_SET,
        version,
        LocalEngine.Options.unthrottled(Limits.DEFAULT));
  }

  private MongoBed(
      MongoSettings.Topology topology, MongoSettings.Version version, LocalEngine.Options options) {
    this(new MemoryStore(), 0, topology, version, options);
  }

  private MongoBed(
      Store store,
      int port,
      MongoSettings.Topology topology,
      MongoSettings.Version version,
      LocalEngine.Options options) {
    this.engine =
        new LocalEngine(
            store, options, new Languages(List.of(new MongoLanguage(), new PipelineLanguage())));
    this.credentials =
        new Credentials(
            engine.gateway().administration().access(), Optional.empty(), InstantSource.system());
    var settings =
        new MongoSettings(
            USER, topology, Optional.empty(), version, true, "test", InstantSource.system());
    this.network =
        new Network(
            "mongo", 1, ConnectionLimits.DEFAULT, TrafficBudget.ofThisProcess(SystemTime.TICKER));
    this.door = new MongoDoor(engine.gateway(), credentials, settings);
    this.listener = listen(network, door, port);
  }

  /// Another one over the same data at the same port, as if the process had been killed.
  MongoBed restarted() {
    int port = port();
    listener.close();
    network.close();
    engine.stop();
    return new MongoBed(
        engine.store(),
        port,
        MongoSettings.Topology.REPLICA_SET,
        MongoSettings.Version.V7_0,
        LocalEngine.Options.unthrottled(Limits.DEFAULT));
  }

  ItemTexts view() {
    return door.view();
  }

  /// Removes documents whose time is over.
  void removeExpired() {
    door.removeExpiredNow();
  }

  private static Listener listen(Network network, MongoDoor door, int port) {
    try {
      return network.listen(new ListenerSettings("127.0.0.1", port), door.codec());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return listener.port();
  }

  int connectionCount() {
    return listener.connectionCount();
  }

  LocalEngine engine() {
    return engine;
  }

  Credentials credentials() {
    return credentials;
  }

  String key(AccountKeys.Name name) {
    return Base64.getEncoder().encodeToString(credentials.keys().key(name));
  }

  /// A client with the primary key.
  MongoClient connect(String options) {
    return connect(USER, key(AccountKeys.Name.PRIMARY), options);
  }

  MongoClient connect(String user, String password, String options) {
    String address =
        "mongodb://%s:%s@127.0.0.1:%d/?%s"
            .formatted(user, URLEncoder.encode(password, StandardCharsets.UTF_8), port(), options);
    return client(address);
  }

  /// A client that does not say who it is.
  MongoClient stranger() {
    return client("mongodb://127.0.0.1:%d/".formatted(port()));
  }

  private static MongoClient client(String address) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(address))
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(10, TimeUnit.SECONDS))
            .build());
  }

  @Override
  public void close() {
    listener.close();
    network.close();
    engine.close();
  }
}
