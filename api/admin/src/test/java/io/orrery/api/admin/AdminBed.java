// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.Limits;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.DoorClient;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.DoorClient.Sender;
import io.orrery.testkit.DoorClient.Signed;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.ManualClock;
import io.orrery.wire.http.PercentEncoding;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The door with an engine in memory behind it, and a container `goods` in the database `shop`.
final class AdminBed implements AutoCloseable {
  static final String CONTAINER = "databases/shop/containers/goods/";

  private static final byte[] WELL_KNOWN_KEY =
      Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY);

  /// Has the primary key.
  static final Sender OWNER = Sender.holder(WELL_KNOWN_KEY);

  /// Signatures are good for a quarter of an hour, so it begins near the present.
  private final ManualClock clock =
      new ManualClock(
          InstantSource.system().instant().truncatedTo(ChronoUnit.MINUTES).toEpochMilli());

  private final LocalEngine engine;
  private final AdminDoor door;
  private final ContainerHandle container;

  AdminBed() {
    this.engine =
        new LocalEngine(new MemoryStore(), new LocalEngine.Options(Limits.DEFAULT, false, clock));
    this.door =
        new AdminDoor(
            engine.gateway(),
            engine.observatory(),
            new Credentials(
                engine.gateway().administration().access(), Optional.of(WELL_KNOWN_KEY), clock),
            new AdminSettings(
                "1.2.3",
                true,
                clock,
                () ->
                    List.of(
                        new AdvertisedDoor(
                            "sql",
                            (request, key) -> request.host().orElseThrow() + " with " + key)),
                List.of(
                    new AdminSettings.ConfiguredValue(
                        "mode", "development", "default", "default", "what it is")),
                Map.of(Api.SQL, new PlainView(engine.gateway())),
                () -> Map.of("heapUsedBytes", 5L)));
    Administration administration = engine.gateway().administration();
    administration.createDatabase("shop", null);
    this.container =
        administration.createContainer(
            "shop",
            "goods",
            ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk")),
            Throughput.manual(400));
  }

  ManualClock clock() {
    return clock;
  }

  LocalEngine engine() {
    return engine;
  }

  ContainerHandle container() {
    return container;
  }

  AdminDoor door() {
    return door;
  }

  /// Somebody with one of the account's own keys.
  Sender holder(AccountKeys.Name name) {
    return Sender.holder(engine.gateway().administration().access().keys().key(name));
  }

  Reply get(String path) {
    return send(OWNER, "GET", path, "");
  }

  Reply post(String path, String body) {
    return send(OWNER, "POST", path, body);
  }

  /// @param path behind `/_orrery/api/v1/`
  Reply send(Sender sender, String method, String path, String body) {
    String target = "/_orrery/api/v1/" + path;
    return new DoorClient(door).send(sender, method, target, signed(target), body);
  }

  static Signed signed(String target) {
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    return new Signed("", String.join("/", PercentEncoding.segments(path)));
  }

  @Override
  public void close() {
    engine.close();
  }
}
