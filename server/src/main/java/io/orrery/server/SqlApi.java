// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.api.sql.SqlDoor;
import io.orrery.api.sql.SqlSettings;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.control.access.AccountKeys;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Settings;
import io.orrery.wire.HttpHandler;
import io.orrery.wire.HttpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
        new Credentials(engine.plane().access(), primaryKey(settings), InstantSource.system());
    return new SqlApi(
        credentials,
        new SqlDoor(engine.plane(), engine.gateway(), engine.scripts(), credentials, sqlSettings));
  }

  /// The key of the key file; without one the well-known key in development mode, and none in
  /// production, where the server has its own.
  private static Optional<byte[]> primaryKey(Settings settings) {
    Optional<String> fromFile = settings.find(KnownSettings.KEY_FILE).map(SqlApi::readKey);
    return switch (settings.value(KnownSettings.MODE)) {
      case DEVELOPMENT -> Optional.of(decode(fromFile.orElse(Credentials.WELL_KNOWN_KEY)));
      case PRODUCTION -> {
        if (fromFile.isPresent() && fromFile.get().equals(Credentials.WELL_KNOWN_KEY)) {
          throw refuse("the key in --key-file is the well-known one, which production refuses");
        }
        yield fromFile.map(SqlApi::decode);
      }
    };
  }

  private static String readKey(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The key file %s cannot be read (%s); choose another --key-file.".formatted(file, e),
          e);
    }
  }

  private static byte[] decode(String key) {
    try {
      byte[] bytes = Base64.getDecoder().decode(key);
      if (bytes.length > 0) {
        return bytes;
      }
    } catch (IllegalArgumentException _) {
      // Said below, the same as for an empty file.
    }
    throw refuse("the content of --key-file is no base64 key");
  }

  private static OrreryException refuse(String reason) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, "Cannot start: " + reason + ".");
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
