// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `orrery serve`: runs until a signal ends it.
@Command(
    name = "serve",
    description = "Runs the server until SIGTERM or SIGINT.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true)
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  private final Transport transport;

  ServeCommand(Transport transport) {
    this.transport = transport;
  }

  @Override
  public Integer call() throws InterruptedException {
    Settings settings =
        SettingOptions.resolve(spec.commandLine().getParseResult(), System.getenv());
    Logging.start(settings.value(KnownSettings.LOG_LEVEL));
    Logger log = LoggerFactory.getLogger(ServeCommand.class);
    settings.warnings().forEach(log::warn);
    Exposure.objection(settings)
        .ifPresent(
            reason -> {
              throw new ParameterException(spec.commandLine(), reason);
            });

    StopSignals stop = StopSignals.install();
    try (Server server = Server.start(settings, transport)) {
      server.announce(System.out);
      stop.await();
      log.info("Stopping");
    }
    return 0;
  }
}
