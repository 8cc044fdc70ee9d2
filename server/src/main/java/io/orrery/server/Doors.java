// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.api.admin.AdminDoor;
import io.orrery.api.admin.AdminSettings;
import io.orrery.api.admin.AdminSettings.ConfiguredValue;
import io.orrery.api.mongo.MongoDoor;
import io.orrery.api.mongo.MongoSettings;
import io.orrery.api.sql.SqlDoor;
import io.orrery.api.sql.SqlSettings;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.api.table.TableDoor;
import io.orrery.api.table.TableSettings;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.SystemTime;
import io.orrery.model.container.Api;
import io.orrery.portal.PortalDoor;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Setting;
import io.orrery.server.settings.Settings;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpLimits;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The list of all doors, in the order they are opened. A further API is a further line here and a
/// port in [KnownSettings].
final class Doors {
  /// The name of the account, where a protocol has one.
  private static final String ACCOUNT = "localhost";

  private Doors() {}

  /// @param open those of them that are
  static List<Door> over(
      Engine engine,
      Credentials credentials,
      Settings settings,
      Certificate certificate,
      OpenDoors open) {
    TableDoor table = tableDoor(engine, credentials, settings);
    MongoDoor mongo = mongoDoor(engine, credentials, settings);
    Map<Api, ItemTexts> views = Map.of(Api.TABLE, table.view(), Api.MONGO, mongo.view());
    return List.of(
        sql(engine, credentials, settings, certificate, open, views),
        table(table),
        mongo(mongo, settings));
  }

  /// Orrery's own calls come to the same port.
  private static Door sql(
      Engine engine,
      Credentials credentials,
      Settings settings,
      Certificate certificate,
      OpenDoors open,
      Map<Api, ItemTexts> views) {
    AccountAddress address = address(settings, settings.find(KnownSettings.PUBLIC_ENDPOINT));
    var sqlSettings =
        new SqlSettings(
            settings.value(KnownSettings.MODE) == Mode.DEVELOPMENT,
            address,
            certificate::pem,
            SystemTime.CLOCK);
    var door = new SqlDoor(engine.gateway(), engine.scripts(), credentials, sqlSettings);
    var admin =
        new AdminDoor(
            engine.gateway(),
            engine.observatory(),
            credentials,
            new AdminSettings(
                Version.current(),
                settings.value(KnownSettings.MODE) == Mode.DEVELOPMENT,
                SystemTime.CLOCK,
                () -> open.advertised(address),
                configuration(settings),
                views,
                engine::vitals));
    return new Door(
        "sql",
        "SQL API",
        KnownSettings.SQL_PORT,
        new HttpCodec(new SharedPort(door, beside(door, admin, settings)), HttpLimits.DEFAULT),
        Door.Schemes.HTTP,
        (place, key) -> "AccountEndpoint=%s;AccountKey=%s;".formatted(place.account(), key));
  }

  private static List<ConfiguredValue> configuration(Settings settings) {
    Map<String, String> descriptions =
        KnownSettings.all().stream().collect(Collectors.toMap(Setting::name, Setting::description));
    return settings.describe().stream()
        .map(
            line ->
                new ConfiguredValue(
                    line.name(),
                    line.value(),
                    line.source().label(),
                    line.origin(),
                    descriptions.getOrDefault(line.name(), "")))
        .toList();
  }

  /// What the port of the SQL API has beside it: Orrery's own calls and, where it was built and is
  /// wanted, the portal. The certificate among the portal's addresses is the SQL door's.
  private static List<SharedPort.Part> beside(SqlDoor sql, AdminDoor admin, Settings settings) {
    List<SharedPort.Part> parts = new ArrayList<>();
    parts.add(new SharedPort.Part(AdminDoor.ADDRESSES, admin));
    portal(settings)
        .ifPresent(
            portal -> {
              parts.add(new SharedPort.Part(PortalDoor.ADDRESSES + "emulator.pem", sql));
              parts.add(new SharedPort.Part(PortalDoor.ADDRESSES, portal));
            });
    return parts;
  }

  static Optional<PortalDoor> portal(Settings settings) {
    return settings.value(KnownSettings.PORTAL) ? PortalDoor.find() : Optional.empty();
  }

  /// Where clients look for a door if they know nothing of us, for `--native-ports`: Azurite's port
  /// for tables, which `UseDevelopmentStorage=true` means.
  static List<Integer> nativePorts(Door door) {
    return door.name().equals("table") ? List.of(10002) : List.of();
  }

  private static AccountAddress address(Settings settings, Optional<String> fixed) {
    return new AccountAddress(fixed, settings.value(KnownSettings.BEHIND_PROXY));
  }

  /// The public endpoint is that of another port, so it says nothing about this one.
  private static TableDoor tableDoor(Engine engine, Credentials credentials, Settings settings) {
    AccountAddress address = address(settings, Optional.empty());
    return new TableDoor(
        engine.gateway(),
        credentials,
        new TableSettings(
            settings.value(KnownSettings.MODE) == Mode.DEVELOPMENT, address::of, SystemTime.CLOCK));
  }

  private static Door table(TableDoor door) {
    return new Door(
        "table",
        "Table API",
        KnownSettings.TABLE_PORT,
        new HttpCodec(door, HttpLimits.DEFAULT),
        Door.Schemes.HTTP,
        (place, key) -> {
          String scheme = place.secure() ? "https" : "http";
          return "DefaultEndpointsProtocol=%s;AccountName=localhost;AccountKey=%s;TableEndpoint=%s://%s:%d/;"
              .formatted(scheme, key, scheme, place.host(), place.port());
        });
  }

  private static MongoDoor mongoDoor(Engine engine, Credentials credentials, Settings settings) {
    var door =
        new MongoDoor(
            engine.gateway(),
            credentials,
            new MongoSettings(
                ACCOUNT,
                topology(settings),
                settings.find(KnownSettings.MONGO_ADDRESS),
                MongoSettings.Version.of(settings.value(KnownSettings.MONGO_VERSION)),
                settings.value(KnownSettings.MONGO_TEST_COMMANDS),
                Version.current(),
                SystemTime.CLOCK));
    engine.closeWith(door.removeExpired());
    return door;
  }

  private static MongoSettings.Topology topology(Settings settings) {
    return switch (settings.value(KnownSettings.MONGO_TOPOLOGY)) {
      case REPLICASET -> MongoSettings.Topology.REPLICA_SET;
      case SHARDED -> MongoSettings.Topology.SHARDED;
    };
  }

  /// The keys are the passwords of a user who is called as the account.
  private static Door mongo(MongoDoor door, Settings settings) {
    String set =
        topology(settings) == MongoSettings.Topology.REPLICA_SET ? "&replicaSet=globaldb" : "";
    return new Door(
        "mongo",
        "MongoDB API",
        KnownSettings.MONGO_PORT,
        door.codec(),
        new Door.Schemes("mongodb", "mongodb"),
        (place, key) ->
            "mongodb://%s:%s@%s:%d/?ssl=%s%s&appName=@%s@"
                .formatted(
                    ACCOUNT,
                    URLEncoder.encode(key, StandardCharsets.UTF_8),
                    place.host(),
                    place.port(),
                    place.secure(),
                    set,
                    ACCOUNT));
  }
}
