// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.api.admin.AdminDoor;
import io.orrery.api.admin.AdminSettings;
import io.orrery.api.sql.SqlDoor;
import io.orrery.api.sql.SqlSettings;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.gateway.access.Credentials;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Settings;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpLimits;
import java.time.InstantSource;
import java.util.List;

/// The list of all doors, in the order they are opened. A further API is a further line here and a
/// port in [KnownSettings].
final class Doors {
  private Doors() {}

  /// @param open those of them that are
  static List<Door> over(
      Engine engine,
      Credentials credentials,
      Settings settings,
      Certificate certificate,
      OpenDoors open) {
    return List.of(sql(engine, credentials, settings, certificate, open));
  }

  /// Orrery's own calls come to the same port.
  private static Door sql(
      Engine engine,
      Credentials credentials,
      Settings settings,
      Certificate certificate,
      OpenDoors open) {
    var address =
        new AccountAddress(
            settings.find(KnownSettings.PUBLIC_ENDPOINT),
            settings.value(KnownSettings.BEHIND_PROXY));
    var sqlSettings =
        new SqlSettings(
            settings.value(KnownSettings.MODE) == Mode.DEVELOPMENT,
            address,
            certificate::pem,
            InstantSource.system());
    var door =
        new SqlDoor(engine.plane(), engine.gateway(), engine.scripts(), credentials, sqlSettings);
    var admin =
        new AdminDoor(
            engine.plane(),
            engine.gateway(),
            engine.observatory(),
            credentials,
            new AdminSettings(InstantSource.system(), () -> open.advertised(address)));
    return new Door(
        "sql",
        "SQL API",
        KnownSettings.SQL_PORT,
        new HttpCodec(new SharedPort(AdminDoor.ADDRESSES, admin, door), HttpLimits.DEFAULT),
        Door.Schemes.HTTP,
        (place, key) -> "AccountEndpoint=%s;AccountKey=%s;".formatted(place.account(), key));
  }
}
