// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.Setting;
import io.orrery.wire.Listener;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.Codec;
import java.io.IOException;

/// Opens ports, and says what users can do if that fails.
final class Listening {
  private Listening() {}

  /// @param port the setting that names the port, and `host` the one for its address
  static Listener start(
      Network network, ListenerSettings wanted, Codec codec, Setting<?> port, Setting<?> host) {
    try {
      return network.listen(wanted, codec);
    } catch (IOException e) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE,
          "Cannot listen on %s:%d (%s); choose another %s (0 takes any free port) or %s."
              .formatted(wanted.host(), wanted.port(), reason(e), port.flag(), host.flag()),
          e);
    }
  }

  private static String reason(IOException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return String.valueOf(cause.getMessage());
  }

  /// For clients on this machine.
  static String address(String scheme, String host, Listener listener) {
    return scheme + "://" + reachable(host) + ":" + listener.port() + "/";
  }

  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0", "::" -> "127.0.0.1";
      default -> host.contains(":") ? "[" + host + "]" : host;
    };
  }
}
