// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the server until a signal ends it.
final class Serving {
  private Serving() {}

  /// Gives the exit code.
  ///
  /// @param settings to which [Exposure] has no objection
  static int run(Settings settings, Transport transport) throws InterruptedException {
    Logging.start(settings.value(KnownSettings.LOG_LEVEL));
    Logger log = LoggerFactory.getLogger(Serving.class);
    settings.warnings().forEach(log::warn);
    StopSignals stop = StopSignals.install();
    try (Server server = Server.start(settings, transport)) {
      server.announce(System.out);
      stop.await();
      log.info("Stopping");
    }
    return 0;
  }
}
