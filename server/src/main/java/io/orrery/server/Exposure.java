// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Protocol;
import io.orrery.server.settings.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/// Who can reach the server and how: what is set, or else what the mode promises.
final class Exposure {
  private static final String LOOPBACK = "127.0.0.1";

  private Exposure() {}

  /// Why a server with these settings must not start: everybody knows the key of development mode.
  static Optional<String> objection(Settings settings) {
    String host = host(settings);
    return mode(settings) == Mode.DEVELOPMENT && !isLoopback(host)
        ? Optional.of(
            ("--host %s can be reached from other machines, and everybody knows the key of"
                    + " development mode; use --mode production, or a loopback address.")
                .formatted(host))
        : Optional.empty();
  }

  /// A name that leads nowhere is not listened on either.
  private static boolean isLoopback(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException _) {
      return true;
    }
  }

  static String host(Settings settings) {
    return settings
        .find(KnownSettings.HOST)
        .orElseGet(
            () ->
                switch (mode(settings)) {
                  case DEVELOPMENT -> LOOPBACK;
                  case PRODUCTION -> "0.0.0.0";
                });
  }

  /// Resource tokens are secrets that are sent as they are, so production wants TLS.
  static Protocol protocol(Settings settings) {
    return settings
        .find(KnownSettings.PROTOCOL)
        .orElseGet(
            () ->
                switch (mode(settings)) {
                  case DEVELOPMENT -> Protocol.BOTH;
                  case PRODUCTION -> Protocol.HTTPS;
                });
  }

  private static Mode mode(Settings settings) {
    return settings.value(KnownSettings.MODE);
  }
}
