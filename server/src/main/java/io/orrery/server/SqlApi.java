// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.api.sql.SqlDoor;
import io.orrery.api.sql.SqlSettings;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.control.catalog.AccountKeys;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Settings;
import io.orrery.wire.HttpHandler;
import io.orrery.wire.HttpServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The SQL API's door with the port it listens on.
final class SqlApi {
  private final Credentials credentials;
  private final SqlDoor door;
  private @Nullable HttpServer server;

  private SqlApi(Credentials credentials, SqlDoor door) {
    this.credentials = credentials;
    this.door = door;
  }

  /// @throws OrreryException if the key file cannot be used
  static SqlApi over(Engine engine, Settings settings, Certificate certificate) {
    var sqlSettings =
        new SqlSettings(
            settings.value(KnownSettings.MODE) == Mode.DEVELOPMENT,
            new AccountAddress(
                settings.find(KnownSettings.PUBLIC_ENDPOINT),
                settings.value(KnownSettings.BEHIND_PROXY)),
            certificate::pem,
            InstantSource.system());
    Credentials credentials =
        new Credentials(
            engine.plane().access(), KeyFile.primaryKey(settings), InstantSource.system());
    return new SqlApi(
        credentials,
        new SqlDoor(engine.plane(), engine.gateway(), engine.scripts(), credentials, sqlSettings));
  }

  HttpHandler handler() {
    return door;
  }

  void attach(HttpServer listening) {
    server = listening;
  }

  int port() {
    return requireServer().port();
  }

  int connectionCount() {
    return requireServer().connectionCount();
  }

  /// For the ready file.
  Map<String, String> keys() {
    AccountKeys keys = credentials.keys();
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("key", text(keys, AccountKeys.Name.PRIMARY));
    texts.put("readOnlyKey", text(keys, AccountKeys.Name.PRIMARY_READ_ONLY));
    return texts;
  }

  private static String text(AccountKeys keys, AccountKeys.Name name) {
    return Base64.getEncoder().encodeToString(keys.key(name));
  }

  void stop(Duration grace) {
    requireServer().stop(grace);
  }

  private HttpServer requireServer() {
    if (server == null) {
      throw new IllegalStateException("The SQL API is not listening");
    }
    return server;
  }
}
