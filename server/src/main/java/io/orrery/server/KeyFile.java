// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.gateway.access.Credentials;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// The primary key that takes the place of the account's own.
final class KeyFile {
  /// As long as what it signs with yields: a shorter one is easier to guess than a signature.
  private static final int KEY_BYTES_MIN = 32;

  private KeyFile() {}

  /// The key of the key file; without one the well-known key in development mode, and none in
  /// production, where the server has its own.
  ///
  /// @throws OrreryException if the file cannot be used
  static Optional<byte[]> primaryKey(Settings settings) {
    Optional<String> fromFile = settings.find(KnownSettings.KEY_FILE).map(KeyFile::read);
    return switch (settings.value(KnownSettings.MODE)) {
      case DEVELOPMENT -> Optional.of(decode(fromFile.orElse(Credentials.WELL_KNOWN_KEY)));
      case PRODUCTION -> {
        if (fromFile.isPresent() && fromFile.get().equals(Credentials.WELL_KNOWN_KEY)) {
          throw refuse("the key in --key-file is the well-known one, which production refuses");
        }
        yield fromFile.map(KeyFile::decode);
      }
    };
  }

  private static String read(Path file) {
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
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(key);
    } catch (IllegalArgumentException _) {
      throw refuse("the content of --key-file is no base64 key");
    }
    if (bytes.length < KEY_BYTES_MIN) {
      throw refuse(
          "the key in --key-file has %d bytes, it needs %d: take for example 64 random ones"
              .formatted(bytes.length, KEY_BYTES_MIN));
    }
    return bytes;
  }

  private static OrreryException refuse(String reason) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, "Cannot start: " + reason + ".");
  }
}
